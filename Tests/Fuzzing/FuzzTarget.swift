import Glibc
import Page

/// What is fuzzed.
enum FuzzTarget: String, CaseIterable {
    case kv
    case flatbuffers
    case tl
    case notes
    case markdown
    case editing
    case html
    case lines
    case events

    /// What the command line named. libFuzzer's callback has no context to carry it.
    nonisolated(unsafe) static var chosen = FuzzTarget.kv

    private var format: WireFormat? { WireFormat(rawValue: rawValue) }

    /// Reads the bytes and checks what comes of them; traps, for libFuzzer to see, where something is wrong.
    func check(_ bytes: [UInt8]) {
        guard let format else {
            switch self {
            case .markdown: return PageFuzzing.checkMarkdown(bytes)
            case .editing: return PageFuzzing.checkEditing(bytes)
            case .html: return PageFuzzing.checkHTML(bytes)
            case .lines: return ChecklistFuzzing.check(bytes)
            case .events: return EventFuzzing.check(bytes)
            default: return ImportFuzzing.check(bytes)
            }
        }
        do {
            let page = try format.decode(bytes)
            precondition(page.isWithinDepth)
            let again = try format.decode(format.encode(page))
            // Text rather than values: a coordinate that is no number does not equal itself.
            precondition("\(again)" == "\(page)")
        } catch {
            precondition((0...bytes.count).contains(error.offset))
        }
    }

    /// Writes inputs to begin with, each a file.
    func writeSeeds(to folder: String) {
        let seeds: [[UInt8]] =
            switch self {
            case .kv, .flatbuffers, .tl:
                format.map { format in SeedPages.all.compactMap { try? format.encode($0) } } ?? []
            case .notes: ImportFuzzing.seeds
            case .markdown: PageFuzzing.markdownSeeds
            case .editing: PageFuzzing.editingSeeds
            case .html: PageFuzzing.htmlSeeds
            case .lines: ChecklistFuzzing.seeds
            case .events: EventFuzzing.seeds
            }
        for (index, bytes) in seeds.enumerated() {
            guard let file = fopen("\(folder)/seed-\(index)", "wb") else { continue }
            bytes.withUnsafeBytes { _ = fwrite($0.baseAddress, 1, $0.count, file) }
            fclose(file)
        }
    }
}
