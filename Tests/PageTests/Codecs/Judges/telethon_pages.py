"""Telethon as the judge of our TL pages. Lines of JSON in, lines of JSON out.

read      {"bytes", "expected"}: reads our bytes, compares them field by field with what they should say, and
          answers with the first difference and with telethon's own bytes for the same fields.
make N    answers with N pages of every constructor that the model has a place for: bytes, and what they say.
make-all N  the same with every constructor of a page there is.
"""

import base64
import inspect
import json
import random
import sys
from datetime import datetime, timezone

from telethon.extensions import BinaryReader
from telethon.tl import TLObject, types

EPOCH = datetime(1970, 1, 1, tzinfo=timezone.utc)
LONGS = {
    "webpage_id", "photo_id", "video_id", "audio_id", "document_id", "author_photo_id", "poster_photo_id",
    "access_hash", "user_id",
}


def plain(value):
    """What an object says, in JSON's own types."""
    if isinstance(value, TLObject):
        return plain(value.to_dict())
    if isinstance(value, dict):
        return {key: plain(item) for key, item in value.items()}
    if isinstance(value, list):
        return [plain(item) for item in value]
    if isinstance(value, datetime):
        return int((value - EPOCH).total_seconds())
    if isinstance(value, bytes):
        return base64.b64encode(value).decode()
    return value


def read(data):
    reader = BinaryReader(data)
    page = reader.tgread_object()
    assert reader.tell_position() == len(data), "bytes left over"
    return page


def build(value):
    """The object that a dictionary describes."""
    if isinstance(value, dict):
        fields = {key: build(item) for key, item in value.items() if key != "_"}
        return getattr(types, value["_"])(**fields)
    if isinstance(value, list):
        return [build(item) for item in value]
    return value


def difference(left, right, path=""):
    if isinstance(left, dict) and isinstance(right, dict) and left.keys() == right.keys():
        pairs = [(left[key], right[key], f"{path}.{key}") for key in left]
    elif isinstance(left, list) and isinstance(right, list) and len(left) == len(right):
        pairs = [(a, b, f"{path}[{i}]") for i, (a, b) in enumerate(zip(left, right))]
    else:
        # JSON does not say of a whole number whether it was a float.
        same = left == right and (type(left) is type(right) or isinstance(left, float))
        return None if same else f"{path}: {left!r} != {right!r}"
    return next(filter(None, (difference(*pair) for pair in pairs)), None)


class Maker:
    """Makes objects of all constructors of a type, from the names and types of their parameters."""

    def __init__(self, seed, everything):
        self.random = random.Random(seed)
        self.everything = everything
        left_out = set()
        if not everything:
            left_out |= {"PageBlockChannel", "PageBlockButtonRow", "TextButton", "GeoPointEmpty"}
        self.types = {}
        for name, cls in sorted(vars(types).items()):
            # What begins with Input goes to a server and never comes from one.
            if inspect.isclass(cls) and issubclass(cls, TLObject) and not name.startswith("Input"):
                if name not in left_out:
                    self.types.setdefault(cls.SUBCLASS_OF_ID, []).append(cls)

    def one_of(self, example, depth):
        choices = self.types[example.SUBCLASS_OF_ID]
        if depth <= 0:
            leaves = {types.TextPlain, types.TextEmpty, types.PageBlockDivider, types.PageBlockAnchor}
            choices = [cls for cls in choices if cls in leaves] or choices
        return self.make(self.random.choice(choices), depth)

    def make(self, cls, depth):
        fields = {}
        for name, parameter in inspect.signature(cls.__init__).parameters.items():
            if name in ("self", "args", "kwargs"):
                continue
            fields[name] = self.value(name, str(parameter.annotation), depth - 1)
        return cls(**self.consistent(cls, fields, depth))

    def consistent(self, cls, fields, depth):
        # What hangs on one flag is there together or not at all.
        pairs = {
            types.PageBlockPhoto: ("url", "webpage_id"), types.PageBlockEmbed: ("w", "h"),
            types.Channel: ("restricted", "restriction_reason"),
        }
        if cls in pairs and None in (fields[name] for name in pairs[cls]):
            fields.update(dict.fromkeys(pairs[cls]))
        if cls is types.PageTableCell:
            fields["align_right"] = fields["align_right"] and not fields["align_center"]
            fields["valign_bottom"] = fields["valign_bottom"] and not fields["valign_middle"]
        if not self.everything:
            if "checkbox" in fields:
                fields["checked"] = fields["checked"] and fields["checkbox"]
            if cls in (types.PageListOrderedItemText, types.PageListOrderedItemBlocks):
                fields["value"] = fields["type"] = None
            if cls is types.PageBlockBlockquoteBlocks and len(fields["blocks"]) == 1:
                # One paragraph is the other form's.
                fields["blocks"].append(self.one_of(types.PageBlockDivider(), depth - 1))
        return fields

    def value(self, name, kind, depth):
        if "Optional" in kind and self.random.random() < 0.5:
            return None
        if "List[" in kind:
            count = self.random.randint(0, 3) if depth > 0 else 0
            element = kind[kind.index("List[") + len("List["):]
            return [self.value(name, element, depth) for _ in range(count)]
        if "bool" in kind:
            return self.random.random() < 0.5
        if "bytes" in kind:
            return self.random.randbytes(self.random.choice([0, 3, 253, 254, 300]))
        if "datetime" in kind or ("int" in kind and name not in LONGS and "Type" not in kind):
            return self.random.choice([0, 1, -1, 2**31 - 1, -(2**31), self.random.randint(-9999, 9999)])
        if "float" in kind:
            return self.random.uniform(-180, 180)
        if "int" in kind and "Type" not in kind:
            return self.random.randint(-(2**63), 2**63 - 1)
        if "str" in kind and "Type" not in kind:
            words = ["milk", "Käse", "☑︎", "牛乳", "👩‍👩‍👧", "\n", "\0"]
            return "".join(self.random.choices(words, k=self.random.choice([0, 1, 2, 3, 80])))
        return self.typed(kind, depth)

    def typed(self, kind, depth):
        examples = {
            "TypeRichText": types.TextEmpty, "TypePageBlock": types.PageBlockDivider,
            "TypePageCaption": types.PageCaption, "TypePageListItem": types.PageListItemText,
            "TypePageListOrderedItem": types.PageListOrderedItemText, "TypePageTableRow": types.PageTableRow,
            "TypePageTableCell": types.PageTableCell, "TypePageRelatedArticle": types.PageRelatedArticle,
            "TypeGeoPoint": types.GeoPoint, "TypePageButton": types.PageButton,
            "TypeInlineButtonType": types.InlineButtonTypeBuy, "TypeRichButtonStyle": types.RichButtonStyle,
            "TypeInlineQueryPeerType": types.InlineQueryPeerTypePM, "TypeChat": types.Channel,
            "TypeChatPhoto": types.ChatPhoto, "TypeChatAdminRights": types.ChatAdminRights,
            "TypeChatBannedRights": types.ChatBannedRights, "TypeUsername": types.Username,
            "TypeRestrictionReason": types.RestrictionReason, "TypePeerColor": types.PeerColor,
            "TypeEmojiStatus": types.EmojiStatus, "TypeRecentStory": types.RecentStory,
        }
        if "TypeInputChannel" in kind:
            return types.InputChannel(self.random.randint(0, 99), self.random.randint(0, 99))
        name = max((name for name in examples if name in kind), key=len)
        return self.one_of(examples[name], depth)

    def page(self):
        blocks = [self.one_of(types.PageBlockDivider, 6) for _ in range(self.random.randint(0, 6))]
        return types.Page(url="", blocks=blocks, photos=[], documents=[])


def answer(value):
    print(json.dumps(value))


def main():
    if sys.argv[1] == "read":
        for line in sys.stdin:
            case = json.loads(line)
            data, expected = base64.b64decode(case["bytes"]), case["expected"]
            try:
                found = difference(plain(read(data)), expected)
            except Exception as error:
                found = f"{type(error).__name__}: {error}"
            answer({"difference": found, "bytes": base64.b64encode(bytes(build(expected))).decode()})
    else:
        for seed in range(int(sys.argv[2])):
            data = bytes(Maker(seed, everything=sys.argv[1] == "make-all").page())
            answer({"bytes": base64.b64encode(data).decode(), "expected": plain(read(data))})


main()
