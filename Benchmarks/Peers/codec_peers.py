"""Times telethon and the flatbuffers runtime on pages that were encoded before.

usage: codec_peers.py FOLDER SECONDS

FOLDER holds the page in the files `tl` and `flatbuffers`, and the classes that `flatc --python` made of the schema.
Prints a line a case: name, subject, bytes, and durations in nanoseconds, between tabs.
"""

import gc
import importlib
import sys
import time

import flatbuffers
from telethon.extensions import BinaryReader

folder, seconds = sys.argv[1], float(sys.argv[2])
sys.path.insert(0, folder)


def made(name):
    return importlib.import_module("TelegramCore." + name)


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

with open(folder + "/tl", "rb") as file:
    tl = file.read()
page = BinaryReader(tl).tgread_object()
assert bytes(page) == tl
measure("decode tl", "telethon", len(tl), lambda: BinaryReader(tl).tgread_object())
measure("encode tl", "telethon", len(tl), lambda: bytes(page))


# FlatBuffers: the page as nested tuples of kind and fields, for the kinds that the page has.

BLOCKS = {5: "Header", 7: "Paragraph", 12: "List"}
TEXTS = {2: "Plain", 3: "Bold", 4: "Italic", 8: "Url", 10: "Concat"}


def member(table, cls):
    value, one = table.Value(), cls()
    one.Init(value.Bytes, value.Pos)
    return one


class Reader:
    text_classes = {kind: getattr(made("RichText_" + name), "RichText_" + name) for kind, name in TEXTS.items()}
    block_classes = {
        kind: getattr(made("InstantPageBlock_" + name), "InstantPageBlock_" + name) for kind, name in BLOCKS.items()
    }
    item_classes = {
        kind: getattr(made("InstantPageListItem_" + name), "InstantPageListItem_" + name)
        for kind, name in {1: "Text", 2: "Blocks"}.items()
    }
    page_class = made("InstantPage").InstantPage

    def page(self, data):
        page = self.page_class.GetRootAs(data, 0)
        return [self.block(page.Blocks(i)) for i in range(page.BlocksLength())]

    def text(self, table):
        kind = table.ValueType()
        one = member(table, self.text_classes[kind])
        if kind == 2:
            return kind, one.Text().decode()
        if kind == 10:
            return kind, [self.text(one.Texts(i)) for i in range(one.TextsLength())]
        return (kind, self.text(one.Text()), one.Url().decode()) if kind == 8 else (kind, self.text(one.Text()))

    def block(self, table):
        kind = table.ValueType()
        one = member(table, self.block_classes[kind])
        if kind == 12:
            return kind, [self.item(one.Items(i)) for i in range(one.ItemsLength())], one.Ordered()
        return kind, self.text(one.Text())

    def item(self, table):
        kind = table.ValueType()
        one = member(table, self.item_classes[kind])
        if kind == 1:
            content = self.text(one.Text())
        else:
            content = [self.block(one.Blocks(i)) for i in range(one.BlocksLength())]
        number = one.Number()
        return kind, content, number and number.decode(), one.CheckState()


class Writer:
    def page(self, blocks):
        self.builder = flatbuffers.Builder(1 << 16)
        offset = self.vector([self.block(block) for block in blocks])
        self.builder.StartObject(1)
        self.reference(0, offset)
        self.builder.Finish(self.builder.EndObject())
        return self.builder.Output()

    def reference(self, field, offset):
        self.builder.PrependUOffsetTRelativeSlot(field, offset, 0)

    def vector(self, offsets):
        self.builder.StartVector(4, len(offsets), 4)
        for offset in reversed(offsets):
            self.builder.PrependUOffsetTRelative(offset)
        return self.builder.EndVector()

    def union(self, kind, value):
        self.builder.StartObject(2)
        self.reference(1, value)
        self.builder.PrependUint8Slot(0, kind, 0)
        return self.builder.EndObject()

    def table(self, *offsets, flag=False, number=0):
        self.builder.StartObject(3)
        for field, offset in enumerate(offsets):
            if offset is not None:
                self.reference(field, offset)
        self.builder.PrependInt32Slot(2, number, 0)
        self.builder.PrependBoolSlot(1, flag, False)
        return self.builder.EndObject()

    def text(self, text):
        kind = text[0]
        if kind == 2:
            value = self.table(self.builder.CreateString(text[1]))
        elif kind == 10:
            value = self.table(self.vector([self.text(inner) for inner in text[1]]))
        elif kind == 8:
            value = self.table(self.text(text[1]), self.builder.CreateString(text[2]))
        else:
            value = self.table(self.text(text[1]))
        return self.union(kind, value)

    def block(self, block):
        if block[0] == 12:
            value = self.table(self.vector([self.item(item) for item in block[1]]), flag=block[2])
        else:
            value = self.table(self.text(block[1]))
        return self.union(block[0], value)

    def item(self, item):
        kind, content, number, state = item
        if kind == 1:
            first = self.text(content)
        else:
            first = self.vector([self.block(block) for block in content])
        second = self.builder.CreateString(number) if number else None
        return self.union(kind, self.table(first, second, number=state))


with open(folder + "/flatbuffers", "rb") as file:
    data = bytearray(file.read())
tree = Reader().page(data)
again = Writer().page(tree)
assert Reader().page(bytearray(again)) == tree
measure("decode flatbuffers", "flatbuffers (Python)", len(data), lambda: Reader().page(data))
measure("encode flatbuffers", "flatbuffers (Python)", len(again), lambda: Writer().page(tree))
