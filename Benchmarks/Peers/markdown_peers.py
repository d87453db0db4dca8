"""Times Markdown parsers from PyPI on files.

usage: markdown_peers.py FOLDER SECONDS

Prints a line a file and parser: name, subject, bytes, and durations in nanoseconds, between tabs. markdown-it-py gives tokens,
mistune its tree; comrak has no tree to give, so it is timed up to HTML.
"""

import pathlib
import sys
import time

import comrak
import markdown_it
import mistune

folder, seconds = pathlib.Path(sys.argv[1]), float(sys.argv[2])

tokens = markdown_it.MarkdownIt("commonmark").enable(["table", "strikethrough"])
tree = mistune.create_markdown(renderer=None, plugins=["table", "strikethrough", "task_lists", "url"])
options = comrak.ExtensionOptions()
options.table = options.strikethrough = options.autolink = options.tasklist = True

PEERS = {
    "markdown-it-py, tokens": tokens.parse,
    "mistune, tree": tree,
    "comrak, HTML": lambda text: comrak.render_markdown(text, extension_options=options),
}

for file in sorted(folder.iterdir()):
    text = file.read_text(encoding="utf-8", errors="replace")
    name, size = file.name.split("-", 1)[1], file.stat().st_size
    for subject, parse in PEERS.items():
        durations = []
        end = time.perf_counter() + seconds
        while len(durations) < 1 or time.perf_counter() < end:
            start = time.perf_counter_ns()
            parse(text)
            durations.append(time.perf_counter_ns() - start)
        print(name, subject, size, " ".join(map(str, durations)), sep="\t", flush=True)
