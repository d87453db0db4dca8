import Foundation
import Testing

@Suite("Layers")
struct LayeringTests {
    /// Modules that are no target of this package.
    private static let platform: Set = [
        "Swift", "Synchronization", "Glibc", "Musl", "Darwin", "Android", "WinSDK", "WASILibc", "FoundationEssentials",
        "Foundation", "CryptoKit", "Dispatch",
    ]
    /// What a phone app embeds without the log: no disk, no clock, no random source.
    private static let pure: Set = [
        "DataFormats", "Checklist", "Events", "Merging", "Projections", "Simulation", "Drawing",
    ]
    private static let edges: Set = ["Importing", "NoteLedger", "Page"]

    @Test func everyFolderIsATargetOfTheManifest() throws {
        let manifest = try Manifest()
        #expect(manifest.targets.count >= 15)
        for (folder, known) in [
            ("Sources", manifest.targets.values.map(\.path)), ("Tools", manifest.targets.values.map(\.path)),
            ("Benchmarks", manifest.targets.values.map(\.path) + ["Benchmarks/Measuring", "Benchmarks/Pathological"]),
        ] {
            let places = Set(
                try SourceTree.swift(in: folder).map { $0.path.split(separator: "/").prefix(2).joined(separator: "/") })
            #expect(places.subtracting(known) == [])
        }
    }

    @Test func importsPointDown() throws {
        let manifest = try Manifest()
        for target in manifest.targets.values {
            // A benchmark is no layer: it measures any that it stands on.
            let isBenchmark = target.path.hasPrefix("Benchmarks/")
            let below = isBenchmark ? manifest.closure(of: target.name) : target.dependencies
            let allowed = below.union(Self.platform).union([target.name])
            for file in try SourceTree.swift(in: target.path) {
                #expect(Set(file.imports).subtracting(allowed) == [], "\(file)")
            }
        }
    }

    @Test func whatATargetDependsOnItImports() throws {
        let manifest = try Manifest()
        let commands = Set(manifest.targets.values.filter { $0.path.hasPrefix("Tools/") }.map(\.name))
        for target in manifest.targets.values {
            // A command is not imported but run.
            let imported = Set(try SourceTree.swift(in: target.path).flatMap(\.imports))
            #expect(target.dependencies.subtracting(imported).subtracting(commands) == [], "\(target.name)")
        }
    }

    @Test func noLayerReachesThePureOnesFromBelow() throws {
        let manifest = try Manifest()
        for name in Self.pure {
            #expect(
                manifest.closure(of: name).isDisjoint(with: ["LMDB", "CLMDB", "EventLog", "NoteLedger"]), "\(name)")
        }
    }

    @Test func foundationStaysOutside() throws {
        for file in try SourceTree.swift(in: "Sources", "Tools") {
            #expect(!file.imports.contains("Foundation"), "\(file)")
            let target = String(file.path.split(separator: "/")[1])
            if !Self.edges.contains(target), file.path.hasPrefix("Sources/") {
                #expect(!file.imports.contains("FoundationEssentials"), "\(file)")
            }
        }
    }

    @Test func pureTargetsCompileWhereverSwiftDoes() throws {
        let system: Set = ["Glibc", "Musl", "Darwin", "Android", "WinSDK"]
        for file in try SourceTree.swift(in: "Sources")
        where Self.pure.contains(String(file.path.split(separator: "/")[1])) && !system.isDisjoint(with: file.imports) {
            for module in system.intersection(file.imports) {
                #expect(
                    file.text.contains("#if canImport(\(module))")
                        || file.text.contains("#elseif canImport(\(module))"), "\(file)")
            }
        }
    }
}
