extension FieldLWW.Replica {
    /// Takes all fields in.
    public func combine(into fingerprint: inout Fingerprint) {
        fingerprint.combine(document)
        fingerprint.combine(title)
        fingerprint.combine(isTrashed)
        for register in [bodyRegister, titleField.register, trashedField.register] {
            fingerprint.combine(register.order)
            fingerprint.combine(register.sequence)
        }
        fingerprint.combine(heads)
        fingerprint.combine(confirmedThrough)
        guard let contenders = contenders?.value else { return }
        if let held = FieldLWW.Update(body: contenders.body, title: contenders.title, trashed: contenders.trashed) {
            FieldLWW.Replica.combine(held, into: &fingerprint)
        }
    }

    /// Takes an envelope in.
    public static func combine(_ update: FieldLWW.Update, into fingerprint: inout Fingerprint) {
        if let body = update.body {
            fingerprint.combine(body.value)
            fingerprint.combine(body.order)
        }
        if let title = update.title {
            fingerprint.combine(title.value)
            fingerprint.combine(title.order)
        }
        if let trashed = update.trashed {
            fingerprint.combine(trashed.value)
            fingerprint.combine(trashed.order)
        }
    }
}

extension FieldLWW.Archive {
    /// Takes all versions in; without the positions they came at, where those no longer matter.
    public func combine(into fingerprint: inout Fingerprint, isOrdered: Bool) {
        for kept in [body, title, trashed] {
            fingerprint.combine(kept != nil)
            guard let kept else { continue }
            FieldLWW.Replica.combine(kept.update, into: &fingerprint)
            fingerprint.combine(kept.author.rawValue)
            if isOrdered { fingerprint.combine(kept.position) }
        }
        if isOrdered { fingerprint.combine(position) }
        fingerprint.combine(newest.rawValue)
    }
}
