import Events

/// Style and scripts, which are part of the program. Their addresses change with their content, so browsers may keep them.
enum Assets {
    private struct Asset {
        var type: String
        var bytes: [UInt8]

        static func script(_ bytes: [UInt8]) -> Asset { Asset(type: "text/javascript; charset=utf-8", bytes: bytes) }
    }

    private static let assets: [String: Asset] = [
        "style.css": Asset(type: "text/css; charset=utf-8", bytes: PackageResources.style_css),
        "acts.js": .script(PackageResources.acts_js), "editing.js": .script(PackageResources.editing_js),
        "enter.js": .script(PackageResources.enter_js), "live.js": .script(PackageResources.live_js),
        "note.js": .script(PackageResources.note_js), "reading.js": .script(PackageResources.reading_js),
        "sections.js": .script(PackageResources.sections_js),
    ]

    /// A name for this very set of files.
    private static let edition: String = {
        let hash = SHA256Stream()
        for (_, asset) in assets.sorted(by: { $0.key < $1.key }) { asset.bytes.withUnsafeBytes { hash.update($0) } }
        return String(AccessBook.hex(hash.digest()).prefix(12))
    }()

    static func path(of name: String) -> String { "/assets/\(edition)/\(name)" }

    static func answer(_ request: HTTPRequest) -> HTTPResponse {
        guard request.path.count == 3, request.path[1] == edition, let asset = assets[request.path[2]] else {
            return HTTPResponse(.notFound, sentence: "There is nothing here.")
        }
        return HTTPResponse(
            type: asset.type, headers: [("Cache-Control", "public, max-age=31536000, immutable")], bytes: asset.bytes)
    }
}
