internal import Events

extension EventAccount {
    /// What was done, in a few words in the past tense that follow a name: `ticked “milk”`.
    ///
    /// - Parameters:
    ///   - tellsPresent: whether to add what a line says now, where that is something else.
    ///   - shown: how a text is shown that may be long; whole unless given.
    public func phrase(
        tellingPresent tellsPresent: Bool = true, shown: (String) -> String = { $0 }
    ) -> String {
        let past = entry.event.change.phrase.past
        func quote(_ bytes: [UInt8]) -> String { "“\(shown(String(decoding: bytes, as: UTF8.self).trimmed))”" }
        let single = lines.count == 1 ? lines[0] : nil
        let present = tellsPresent ? single?.presentPhrase(quote) ?? "" : ""
        switch entry.event.change {
        case .toggled:
            guard let state = single?.told else { return "\(past) a line that was not there" }
            let loses = single?.after?.mark != markSet && single?.after != nil
            return "\(past) \(quote(state.text))" + (loses ? ", which another write had decided" : "") + present
        case .appended:
            guard let added = lines.first(where: { $0.before == nil })?.after else { return past }
            return "\(past): \(quote(added.content))" + present
        case .edited(let edits):
            if edits.isEmpty, let name = entry.event.context.deviceName { return "named the device “\(shown(name))”" }
            guard let single else { return past }
            return single.editPhrase(quote) + present
        case .converted(let toChecklist, _):
            guard let state = single?.after else { return past }
            return "made \(quote(state.text)) \(toChecklist ? "a checklist item" : "plain")" + present
        case .retitled(let title):
            guard let titleBefore, titleBefore != title else { return past }
            return "renamed \(quote(Array(titleBefore.utf8))) to \(quote(Array(title.utf8)))"
        case .attributed:
            return attributes.isEmpty ? past : attributes.map(\.sentence).joined(separator: "; ")
        case .undone:
            guard let subject else { return past }
            return "\(subject.isDoneAgain ? "did again" : "took back") #\(subject.position): \(shown(subject.phrase))"
        case .created, .trashed, .restored, .received, .unknown:
            return past
        }
    }

    private var markSet: UInt8? {
        if case .toggled(_, _, let mark) = entry.event.change { mark } else { nil }
    }
}

extension LineChange {
    fileprivate func presentPhrase(_ quote: ([UInt8]) -> String) -> String {
        switch present {
        case .same: ""
        case .changed(let state): " → now \(quote(state.text))"
        case .gone: after == nil ? "" : " → now gone"
        }
    }

    /// What an edit did to the line.
    fileprivate func editPhrase(_ quote: ([UInt8]) -> String) -> String {
        switch (before, after) {
        case (nil, let after?): "added \(quote(after.content))"
        case (let before?, nil): "removed \(quote(before.content))"
        case (let before?, let after?) where before.content == after.content:
            before.number == after.number ? "edited \(quote(after.content))" : "moved \(quote(after.content))"
        case (let before?, let after?): "changed \(quote(before.content)) to \(quote(after.content))"
        case (nil, nil): "edited 1 line"
        }
    }
}

extension NoteDifference.Attribute {
    /// `labels: shopping → shopping, home`.
    public var sentence: String {
        AttributeSetting(name: name, values: values.after).sentence(after: values.before)
    }
}

extension AttributeSetting {
    /// `labels: shopping → shopping, home`.
    package func sentence(after before: [[UInt8]]) -> String {
        "\(noun(after: before)): \(before.spoken) → \(values.spoken)"
    }
}

extension String {
    /// The text without white space around it.
    package var trimmed: String {
        var text = self[...]
        while text.first?.isWhitespace == true { text.removeFirst() }
        while text.last?.isWhitespace == true { text.removeLast() }
        return String(text)
    }
}
