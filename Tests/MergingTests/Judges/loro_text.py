"""Reads histories, one JSON object a line, and prints the text that Loro makes of each."""
import json
import sys

import loro


def doc(peer, source=None):
    d = loro.LoroDoc()
    d.peer_id = peer
    if source: d.import_(source.export(loro.ExportMode.Snapshot()))
    return d
def perform(d, edits):
    t = d.get_text("t")
    for e in edits:
        length = t.len_unicode
        at = min(e["at"], length)
        t.delete(at, min(e["delete"], length - at))
        t.insert(at, e["insert"])
    d.commit()
for line in sys.stdin:
    h = json.loads(line)
    base = doc(0)
    base.get_text("t").insert(0, h["start"])
    base.commit()
    docs = [doc(n + 1, base) for n in range(3)]
    for edits in (h["edits"], h["later"]):
        for d, e in zip(docs, edits): perform(d, e)
        for d in docs:
            for o in docs:
                if o is not d: d.import_(o.export(loro.ExportMode.Snapshot()))
    print(json.dumps(str(docs[0].get_text("t").to_string())))
