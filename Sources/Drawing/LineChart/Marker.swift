/// The shapes of the points: each colour has its own, so that curves differ without colour too.
enum Marker {
    static func element(_ tint: Int, x: Double, y: Double, size: Double) -> Element {
        let style = "f\(tint) marker"
        switch tint % Palette.series.count {
        case 0: return Element("circle", ["class": style, "cx": n(x), "cy": n(y), "r": n(size)])
        case 1:
            let half = size * 0.9
            return Element(
                "rect",
                ["class": style, "x": n(x - half), "y": n(y - half), "width": n(2 * half), "height": n(2 * half)])
        case 2: return polygon(style, x, y, [(0, -1.3), (1.3, 0), (0, 1.3), (-1.3, 0)], size)
        case 3: return polygon(style, x, y, [(0, -1.2), (1.15, 0.9), (-1.15, 0.9)], size)
        case 4: return polygon(style, x, y, [(0, 1.2), (1.15, -0.9), (-1.15, -0.9)], size)
        default:
            return polygon(
                style, x, y,
                [
                    (-0.35, -1.2), (0.35, -1.2), (0.35, -0.35), (1.2, -0.35), (1.2, 0.35), (0.35, 0.35), (0.35, 1.2),
                    (-0.35, 1.2), (-0.35, 0.35), (-1.2, 0.35), (-1.2, -0.35), (-0.35, -0.35),
                ], size)
        }
    }

    private static func polygon(
        _ style: String, _ x: Double, _ y: Double, _ corners: [(Double, Double)], _ size: Double
    ) -> Element {
        let points = corners.map { "\(n(x + $0.0 * size)),\(n(y + $0.1 * size))" }.joined(separator: " ")
        return Element("polygon", ["class": style, "points": points])
    }
}
