"""The flatbuffers runtime as the judge of our pages.

Reads lines of base64, prints lines of JSON: what each buffer says, as flatc shows it. The first argument is the
folder with the classes that `flatc --python` made from the schema.
"""

import base64
import importlib
import json
import sys

sys.path.insert(0, sys.argv[1])


def made(name):
    return getattr(importlib.import_module("TelegramCore." + name), name)


def text(value):
    return value.decode() if value is not None else None


def reference(value):
    return value and {"namespace": value.Namespace(), "id": value.Id()}


def size(value):
    return value and {"width": value.Width(), "height": value.Height()}


def vector(table, name, show):
    return [show(getattr(table, name)(i)) for i in range(getattr(table, name + "Length")())]


def union(kinds):
    """Shows a table whose only field is a union of the given members: their names, and the fields of each."""

    def show(table):
        prefix, members = kinds()
        name, fields = members[table.ValueType() - 1]
        member = made(f"{prefix}_{name}")()
        value = table.Value()
        member.Init(value.Bytes, value.Pos)
        return {"value_type": f"{prefix}_{name}", "value": record(member, fields)}

    return show


def record(table, fields):
    shown = {}
    for name, show in fields.items():
        method = name[0].upper() + name[1:]
        if show in (blocks, items, texts, rows, cells, articles):
            if getattr(table, method + "IsNone")():
                continue
            shown[name] = show(table, method)
            continue
        value = getattr(table, method)()
        if value is not None:
            value = show(value)
        # Defaults are not written.
        if value not in (None, False, 0):
            shown[name] = value
    return shown


def same(value):
    return value


def texts_of():
    one = {"text": rich}
    return "RichText", [
        ("Empty", {}), ("Plain", {"text": text}), ("Bold", one), ("Italic", one), ("Underline", one),
        ("Strikethrough", one), ("Fixed", one), ("Url", {**one, "url": text, "webpageId": reference}),
        ("Email", {**one, "email": text}), ("Concat", {"texts": texts}), ("Subscript", one), ("Superscript", one),
        ("Marked", one), ("Phone", {**one, "phone": text}), ("Image", {"id": reference, "dimensions": size}),
        ("Anchor", {**one, "name": text}),
    ]


def items_of():
    common = {"number": text, "checkState": same}
    return "InstantPageListItem", [
        ("Text", {"text": rich, **common}), ("Blocks", {"blocks": blocks, **common}), ("Unknown", {}),
    ]


def blocks_of():
    one = {"text": rich}
    shown = {"caption": caption}
    return "InstantPageBlock", [
        ("Unsupported", {}), ("Title", one), ("Subtitle", one), ("AuthorDate", {"author": rich, "date": same}),
        ("Header", one), ("Subheader", one), ("Paragraph", one), ("Preformatted", one), ("Footer", one),
        ("Divider", {}), ("Anchor", {"name": text}), ("List", {"items": items, "ordered": same}),
        ("BlockQuote", {"text": rich, "caption": rich, "blocks": blocks}),
        ("PullQuote", {"text": rich, "caption": rich}),
        ("Image", {"id": reference, **shown, "url": text, "webpageId": reference}),
        ("Video", {"id": reference, **shown, "autoplay": same, "loop": same}),
        ("Audio", {"id": reference, **shown}), ("Cover", {"block": block}),
        ("WebEmbed", {"url": text, "html": text, "dimensions": size, **shown, "stretchToWidth": same,
                      "allowScrolling": same, "coverId": reference}),
        ("PostEmbed", {"url": text, "webpageId": reference, "avatarId": reference, "author": text, "date": same,
                       "blocks": blocks, **shown}),
        ("Collage", {"items": blocks, **shown}), ("Slideshow", {"items": blocks, **shown}),
        ("ChannelBanner", {}), ("Kicker", one),
        ("Table", {"title": rich, "rows": rows, "bordered": same, "striped": same}),
        ("Details", {"title": rich, "blocks": blocks, "expanded": same}),
        ("RelatedArticles", {"title": rich, "articles": articles}),
        ("Map", {"latitude": same, "longitude": same, "zoom": same, "dimensions": size, **shown}),
    ]


rich = union(texts_of)
item = union(items_of)
block = union(blocks_of)


def caption(table):
    return record(table, {"text": rich, "credit": rich})


def cell(table):
    return record(table, {"text": rich, "header": same, "alignment": same, "verticalAlignment": same,
                          "colspan": same, "rowspan": same})


def row(table):
    return record(table, {"cells": cells})


def article(table):
    return record(table, {"url": text, "webpageId": reference, "title": text, "description": text,
                          "photoId": reference, "author": text, "date": same})


def texts(table, name):
    return vector(table, name, rich)


def items(table, name):
    return vector(table, name, item)


def blocks(table, name):
    return vector(table, name, block)


def rows(table, name):
    return vector(table, name, row)


def cells(table, name):
    return vector(table, name, cell)


def articles(table, name):
    return vector(table, name, article)


for line in sys.stdin:
    page = made("InstantPage").GetRootAs(bytearray(base64.b64decode(line)), 0)
    print(json.dumps(record(page, {"blocks": blocks})))
