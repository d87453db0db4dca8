// swift-tools-version: 6.1
import PackageDescription

let strict: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
]

/// A C library that Debian packages; `Tools/setup` installs it.
func system(_ name: String, in folder: String = "Sources", pkgConfig: String? = nil, apt: String) -> Target {
    .systemLibrary(name: name, path: "\(folder)/\(name)", pkgConfig: pkgConfig, providers: [.apt([apt])])
}

func library(
    _ name: String, _ dependencies: [Target.Dependency] = [], _ settings: [SwiftSetting] = [],
    excluding files: [String] = [], embedding resources: [String] = []
) -> Target {
    .target(
        name: name, dependencies: dependencies, exclude: files, resources: resources.map { .embedInCode($0) },
        swiftSettings: strict + settings)
}

/// A command: its `main` is one line, what it does lives in a library of commands.
///
/// Optimised, it brings Swift's runtime with it: loading it as libraries takes longer than most commands run.
func tool(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
    .executableTarget(
        name: name, dependencies: dependencies, path: "Tools/\(name)", swiftSettings: strict,
        linkerSettings: [.unsafeFlags(["-static-stdlib"], .when(platforms: [.linux], configuration: .release))])
}

func benchmark(
    _ name: String, at folder: String, _ dependencies: [Target.Dependency]
) -> Target {
    .executableTarget(
        name: name, dependencies: ["Measuring"] + dependencies, path: "Benchmarks/\(folder)", swiftSettings: strict)
}

func tests(
    _ name: String, _ dependencies: [Target.Dependency] = [], resources: [Resource] = [],
    linking libraries: [String] = []
) -> Target {
    .testTarget(
        name: "\(name)Tests", dependencies: [.byName(name: name), "TestSupport"] + dependencies,
        resources: resources, swiftSettings: strict, linkerSettings: libraries.map { .linkedLibrary($0) })
}

let linuxCrypto = Target.Dependency.target(name: "CCrypto", condition: .when(platforms: [.linux]))

let package = Package(
    name: "NoteLedger",
    products: [
        // The pure parts, for an app that embeds them without the log.
        .library(name: "Checklist", targets: ["Checklist"]),
        .library(name: "Events", targets: ["Events"]),
        .library(name: "Merging", targets: ["Merging"]),
        .library(name: "Projections", targets: ["Projections"]),
        .library(name: "Simulation", targets: ["Simulation"]),
        .library(name: "Page", targets: ["Page"]),
        // The whole store.
        .library(name: "NoteLedger", targets: ["NoteLedger"]),
        // Other programs' notes: reading them, and exchanging them with a store.
        .library(name: "Importing", targets: ["Importing"]),
        .library(name: "NoteExchange", targets: ["NoteExchange"]),
        .executable(name: "noteledger", targets: ["noteledger"]),
        .executable(name: "racewindow", targets: ["racewindow"]),
    ],
    targets: [
        // System libraries.
        system("CLMDB", pkgConfig: "lmdb", apt: "liblmdb-dev"),
        system("CMD4C", pkgConfig: "md4c", apt: "libmd4c-dev"),
        system("CGumbo", pkgConfig: "gumbo", apt: "libgumbo-dev"),
        system("CCrypto", pkgConfig: "libcrypto", apt: "libssl-dev"),
        // Loaded only when an archive is read, so there is nothing to link.
        system("CArchive", apt: "libarchive-dev"),
        system("CStatx", apt: "linux-libc-dev"),
        // Loaded only when pages are served.
        system("CMicroHTTPD", apt: "libmicrohttpd-dev"),
        system("CQREncode", apt: "libqrencode-dev"),

        // Libraries, from the ground up.
        // What stands on nothing: byte, JSON and time formats; threads that can be waited for.
        library("DataFormats"),
        library("Threads"),
        library("Checklist"),
        library("Events", ["DataFormats", "Checklist", linuxCrypto]),
        library("Page", ["DataFormats", "CMD4C", "CGumbo"], excluding: ["Codecs/FlatBuffers/Page.fbs"]),
        // `Lifetimes` lets a value be returned as a span of the map that cannot leave its transaction.
        library("LMDB", ["Threads", "CLMDB"], [.enableExperimentalFeature("Lifetimes")]),
        library("EventLog", ["LMDB", "Threads", "Projections", "Events", "DataFormats", "Checklist"]),
        library("Merging", ["Events", "Checklist"]),
        library("Projections", ["Merging", "Events", "DataFormats", "Checklist"]),
        library("Drawing", ["DataFormats"]),
        library("Simulation", ["Merging", "Events", "Checklist"]),
        library(
            "NoteLedger",
            ["EventLog", "LMDB", "Projections", "Merging", "Page", "Events", "DataFormats", "Checklist"]),
        library("Importing", ["Events", "DataFormats", "CArchive", "CStatx"]),
        library(
            "NoteExchange", ["NoteLedger", "Importing", "Merging", "Events", "DataFormats", "Checklist"]),
        library(
            "Serving",
            [
                "NoteLedger", "Merging", "Page", "Events", "DataFormats", "Threads", "Checklist", "CMicroHTTPD",
                "CQREncode",
            ],
            embedding: ["Web"]),
        library("CommandLineKit", ["DataFormats", "Checklist"]),
        library(
            "NoteLedgerCommands",
            [
                "CommandLineKit", "Serving", "NoteExchange", "NoteLedger", "Importing", "Merging", "Page", "Events",
                "DataFormats",
                "Checklist",
            ]),
        library(
            "RaceWindowCommands",
            [
                "CommandLineKit", "NoteLedgerCommands", "NoteLedger", "Simulation", "Merging", "Drawing", "Importing",
                "Events", "DataFormats", "Checklist",
            ],
            embedding: ["Library/Scenarios"]),

        // Executables.
        tool("noteledger", ["CommandLineKit", "NoteLedgerCommands"]),
        tool("racewindow", ["CommandLineKit", "RaceWindowCommands"]),

        // Benchmarks, each with its peers.
        .target(name: "Measuring", path: "Benchmarks/Measuring", swiftSettings: strict),
        system("CSQLite", in: "Benchmarks", pkgConfig: "sqlite3", apt: "libsqlite3-dev"),
        system("CCMarkGFM", in: "Benchmarks", pkgConfig: "libcmark-gfm", apt: "libcmark-gfm-dev"),
        .target(
            name: "CLineTable", dependencies: ["CMD4C", "CCMarkGFM"], path: "Benchmarks/CLineTable"),
        .target(name: "Pathological", path: "Benchmarks/Pathological", swiftSettings: strict),
        benchmark("bench-linetree", at: "LineTree", ["Checklist", "CLineTable", "Pathological"]),
        benchmark("bench-page", at: "PageModel", ["Page", "CMD4C", "CGumbo", "CCMarkGFM", "TestSupport"]),
        .target(
            name: "CLogPeers", dependencies: ["CLMDB", "CSQLite"], path: "Benchmarks/CLogPeers", ),
        benchmark("bench-log", at: "Log", ["NoteLedger", "EventLog", "CLogPeers", "noteledger"]),
        benchmark("bench-racewindow", at: "RaceWindow", ["Simulation", "Merging", "Events", "Checklist"]),

        // Tests.
        .target(name: "TestSupport", path: "Tests/TestSupport", swiftSettings: strict),
        // The tests' second process, to be killed, and the failing disk underneath it.
        .target(name: "CFaults", path: "Tests/CFaults"),
        .executableTarget(
            name: "CrashWorker", dependencies: ["NoteLedger", "EventLog", "LMDB", "CFaults", "TestSupport"],
            path: "Tests/CrashWorker",
            swiftSettings: strict),
        // What is fuzzed of notes as lines: by the tests with seeds, by `Tools/fuzz` with libFuzzer.
        .target(name: "LineFuzzing", dependencies: ["Checklist"], path: "Tests/LineFuzzing", swiftSettings: strict),
        tests("Checklist", ["Pathological", "LineFuzzing"], resources: [.copy("Corpus")]),
        tests("DataFormats"),
        tests("Events", ["DataFormats"]),
        tests("Page", ["CCMarkGFM", "Checklist"], resources: [.copy("Codecs/Judges"), .copy("Documents")]),
        tests("LMDB", ["CrashWorker"]),
        tests("EventLog", ["DataFormats"]),
        tests("Merging", resources: [.copy("Judges")]),
        tests("Projections"),
        tests("Drawing", resources: [.copy("Judges")]),
        tests("Simulation"),
        tests("NoteLedger", ["CrashWorker", "DataFormats", "LMDB", "EventLog", "Merging"]),
        tests(
            "Serving", ["CommandTesting", "NoteLedger", "Events", "DataFormats", "Checklist", "noteledger"],
            resources: [.copy("Browser/scenes.py")]),
        tests("Importing", ["CArchive"], linking: ["archive"]),
        tests("NoteExchange", ["NoteLedger"]),
        // Tools as they are built, and what holds for the table of each.
        .target(
            name: "CommandTesting", dependencies: ["CommandLineKit"], path: "Tests/CommandTesting",
            swiftSettings: strict),
        tests("CommandLineKit", ["CommandTesting"]),
        tests("NoteLedgerCommands", ["CommandLineKit", "CommandTesting", "NoteLedger", "noteledger"]),
        tests(
            "RaceWindowCommands", ["CommandLineKit", "CommandTesting", "NoteLedger", "racewindow"],
            resources: [.copy("Histories"), .copy("Lab")]),
        .testTarget(name: "SourceTreeTests", swiftSettings: strict),
    ]
)

// `Tools/fuzz` asks for these; they link libFuzzer, which other builds do without.
if Context.environment["NOTELEDGER_FUZZING"] != nil {
    package.targets += [
        .systemLibrary(name: "CLibFuzzer", path: "Tests/Fuzzing/CLibFuzzer"),
        .executableTarget(
            name: "fuzz", dependencies: ["Page", "Importing", "Events", "Checklist", "LineFuzzing", "CLibFuzzer"],
            path: "Tests/Fuzzing",
            exclude: ["CLibFuzzer"],
            swiftSettings: strict),
    ]
}
