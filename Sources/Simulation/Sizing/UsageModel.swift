/// How people use an app, for an estimate of what they lose in a month. Durations are seconds.
///
/// Each device has sessions at random times of its active hours. A session is on one note: with probability
/// `sharedShare` on one that all devices have, else on a note of the device's own. It has a geometric number of edits,
/// an exponential pause apart, each on a line of its own, so that whatever is lost was no real conflict.
public struct UsageModel: Hashable, Sendable {
    /// How many devices have the shared notes.
    public var devices = 2
    /// How many notes are shared; a session is on any of them, equally likely.
    public var notes = 20
    /// Edits a day and device.
    public var editsPerDay = 50.0
    /// Edits in a session, on average.
    public var editsPerSession = 5.0
    /// The pause between two edits of a session, on average.
    public var pause = 6.0
    /// The share of sessions that are on a shared note.
    public var sharedShare = 0.3
    /// The share of sessions on a shared note that another device joins: it begins a session on the same note before
    /// the first one ends.
    public var joinedShare = 0.0
    /// The share of sessions during which the device is offline.
    public var offlineShare = 0.0
    /// How long a device that was offline in a session stays so after it, on average.
    public var offlineTime = 1800.0
    /// Hours of a day in which people use the app.
    public var activeHours = 16.0
    /// The days of a month.
    public static let days = 30

    /// The usual person.
    public init() {}

    /// An edit of a shared note.
    struct Edit: Hashable, Sendable {
        var time: Double
        var device: Int
        var note: Int
        /// Until when its device is offline; nil if it is online.
        var offlineUntil: Double?
    }

    /// The edits of shared notes in one month, in order of time, and how many edits of any notes there were.
    func month(_ stream: inout RandomStream) -> (shared: [Edit], all: Int) {
        var edits: [Edit] = []
        var count = 0
        let sessionsPerDay = editsPerDay / editsPerSession
        for device in 0..<devices {
            // Time of use: the nights are cut out, so that a day has the active hours only.
            var time = 0.0
            let end = Double(UsageModel.days) * activeHours * 3600
            while true {
                time += stream.exponential() / sessionsPerDay * activeHours * 3600
                guard time < end else { break }
                let isShared = stream.unit() < sharedShare
                let note = Int(stream.unit() * Double(notes))
                let session = self.session(from: time, device: device, note: note, &stream)
                count += session.count
                guard isShared else { continue }
                edits += session
                guard devices > 1, stream.unit() < joinedShare, let last = session.last else { continue }
                let other = (device + 1 + Int(stream.unit() * Double(devices - 1))) % devices
                let start = time + stream.unit() * max(last.time - time, pause)
                edits += self.session(from: start, device: other, note: note, &stream)
            }
        }
        return (edits.sorted { ($0.time, $0.device) < ($1.time, $1.device) }, count)
    }

    private func session(from start: Double, device: Int, note: Int, _ stream: inout RandomStream) -> [Edit] {
        var edits = [Edit(time: start, device: device, note: note)]
        let goesOn = 1 - 1 / max(editsPerSession, 1)
        var time = start
        while edits.count < 1000, stream.unit() < goesOn {
            time += stream.exponential() * pause
            edits.append(Edit(time: time, device: device, note: note))
        }
        if stream.unit() < offlineShare {
            let end = time + stream.exponential() * offlineTime
            for index in edits.indices { edits[index].offlineUntil = end }
        }
        return edits
    }
}
