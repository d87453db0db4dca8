extension FieldLWW.Replica {
    /// Takes all fields in.
    public func combine(into fingerprint: inout Fingerprint) {
        fingerprint.combine(body.version.value)
        fingerprint.combine(titleField.version.value)
        fingerprint.combine(trashedField.version.value)
        body.combine(into: &fingerprint)
        titleField.combine(into: &fingerprint)
        trashedField.combine(into: &fingerprint)
        fingerprint.combine(heads)
        fingerprint.combine(confirmedThrough)
        if let other = body.contender { fingerprint.combine(other.value) }
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

extension FieldLWW.Field {
    /// Takes in all but the values.
    func combine(into fingerprint: inout Fingerprint) {
        fingerprint.combine(version.order)
        fingerprint.combine(sequence)
        fingerprint.combine(contender?.order)
    }
}

extension FieldLWW.Archive {
    /// Takes all versions in.
    public func combine(into fingerprint: inout Fingerprint) {
        if let update = FieldLWW.Update(body: body?.version, title: title?.version, trashed: trashed?.version) {
            FieldLWW.Replica.combine(update, into: &fingerprint)
        }
        fingerprint.combine([position, body?.position, title?.position, trashed?.position])
        fingerprint.combine(newest)
    }
}
