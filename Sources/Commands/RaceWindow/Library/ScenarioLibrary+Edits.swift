extension ScenarioLibrary {
    /// Reports about edits that met.
    static let editReports: [Entry] = [
        Entry(
            name: "offline-phone",
            text: """
                {
                  name: "offline-phone",
                  summary: "The phone is offline, both edit, the phone comes back: its edit is gone.",
                  source: "joplin #13121",
                  outcome: "both are kept",
                  note: ["- [ ] milk", "- [ ] bread", "- [ ] tea", "- [ ] rice"],
                  devices: [
                    { name: "phone", flush: "1s", latency: "50ms", offline: [["0s", "60s"]] },
                    { name: "Mac", flush: "1s", latency: "50ms" },
                  ],
                  actions: [
                    { at: "10s", on: "phone", type: "oat milk", in: "milk" },
                    { at: "20s", on: "Mac", type: "rye bread", in: "bread" },
                  ],
                }
                """,
            losesUnderLWW: true),
        Entry(
            name: "drifting-clocks",
            text: """
                {
                  name: "drifting-clocks",
                  summary: "One of two edits is lost silently; the clocks drift.",
                  source: "joplin #13531",
                  outcome: "skew never hides a conflict",
                  note: ["- [ ] milk", "- [ ] bread", "- [ ] tea", "- [ ] rice"],
                  devices: [
                    { name: "phone", flush: "1s", latency: "50ms", clock: { offset: "4s", drift: 200 } },
                    { name: "Mac", flush: "1s", latency: "50ms" },
                  ],
                  actions: [
                    { at: "1s", on: "phone", tick: "milk" },
                    { at: "4s", on: "Mac", tick: "bread" },
                  ],
                }
                """,
            losesUnderLWW: true),
        Entry(
            name: "hour-off",
            text: """
                {
                  name: "hour-off",
                  summary: "One clock is an hour ahead; the same things are done on both for a while.",
                  source: "joplin #5738",
                  outcome: "bounded and idempotent: nothing is there twice",
                  note: ["- [ ] milk", "- [ ] bread", "- [ ] tea", "- [ ] rice"],
                  devices: [
                    { name: "phone", flush: "1s", latency: "50ms", clock: { offset: "1h" } },
                    { name: "Mac", flush: "1s", latency: "50ms" },
                  ],
                  actions: [
                    { at: "1s", on: "phone", append: "eggs" },
                    { at: "3s", on: "Mac", tick: "milk" },
                    { at: "5s", on: "phone", tick: "bread" },
                    { at: "7s", on: "Mac", tick: "tea" },
                    { at: "9s", on: "Mac", append: "salt" },
                  ],
                }
                """,
            losesUnderLWW: true),
        Entry(
            name: "airplane-mode",
            text: """
                {
                  name: "airplane-mode",
                  summary: "Airplane mode on, both edit: what was on the server is overwritten.",
                  source: "notes-android #1846",
                  outcome: "the stale base is noticed: both are kept",
                  note: ["- [ ] milk", "- [ ] bread", "- [ ] tea", "- [ ] rice"],
                  devices: [
                    { name: "phone", flush: "1s", latency: "50ms", offline: [["0s", "60s"]] },
                    { name: "Mac", flush: "1s", latency: "50ms" },
                  ],
                  actions: [
                    { at: "20s", on: "Mac", tick: "bread" },
                    { at: "30s", on: "phone", tick: "milk" },
                  ],
                }
                """,
            losesUnderLWW: true),
        Entry(
            name: "two-days",
            text: """
                {
                  name: "two-days",
                  summary: "The desktop is offline on day 1, the phone on day 2, then the desktop comes back: day 1 is lost.",
                  source: "simplenote-electron #602",
                  outcome: "both are kept",
                  note: ["- [ ] milk", "- [ ] bread", "- [ ] tea", "- [ ] rice"],
                  devices: [
                    { name: "desktop", flush: "1s", latency: "50ms", offline: [["0s", "48h"]] },
                    { name: "phone", flush: "1s", latency: "50ms", offline: [["24h", "40h"]] },
                  ],
                  actions: [
                    { at: "1h", on: "desktop", type: "oat milk", in: "milk" },
                    { at: "30h", on: "phone", tick: "tea" },
                  ],
                }
                """,
            losesUnderLWW: true),
        Entry(
            name: "typing-during-sync",
            text: """
                {
                  name: "typing-during-sync",
                  summary: "Typing while a sync runs: text is overwritten or doubled.",
                  source: "simplenote-electron #2527",
                  outcome: "each keystroke once",
                  note: ["- [ ] milk", "- [ ] bread", "- [ ] tea", "- [ ] rice"],
                  devices: [
                    { name: "phone", flush: "1s", latency: { from: "30ms", to: "80ms" } },
                    { name: "Mac", flush: "1s", latency: { from: "20ms", to: "60ms" } },
                  ],
                  actions: [
                    { at: "1s", on: "phone", tick: "milk" },
                    { at: "1.2s", on: "Mac", type: "r", in: "bread" },
                    { at: "1.6s", on: "Mac", type: "ry", in: "bread" },
                    { at: "2s", on: "Mac", type: "rye", in: "bread" },
                    { at: "2.4s", on: "Mac", type: "rye b", in: "bread" },
                  ],
                }
                """,
            losesUnderLWW: true),
        Entry(
            name: "fuller-copy",
            text: """
                {
                  name: "fuller-copy",
                  summary: "An older copy replaces the fuller one, and no conflict is shown.",
                  source: "notesnook #9763",
                  outcome: "never silent: all is kept",
                  note: ["- [ ] milk", "- [ ] bread", "- [ ] tea", "- [ ] rice"],
                  devices: [
                    { name: "phone", flush: "1s", latency: "50ms", clock: { offset: "10s" }, offline: [["0s", "20s"]] },
                    { name: "Mac", flush: "1s", latency: "50ms" },
                  ],
                  actions: [
                    { at: "2s", on: "phone", tick: "milk" },
                    { at: "3s", on: "Mac", append: "eggs" },
                    { at: "5s", on: "Mac", append: "salt" },
                    { at: "7s", on: "Mac", append: "sugar" },
                  ],
                }
                """,
            losesUnderLWW: true),
        Entry(
            name: "same-line-offline",
            text: """
                {
                  name: "same-line-offline",
                  summary: "The same line is edited offline on both; replicas differ though “synced”.",
                  source: "logseq/db-test #781",
                  outcome: "both devices show the same",
                  note: ["- [ ] milk", "- [ ] bread", "- [ ] tea", "- [ ] rice"],
                  devices: [
                    { name: "phone", flush: "1s", latency: "50ms", offline: [["0s", "60s"]] },
                    { name: "Mac", flush: "1s", latency: "50ms", offline: [["0s", "90s"]] },
                  ],
                  actions: [
                    { at: "10s", on: "phone", type: "oat milk", in: "milk" },
                    { at: "20s", on: "Mac", type: "soy milk", in: "milk" },
                  ],
                }
                """,
            losesUnderLWW: false),
        Entry(
            name: "both-append",
            text: """
                {
                  name: "both-append",
                  summary: "Each device adds an item; one vanishes.",
                  source: "logseq #9734, AppFlowy #8455",
                  outcome: "both are appended",
                  note: ["- [ ] milk", "- [ ] bread", "- [ ] tea", "- [ ] rice"],
                  devices: [
                    { name: "phone", flush: "1s", latency: { from: "30ms", to: "80ms" } },
                    { name: "Mac", flush: "1s", latency: { from: "20ms", to: "60ms" } },
                  ],
                  actions: [
                    { at: "1s", on: "phone", append: "eggs" },
                    { at: "1.1s", on: "Mac", append: "salt" },
                  ],
                }
                """,
            losesUnderLWW: true),
        Entry(
            name: "fields",
            text: """
                {
                  name: "fields",
                  summary: "Different fields of one task: the title here, the state there.",
                  source: "super-productivity #8694",
                  outcome: "disjoint fields merge",
                  note: ["- [ ] milk", "- [ ] bread", "- [ ] tea", "- [ ] rice"],
                  title: "list",
                  devices: [
                    { name: "phone", flush: "1s", latency: { from: "30ms", to: "80ms" } },
                    { name: "Mac", flush: "1s", latency: { from: "20ms", to: "60ms" } },
                  ],
                  actions: [
                    { at: "1s", on: "phone", retitle: "shopping" },
                    { at: "1.1s", on: "Mac", tick: "milk" },
                  ],
                }
                """,
            losesUnderLWW: false),
        Entry(
            name: "rapid-checks",
            text: """
                {
                  name: "rapid-checks",
                  summary: "Rapid check-offs over a slow network; one comes back unchecked.",
                  source: "mealie #6269",
                  outcome: "all stay checked",
                  note: ["- [ ] milk", "- [ ] bread", "- [ ] tea", "- [ ] rice"],
                  devices: [
                    { name: "phone", flush: "200ms", latency: { median: "900ms", sigma: 0.6 } },
                    { name: "tablet", flush: "200ms", latency: { median: "900ms", sigma: 0.6 } },
                  ],
                  actions: [
                    { at: "1s", on: "phone", tick: "milk" },
                    { at: "1.3s", on: "tablet", tick: "tea" },
                    { at: "1.6s", on: "phone", tick: "bread" },
                    { at: "1.9s", on: "tablet", tick: "rice" },
                  ],
                }
                """,
            losesUnderLWW: true),
        Entry(
            name: "clock-behind",
            text: """
                {
                  name: "clock-behind",
                  summary: "The phone’s clock is an hour behind: the server always wins.",
                  source: "anchor #125",
                  outcome: "hybrid clocks or the server’s order: the phone’s edits count",
                  note: ["- [ ] milk", "- [ ] bread", "- [ ] tea", "- [ ] rice"],
                  devices: [
                    { name: "phone", flush: "1s", latency: "50ms", clock: { offset: "-1h" } },
                    { name: "Mac", flush: "1s", latency: "50ms" },
                  ],
                  actions: [
                    { at: "1s", on: "Mac", tick: "bread" },
                    { at: "10s", on: "phone", tick: "milk" },
                  ],
                }
                """,
            losesUnderLWW: true),
    ]
}
