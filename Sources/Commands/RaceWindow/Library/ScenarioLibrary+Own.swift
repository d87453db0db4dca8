extension ScenarioLibrary {
    /// The app’s own cases.
    static let ownCases: [Entry] = [
        Entry(
            name: "shop",
            text: """
                {
                  name: "shop",
                  summary: "Two people in a shop, phone and Mac: ticks 0 to 3 s apart.",
                  source: "the app’s own case",
                  outcome: "all six ticks stay",
                  note: ["- [ ] milk", "- [ ] bread", "- [ ] tea", "- [ ] rice", "- [ ] eggs", "- [ ] salt"],
                  devices: [
                    { name: "phone", flush: "1s", latency: { from: "30ms", to: "80ms" } },
                    { name: "Mac", flush: "1s", latency: { from: "20ms", to: "60ms" } },
                  ],
                  actions: [
                    { at: "1s", on: "phone", tick: "milk" },
                    { at: "1.4s", on: "Mac", tick: "bread" },
                    { at: "3s", on: "phone", tick: "tea" },
                    { at: "5.2s", on: "Mac", tick: "rice" },
                    { at: "7s", on: "phone", tick: "eggs" },
                    { at: "10s", on: "Mac", tick: "salt" },
                  ],
                }
                """,
            losesUnderLWW: true),
        Entry(
            name: "typing-against-tapping",
            text: """
                {
                  name: "typing-against-tapping",
                  summary: "One types in a line, the other taps another one meanwhile.",
                  source: "the app’s own case",
                  outcome: "both are kept",
                  note: ["- [ ] milk", "- [ ] bread", "- [ ] tea", "- [ ] rice"],
                  devices: [
                    { name: "phone", flush: "1s", latency: { from: "30ms", to: "80ms" } },
                    { name: "Mac", flush: "1s", latency: { from: "20ms", to: "60ms" } },
                  ],
                  actions: [
                    { at: "1s", on: "Mac", type: "rye", in: "bread" },
                    { at: "1.6s", on: "Mac", type: "rye bread", in: "bread" },
                    { at: "2.5s", on: "phone", tick: "milk" },
                  ],
                }
                """,
            losesUnderLWW: true),
    ]
}
