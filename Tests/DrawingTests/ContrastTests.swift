import Drawing
import Foundation
import Testing

@Suite("Colours that everyone can read")
struct ContrastTests {
    /// A colour in linear light.
    struct Colour {
        var red: Double
        var green: Double
        var blue: Double

        init(_ red: Double, _ green: Double, _ blue: Double) { (self.red, self.green, self.blue) = (red, green, blue) }

        init(hex: Substring) {
            let value = UInt32(hex.dropFirst(), radix: 16)!
            func channel(_ shift: UInt32) -> Double {
                let byte = Double(value >> shift & 0xFF) / 255
                return byte <= 0.04045 ? byte / 12.92 : pow((byte + 0.055) / 1.055, 2.4)
            }
            self.init(channel(16), channel(8), channel(0))
        }

        /// WCAG's contrast ratio.
        func contrast(with other: Colour) -> Double {
            func luminance(_ colour: Colour) -> Double {
                0.2126 * colour.red + 0.7152 * colour.green + 0.0722 * colour.blue
            }
            let (light, dark) = (max(luminance(self), luminance(other)), min(luminance(self), luminance(other)))
            return (light + 0.05) / (dark + 0.05)
        }

        /// Distance as the eye has it (Ottosson's OKLab).
        func distance(to other: Colour) -> Double {
            func lab(_ c: Colour) -> (Double, Double, Double) {
                let l = cbrt(0.4122214708 * c.red + 0.5363325363 * c.green + 0.0514459929 * c.blue)
                let m = cbrt(0.2119034982 * c.red + 0.6806995451 * c.green + 0.1073969566 * c.blue)
                let s = cbrt(0.0883024619 * c.red + 0.2817188376 * c.green + 0.6299787005 * c.blue)
                return (
                    0.2104542553 * l + 0.7936177850 * m - 0.0040720468 * s,
                    1.9779984951 * l - 2.4285922050 * m + 0.4505937099 * s,
                    0.0259040371 * l + 0.7827717662 * m - 0.8086757660 * s
                )
            }
            let (a, b) = (lab(self), lab(other))
            return sqrt(pow(a.0 - b.0, 2) + pow(a.1 - b.1, 2) + pow(a.2 - b.2, 2))
        }

        /// As somebody without one kind of cones sees it (Machado et al. 2009, full severity).
        func seen(with matrix: [Double]) -> Colour {
            func row(_ start: Int) -> Double {
                min(max(matrix[start] * red + matrix[start + 1] * green + matrix[start + 2] * blue, 0), 1)
            }
            return Colour(row(0), row(3), row(6))
        }
    }

    static let blindness = [
        [0.152286, 1.052583, -0.204868, 0.114503, 0.786281, 0.099216, -0.003882, -0.048116, 1.051998],
        [0.367322, 0.860646, -0.227968, 0.280085, 0.672501, 0.047413, -0.011820, 0.042940, 0.968881],
        [1.255528, -0.076749, -0.178779, -0.078411, 0.930809, 0.147602, 0.004733, 0.691367, 0.303900],
    ]

    /// The colours of the classes in one scheme, read from the drawing's own style sheet.
    static func colours(isDark: Bool) throws -> [String: Colour] {
        let svg = Gallery.keystrokeCost.svg()
        let parts = svg.split(separator: "@media screen and (prefers-color-scheme:dark)", maxSplits: 1)
        try #require(parts.count == 2)
        var colours: [String: Colour] = [:]
        for rule in parts[isDark ? 1 : 0].matches(of: #/([^{}]+)\{(?:fill|stroke):(#[0-9a-f]{6})\}/#) {
            for selector in rule.1.split(separator: ",") {
                colours[
                    selector.split(separator: " ").last.map { $0.trimmingCharacters(in: .whitespacesAndNewlines) } ?? ""
                ] = Colour(hex: rule.2)
            }
        }
        return colours
    }

    @Test(arguments: [false, true])
    func textStandsOutFromItsGround(isDark: Bool) throws {
        let colours = try Self.colours(isDark: isDark)
        let paper = try #require(colours[".paper"])
        for name in ["text", ".muted", ".lostink", ".f0", ".f1", ".f2", ".f3", ".f4", ".f5"] {
            #expect(
                try #require(colours[name]).contrast(with: paper) >= 4.5, "\(name)")
        }
        for name in ["text", ".muted", ".lostink"] {
            #expect(
                try #require(colours[name]).contrast(with: try #require(colours[".shade"])) >= 4.5,
                "\(name) on the shade")
        }
        for ground in [".paper", ".card"] {
            #expect(
                try #require(colours[".edge"]).contrast(with: try #require(colours[ground])) >= 3,
                "the edge of what is shaded, on \(ground)")
        }
        for step in 0...20 {
            let text = try #require(colours[step > 12 ? ".onheat" : step == 12 ? ".midheat" : "text"])
            #expect(try #require(colours[".h\(step)"]).contrast(with: text) >= 4.0, "heat \(step)")
        }
        for name in [".f0", ".f2", ".f5", ".lostink"] {
            #expect(
                try #require(colours[name]).contrast(with: try #require(colours[".onbar"])) >= 4.5,
                "\(name) under a number")
        }
    }

    @Test(arguments: [false, true])
    func seriesKeepApartWithAnyKindOfCones(isDark: Bool) throws {
        let colours = try Self.colours(isDark: isDark)
        let names = (0..<6).map { ".f\($0)" } + [".lostink", "text"]
        let series = try names.map { try #require(colours[$0]) }
        let normal: [Double] = [1, 0, 0, 0, 1, 0, 0, 0, 1]
        for (index, first) in series.enumerated() {
            for (other, second) in series.enumerated().dropFirst(index + 1) {
                for (kind, matrix) in ([normal] + Self.blindness).enumerated() {
                    let distance = first.seen(with: matrix).distance(to: second.seen(with: matrix))
                    #expect(distance > 0.09, "\(names[index]) and \(names[other]), kind \(kind)")
                }
            }
        }
    }

    @Test(arguments: [false, true])
    func heatGrowsStepByStepWithAnyKindOfCones(isDark: Bool) throws {
        let colours = try Self.colours(isDark: isDark)
        let heat = try (0...20).map { try #require(colours[".h\($0)"]) }
        for matrix in Self.blindness {
            let ground = heat[0].seen(with: matrix)
            let distances = heat.map { $0.seen(with: matrix).distance(to: ground) }
            #expect(zip(distances, distances.dropFirst()).allSatisfy { $0 < $1 + 0.002 })
        }
    }
}
