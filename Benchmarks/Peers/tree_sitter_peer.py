#!/usr/bin/env python3
"""Times tree-sitter-markdown's block grammar on a note: a whole parse, and typing in its middle.

usage: tree_sitter_peer.py FILE SECONDS
prints: parse, keystroke and the cost of the calls themselves, as medians and p99 in nanoseconds
"""

import statistics
import sys
import time

import tree_sitter
import tree_sitter_markdown


def p99(values):
    return sorted(values)[max(0, -(-len(values) * 99 // 100) - 1)]


def point(data, offset):
    """The row and column of a byte."""
    row = data.count(b"\n", 0, offset)
    return row, offset - (data.rfind(b"\n", 0, offset) + 1)


def main():
    with open(sys.argv[1], "rb") as file:
        data = bytearray(file.read())
    seconds = float(sys.argv[2])
    parser = tree_sitter.Parser(tree_sitter.Language(tree_sitter_markdown.language()))
    start = time.perf_counter_ns()
    tree = parser.parse(bytes(data))
    parse = time.perf_counter_ns() - start

    middle = len(data) // 2
    row, column = point(data, middle)
    edits, calls = [], []
    end = time.monotonic() + seconds
    while len(edits) < 5 or (time.monotonic() < end and len(edits) < 400):
        at = middle + len(edits)
        data[at:at] = b"a"
        text = bytes(data)
        start = time.perf_counter_ns()
        tree.edit(at, at, at + 1, (row, column), (row, column), (row, column + 1))
        tree = parser.parse(text, tree)
        edits.append(time.perf_counter_ns() - start)
        column += 1
        # The same calls with nothing to do: a note of one line, nothing edited.
        small = parser.parse(b"a\n")
        start = time.perf_counter_ns()
        small.edit(0, 0, 0, (0, 0), (0, 0), (0, 0))
        parser.parse(b"a\n", small)
        calls.append(time.perf_counter_ns() - start)
    overhead = statistics.median(calls)
    print(parse - overhead, statistics.median(edits) - overhead, p99(edits) - overhead, overhead)


if __name__ == "__main__":
    main()
