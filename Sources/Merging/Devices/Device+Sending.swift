public import Events

extension Device {
    /// A timer that the device asked for fires.
    @inlinable
    public mutating func wake<Effects: DeviceEffects>(
        _ timer: DeviceTimer, at moment: Moment, effects: inout Effects
    ) where Effects.Message == R.Message {
        switch timer {
        case .debounce:
            // An earlier keystroke's timer finds that a later one put the time off.
            if let draft, draft.value.due <= moment.uptime { persistDraft(at: moment, effects: &effects) }
        case .flush:
            isFlushDue = false
            flush(effects: &effects)
        case .retry:
            isRetryDue = false
            guard acknowledgedThrough < sentThrough else { return }
            sentThrough = acknowledgedThrough
            flush(effects: &effects)
        case .quarantine:
            let held = quarantine
            quarantine = []
            for packet in held { receive(packet, at: moment, effects: &effects) }
        }
    }

    /// The device is switched on, also after a crash: what was not persisted is forgotten.
    @inlinable
    public mutating func restart<Effects: DeviceEffects>(
        at moment: Moment, effects: inout Effects
    ) where Effects.Message == R.Message {
        for number in draft?.value.actions ?? [] { effects.refuse(number, because: .crashed) }
        draft = nil
        isFlushDue = false
        isRetryDue = false
        quarantine = []
        connect(at: moment, effects: &effects)
    }

    /// The network is there (again): says so, and sends what the relay may not have.
    @inlinable
    public mutating func connect<Effects: DeviceEffects>(
        at moment: Moment, effects: inout Effects
    ) where Effects.Message == R.Message {
        sentThrough = acknowledgedThrough
        effects.send(.hello(position: position))
        if acknowledgedThrough < counter { scheduleFlush(at: moment, effects: &effects) }
    }

    @inlinable
    mutating func scheduleFlush<Effects: DeviceEffects>(
        at moment: Moment, effects: inout Effects
    ) where Effects.Message == R.Message {
        guard !isFlushDue else { return }
        isFlushDue = true
        switch settings.flush {
        case .trailing(let delay):
            effects.wake(.flush, after: delay)
        case .periodic(let period, let phase):
            guard period > 0 else { return effects.wake(.flush, after: 0) }
            let elapsed = (moment.uptime + period - phase % period) % period
            effects.wake(.flush, after: elapsed == 0 ? 0 : period - elapsed)
        }
    }

    @inlinable
    mutating func flush<Effects: DeviceEffects>(effects: inout Effects) where Effects.Message == R.Message {
        guard sentThrough < counter else { return }
        let after = sentThrough
        sentThrough = counter
        guard let message = replica.pending(after: after) else {
            // All of it was overwritten from elsewhere: there is nothing left to say.
            if acknowledgedThrough == after { acknowledgedThrough = counter }
            return
        }
        effects.send(.upload(message, after: after, through: counter))
        if let retry = settings.retry {
            guard !isRetryDue else { return }
            isRetryDue = true
            effects.wake(.retry, after: retry)
        } else if !replica.needsReceipts {
            acknowledgedThrough = counter
            replica.confirm(through: counter, stamp: Stamp(rawValue: 0))
        }
    }

    /// A packet from the relay comes in: possibly again, possibly out of order.
    @inlinable
    public mutating func receive<Effects: DeviceEffects>(
        _ packet: Packet<R.Message>, at moment: Moment, effects: inout Effects
    ) where Effects.Message == R.Message {
        switch packet {
        case .download(let message, let after, let position):
            let stamp = R.newestStamp(of: message)
            guard clock.observe(stamp, at: moment.wallMilliseconds) else {
                quarantine.append(packet)
                let early = stamp.milliseconds - clock.maximumDrag - moment.wallMilliseconds
                return effects.wake(.quarantine, after: early * 1000)
            }
            // Not written is not received: it will come again.
            guard effects.persist(received: message) else { return }
            replica.receive(message)
            if after <= self.position { self.position = max(self.position, position) }
            if replica.mustResend, counter > 0 {
                sentThrough = min(sentThrough, counter - 1)
                acknowledgedThrough = min(acknowledgedThrough, sentThrough)
                scheduleFlush(at: moment, effects: &effects)
            }
            if settings.retry != nil { effects.send(.acknowledgement(position: self.position)) }
        case .receipt(let after, let through, let stamp):
            guard after <= acknowledgedThrough, through > acknowledgedThrough else { return }
            acknowledgedThrough = through
            replica.confirm(through: through, stamp: stamp)
        case .upload, .acknowledgement, .hello:
            return
        }
    }
}
