internal import Checklist

/// The runs of `ids` that the next events may extend, by device number.
struct OpenRuns: Sendable {
    struct Open: Sendable {
        var run: IDRun
        var isTouched: Bool

        fileprivate mutating func take(_ counter: UInt64, at position: UInt64) -> Bool {
            guard run.isContinued(by: counter, at: position) else { return false }
            run.count += 1
            isTouched = true
            return true
        }
    }

    private var byDevice: [Open?] = []
    /// The device whose run was extended last, and its number: most often the next event is of the same device.
    private var latest: (device: DeviceID, number: UInt32)?

    subscript(device: UInt32) -> Open? {
        get { device < byDevice.count ? byDevice[Int(device)] : nil }
        set {
            while device >= byDevice.count { byDevice.append(nil) }
            byDevice[Int(device)] = newValue
        }
    }

    /// Extends the run that was extended last by an event, if the event comes directly after it.
    mutating func take(_ event: EventID, at position: UInt64) -> Bool {
        guard let latest, latest.device == event.device else { return false }
        return byDevice[Int(latest.number)]?.take(event.counter, at: position) ?? false
    }

    /// Extends the device's run by an event, if the event comes directly after it.
    mutating func take(_ event: EventID, of number: UInt32, at position: UInt64) -> Bool {
        guard number < byDevice.count, byDevice[Int(number)]?.take(event.counter, at: position) == true else {
            return false
        }
        latest = (event.device, number)
        return true
    }

    /// The runs that changed, by device number. They count as written then.
    mutating func takeChanged() -> [(device: UInt32, run: IDRun)] {
        var changed: [(UInt32, IDRun)] = []
        for device in byDevice.indices {
            guard let open = byDevice[device], open.isTouched else { continue }
            changed.append((UInt32(device), open.run))
            byDevice[device]?.isTouched = false
        }
        return changed
    }
}
