/// The colours, each for light and for dark surroundings.
///
/// Series differ in lightness as well as in hue, so that people with any kind of colour blindness tell them apart; they
/// also differ in marker and dash, so that nothing is told by colour alone.
enum Palette {
    struct Pair {
        var light: String
        var dark: String
    }

    static let paper = Pair(light: "#fcfbf8", dark: "#16181c")
    static let card = Pair(light: "#ffffff", dark: "#1d2025")
    static let ink = Pair(light: "#23262b", dark: "#e8e6e1")
    static let muted = Pair(light: "#61656d", dark: "#a4a7ad")
    static let axis = Pair(light: "#a8a59d", dark: "#5c6068")
    static let grid = Pair(light: "#e8e5de", dark: "#2a2d33")
    static let shade = Pair(light: "#f4ead2", dark: "#2b2517")
    /// The outline of what is shaded, which stands out from the background as WCAG asks of graphics (3 to 1).
    static let edge = Pair(light: "#8a7433", dark: "#97834a")
    static let lost = Pair(light: "#9a392d", dark: "#d96f4b")

    // Found by a search for the greatest smallest distance in OKLab between any two of these, `lost` and `ink`, seen
    // with normal vision, protanopia, deuteranopia and tritanopia, at a contrast of at least 4.6 with `paper`.
    static let series = [
        Pair(light: "#212a82", dark: "#acc5fe"),  // blue
        Pair(light: "#bd5212", dark: "#f5c77e"),  // orange
        Pair(light: "#06826e", dark: "#5fbbad"),  // teal
        Pair(light: "#9458b8", dark: "#b880e3"),  // violet
        Pair(light: "#4f3200", dark: "#e0a106"),  // brown, in the dark: amber
        Pair(light: "#40596c", dark: "#70849b"),  // slate
    ]

    /// From nothing to everything in 21 steps, evenly spaced in OKLab, each step darker (in the dark: lighter).
    static let heat = zip(
        [
            "#f3efe6", "#f3e9d5", "#f2e2c4", "#f2dcb3", "#f2d6a1", "#f1cf8f", "#eec182", "#ebb475", "#e8a667",
            "#e4985a",
            "#e08a4c", "#d77b49", "#ce6b45", "#c55c41", "#bc4b3e", "#b23a3a", "#9f343f", "#8c2d42", "#7a2744",
            "#682045",
            "#571845",
        ],
        [
            "#1d2026", "#26212e", "#2f2236", "#38233f", "#412347", "#4a2350", "#5b2951", "#6c2e52", "#7e3252",
            "#903651",
            "#a33a50", "#b14b52", "#bf5b52", "#cd6a53", "#dc7a52", "#ea8a50", "#ef9c60", "#f3ae70", "#f6c080",
            "#f9d190",
            "#fbe3a0",
        ]
    ).map { Pair(light: $0, dark: $1) }

    /// The class of a number on a cell: on the stronger half it has the background's colour. On the middle step that is
    /// so in the dark only.
    static func heatText(_ step: Int) -> String { step > 12 ? " onheat" : step == 12 ? " midheat" : "" }
}
