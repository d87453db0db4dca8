/// The runs of `ids` that new events may continue, by device number.
struct OpenRuns {
    struct Open {
        var run: IDRun
        var isTouched: Bool
    }

    private var byDevice: [Open?] = []

    subscript(device: UInt32) -> Open? {
        get { device < byDevice.count ? byDevice[Int(device)] : nil }
        set {
            while device >= byDevice.count { byDevice.append(nil) }
            byDevice[Int(device)] = newValue
        }
    }

    /// Takes one more event into the run that it goes right behind, if there is one.
    mutating func take(_ counter: UInt64, of device: UInt32, at position: UInt64) -> Bool {
        let device = Int(device)
        guard device < byDevice.count, byDevice[device]?.run.isContinued(by: counter, at: position) == true else {
            return false
        }
        byDevice[device]?.run.count += 1
        byDevice[device]?.isTouched = true
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
