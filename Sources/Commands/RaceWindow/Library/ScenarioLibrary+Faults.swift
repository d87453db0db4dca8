extension ScenarioLibrary {
    /// Reports about devices and networks that failed.
    static let faultReports: [Entry] = [
        Entry(
            name: "force-quit",
            text: """
                {
                  name: "force-quit",
                  summary: "A toggle, and the app is killed at once; typing of less than the debounce before it.",
                  source: "simplenote-ios #1705",
                  outcome: "what was acknowledged survives the kill",
                  note: ["- [ ] milk", "- [ ] bread", "- [ ] tea", "- [ ] rice"],
                  devices: [
                    { name: "phone", flush: "1s", latency: "50ms", crashes: [["2.1s", "5s"]] },
                    { name: "Mac", flush: "1s", latency: "50ms" },
                  ],
                  actions: [
                    { at: "1s", on: "phone", type: "rye bread", in: "bread" },
                    { at: "2s", on: "phone", tick: "milk" },
                  ],
                }
                """,
            losesUnderLWW: false),
        Entry(
            name: "last-letters",
            text: """
                {
                  name: "last-letters",
                  summary: "The last letters never leave the device though it says “saved”.",
                  source: "standardnotes/mobile #342",
                  outcome: "flushed after a restart: everything that was acknowledged arrives",
                  note: ["- [ ] milk", "- [ ] bread", "- [ ] tea", "- [ ] rice"],
                  devices: [
                    { name: "phone", flush: "1s", latency: "50ms", cutUp: [["3s", "20s"]], crashes: [["6s", "9s"]] },
                    { name: "Mac", flush: "1s", latency: "50ms" },
                  ],
                  actions: [
                    { at: "1s", on: "phone", type: "rye", in: "bread" },
                    { at: "1.9s", on: "phone", type: "rye bread", in: "bread" },
                  ],
                }
                """,
            losesUnderLWW: false),
        Entry(
            name: "deleted-note",
            text: """
                {
                  name: "deleted-note",
                  summary: "A deleted note returns on refresh.",
                  source: "quillpad #495",
                  outcome: "the tombstone wins, and the edit is kept in it",
                  note: ["- [ ] milk", "- [ ] bread", "- [ ] tea", "- [ ] rice"],
                  devices: [
                    { name: "phone", flush: "1s", latency: "50ms", offline: [["0s", "60s"]] },
                    { name: "Mac", flush: "1s", latency: "50ms" },
                  ],
                  actions: [
                    { at: "10s", on: "Mac", trash: true },
                    { at: "20s", on: "phone", tick: "milk" },
                  ],
                }
                """,
            losesUnderLWW: false),
        Entry(
            name: "blocked-write",
            text: """
                {
                  name: "blocked-write",
                  summary: "A write that the disk refuses is marked as synced, and later reverted.",
                  source: "Remindian #75",
                  outcome: "nothing is acknowledged that was not written, and it comes again",
                  note: ["- [ ] milk", "- [ ] bread", "- [ ] tea", "- [ ] rice"],
                  devices: [
                    { name: "phone", flush: "1s", latency: "50ms" },
                    { name: "Mac", flush: "1s", latency: "50ms", retry: "1s", blockedWrites: [["0s", "6s"]] },
                  ],
                  relay: { retry: "2s" },
                  actions: [
                    { at: "1s", on: "phone", tick: "milk" },
                    { at: "9s", on: "Mac", tick: "bread" },
                  ],
                }
                """,
            losesUnderLWW: false),
        Entry(
            name: "stale-note",
            text: """
                {
                  name: "stale-note",
                  summary: "A stale note on the phone; typing uploads it over the Mac’s edit.",
                  source: "fsnotes #1700",
                  outcome: "rebased: both are kept",
                  note: ["- [ ] milk", "- [ ] bread", "- [ ] tea", "- [ ] rice"],
                  devices: [
                    { name: "phone", flush: "1s", latency: "50ms", cutDown: [["0s", "30s"]] },
                    { name: "Mac", flush: "1s", latency: "50ms" },
                  ],
                  actions: [
                    { at: "1s", on: "Mac", tick: "milk" },
                    { at: "10s", on: "phone", type: "rye bread", in: "bread" },
                  ],
                }
                """,
            losesUnderLWW: true),
    ]
}
