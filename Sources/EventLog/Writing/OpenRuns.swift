internal import Checklist

/// The runs of `ids` that new events may continue, by device number.
struct OpenRuns {
    struct Open {
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
    /// Whose run was continued last, and the device's number: mostly the next event is of the same one.
    private var latest: (device: DeviceID, number: UInt32)?

    subscript(device: UInt32) -> Open? {
        get { device < byDevice.count ? byDevice[Int(device)] : nil }
        set {
            while device >= byDevice.count { byDevice.append(nil) }
            byDevice[Int(device)] = newValue
        }
    }

    /// Takes one more event into the run that it goes right behind, if that is the one continued last.
    mutating func take(_ event: EventID, at position: UInt64) -> Bool {
        guard let latest, latest.device == event.device else { return false }
        return byDevice[Int(latest.number)]?.take(event.counter, at: position) ?? false
    }

    /// Takes one more event into the run that it goes right behind, if there is one.
    mutating func take(_ event: EventID, of number: UInt32, at position: UInt64) -> Bool {
        guard number < byDevice.count, byDevice[Int(number)]?.take(event.counter, at: position) == true else {
            return false
        }
        latest = (event.device, number)
        return true
    }

    /// Hands on the runs that changed, and takes them for written.
    mutating func flush(_ body: (UInt32, IDRun) throws -> Void) rethrows {
        for device in byDevice.indices {
            guard let open = byDevice[device], open.isTouched else { continue }
            try body(UInt32(device), open.run)
            byDevice[device]?.isTouched = false
        }
    }
}
