extension SpaceTime {
    /// The shading of the windows: the fill of all of them, then the edges of each, which the eye needs where windows
    /// overlap and the fill is pale.
    func shading(_ layout: SpaceTimeLayout) -> [Element] {
        let right = layout.right
        var fills: [Element] = []
        var edges: [Element] = []
        for (window, track) in zip(windows, layout.tracks) {
            let top = layout.time(window.range.lowerBound)
            let bottom = layout.time(window.range.upperBound)
            fills.append(
                Element(
                    "rect",
                    [
                        "class": "shade", "x": n(layout.left + 4), "y": n(top), "width": n(right - layout.left - 4),
                        "height": n(bottom - top),
                    ]))
            let start = track.map { bracket($0, layout) } ?? layout.left + 4
            edges.append(
                Element(
                    "path",
                    [
                        "class": "edge",
                        "d": "M\(n(right)) \(n(top))H\(n(start))V\(n(bottom))H\(n(right))",
                    ]))
            if let track, layout.trackWidth >= 14, bottom - top > TextWidth.of(window.label, size: 11) + 4 {
                let place = "translate(\(n(bracket(track, layout) + 11)) \(n((top + bottom) / 2))) rotate(-90)"
                edges.append(
                    Element("text", ["class": "muted cell middle", "transform": place], text: window.label))
            }
        }
        return fills + edges
    }

    /// Where a bracket's vertical line stands.
    private func bracket(_ track: Int, _ layout: SpaceTimeLayout) -> Double {
        layout.axisWidth + 6 + Double(track) * layout.trackWidth
    }

    /// What a window's bracket says.
    func hotspots(ofWindows layout: SpaceTimeLayout) -> [(seconds: Double, spot: Hotspot)] {
        zip(windows, layout.tracks).map { window, track in
            let top = layout.time(window.range.lowerBound)
            let height = layout.time(window.range.upperBound) - top
            let x = track.map { bracket($0, layout) } ?? layout.left
            let target = Element(
                "rect",
                [
                    "class": "target", "x": n(x), "y": n(top), "width": n(layout.trackWidth - 1),
                    "height": n(max(height, 4)),
                ])
            let (start, end) = (window.range.lowerBound, window.range.upperBound)
            let when = "\(SecondsText.moment(start)) to \(SecondsText.moment(end))"
            let spot = Hotspot(
                x: x + 4, y: top + height / 2, target: target, heading: window.label,
                lines: ["\(when): \(SecondsText.duration(end - start))"])
            return (window.range.lowerBound, spot)
        }
    }
}
