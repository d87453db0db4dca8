"""Times telethon and the flatbuffers runtime on pages that were encoded before.

usage: codec_peers.py FOLDER SECONDS

FOLDER holds pages in files named `PAGE.tl` and `PAGE.flatbuffers`. Prints a line a case: name, subject, bytes, and
durations in nanoseconds, between tabs.
"""

import gc
import importlib
import pathlib
import subprocess
import sys
import time

import flatbuffers
from telethon.extensions import BinaryReader

folder, seconds = pathlib.Path(sys.argv[1]), float(sys.argv[2])
root = pathlib.Path(__file__).parents[2]
schema = root / "Sources" / "Page" / "Codecs" / "FlatBuffers" / "Page.fbs"
subprocess.run(["flatc", "--python", "--no-warnings", "-o", folder, schema], check=True, stdout=subprocess.DEVNULL)
sys.path.insert(0, str(folder))


def measure(name, subject, size, body):
    durations = []
    end = time.perf_counter() + seconds
    gc.disable()
    while len(durations) < 3 or time.perf_counter() < end:
        start = time.perf_counter_ns()
        body()
        durations.append(time.perf_counter_ns() - start)
        gc.collect()
    print(name, subject, size, " ".join(map(str, durations)), sep="\t", flush=True)


# TL: telethon's objects.


def measure_tl(page, data):
    tree = BinaryReader(data).tgread_object()
    assert bytes(tree) == data
    measure(f"decode tl, {page}", "telethon", len(data), lambda: BinaryReader(data).tgread_object())
    measure(f"encode tl, {page}", "telethon", len(data), lambda: bytes(tree))


# FlatBuffers: the page as nested tuples of kind and fields. For each kind that a note can give, its name and fields.

TEXTS = {
    1: ("Empty",), 2: ("Plain", "Text:string"), 3: ("Bold", "Text:text"), 4: ("Italic", "Text:text"),
    5: ("Underline", "Text:text"), 6: ("Strikethrough", "Text:text"), 7: ("Fixed", "Text:text"),
    8: ("Url", "Text:text", "Url:string"), 9: ("Email", "Text:text", "Email:string"), 10: ("Concat", "Texts:texts"),
    11: ("Subscript", "Text:text"), 12: ("Superscript", "Text:text"), 13: ("Marked", "Text:text"),
    14: ("Phone", "Text:text", "Phone:string"), 16: ("Anchor", "Text:text", "Name:string"),
}
BLOCKS = {
    1: ("Unsupported",), 5: ("Header", "Text:text"), 6: ("Subheader", "Text:text"), 7: ("Paragraph", "Text:text"),
    8: ("Preformatted", "Text:text"), 10: ("Divider",), 12: ("List", "Items:items", "Ordered:bool"),
    13: ("BlockQuote", "Text:text", "Caption:text", "Blocks:blocks"),
    25: ("Table", "Title:text", "Rows:rows", "Bordered:bool", "Striped:bool"),
    26: ("Details", "Title:text", "Blocks:blocks", "Expanded:bool"),
}
ITEMS = {
    1: ("Text", "Text:text", "Number:string", "CheckState:int"),
    2: ("Blocks", "Blocks:blocks", "Number:string", "CheckState:int"), 3: ("Unknown",),
}
UNIONS = {"text": ("RichText_", TEXTS), "block": ("InstantPageBlock_", BLOCKS), "item": ("InstantPageListItem_", ITEMS)}
TABLES = {
    "row": ("Cells:cells",),
    "cell": ("Text:text", "Header:bool", "Alignment:int", "VerticalAlignment:int", "Colspan:int", "Rowspan:int"),
}


def made(name):
    return getattr(importlib.import_module("TelegramCore." + name), name)


def fields(names):
    return [tuple(name.split(":")) for name in names]


MEMBERS = {
    union: {kind: (made(prefix + names[0]), fields(names[1:])) for kind, names in kinds.items()}
    for union, (prefix, kinds) in UNIONS.items()
}
ROWS = {name: fields(names) for name, names in TABLES.items()}
PAGE = made("InstantPage")


def read_page(data):
    page = PAGE.GetRootAs(data, 0)
    return [read_union("block", page.Blocks(index)) for index in range(page.BlocksLength())]


def read_union(union, table):
    kind = table.ValueType()
    cls, names = MEMBERS[union][kind]
    value, one = table.Value(), cls()
    one.Init(value.Bytes, value.Pos)
    return kind, read_fields(one, names)


def read_fields(one, names):
    return [read_field(one, name, kind) for name, kind in names]


def read_field(one, name, kind):
    if kind in ("texts", "blocks", "items", "rows", "cells"):
        element, get = kind[:-1], getattr(one, name)
        values = [get(index) for index in range(getattr(one, name + "Length")())]
        if element in ROWS:
            return [read_fields(value, ROWS[element]) for value in values]
        return [read_union(element, value) for value in values]
    value = getattr(one, name)()
    if value is None or kind in ("bool", "int"):
        return value
    return value.decode() if kind == "string" else read_union(kind, value)


class Writer:
    def page(self, blocks):
        self.builder = flatbuffers.Builder(1 << 16)
        offset = self.vector([self.union("block", block) for block in blocks])
        self.builder.StartObject(1)
        self.builder.PrependUOffsetTRelativeSlot(0, offset, 0)
        self.builder.Finish(self.builder.EndObject())
        return self.builder.Output()

    def vector(self, offsets):
        self.builder.StartVector(4, len(offsets), 4)
        for offset in reversed(offsets):
            self.builder.PrependUOffsetTRelative(offset)
        return self.builder.EndVector()

    def union(self, union, value):
        kind, values = value
        member = self.table(MEMBERS[union][kind][1], values)
        self.builder.StartObject(2)
        self.builder.PrependUOffsetTRelativeSlot(1, member, 0)
        self.builder.PrependUint8Slot(0, kind, 0)
        return self.builder.EndObject()

    def table(self, names, values):
        slots = [self.value(kind, value) for (_, kind), value in zip(names, values)]
        self.builder.StartObject(len(names))
        for field, ((_, kind), value) in enumerate(zip(names, slots)):
            if kind == "bool":
                self.builder.PrependBoolSlot(field, value, False)
            elif kind == "int":
                self.builder.PrependInt32Slot(field, value, 0)
            elif value is not None:
                self.builder.PrependUOffsetTRelativeSlot(field, value, 0)
        return self.builder.EndObject()

    def value(self, kind, value):
        if value is None or kind in ("bool", "int"):
            return value
        if kind == "string":
            return self.builder.CreateString(value)
        if kind in ("texts", "blocks", "items", "rows", "cells"):
            element = kind[:-1]
            if element in ROWS:
                return self.vector([self.table(ROWS[element], one) for one in value])
            return self.vector([self.union(element, one) for one in value])
        return self.union(kind, value)


def measure_flatbuffers(page, data):
    tree = read_page(data)
    again = Writer().page(tree)
    assert read_page(bytearray(again)) == tree
    measure(f"decode flatbuffers, {page}", "flatbuffers (Python)", len(data), lambda: read_page(data))
    measure(f"encode flatbuffers, {page}", "flatbuffers (Python)", len(again), lambda: Writer().page(tree))


for file in sorted(folder.glob("*.tl")):
    measure_tl(file.stem, file.read_bytes())
for file in sorted(folder.glob("*.flatbuffers")):
    measure_flatbuffers(file.stem, bytearray(file.read_bytes()))
