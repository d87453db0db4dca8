import Checklist

extension Judge {
    /// Lines that say what nobody wrote in them, and lines that are there more often than anybody wanted, by an act on
    /// them.
    func damage(to acts: (Int) -> Bool) -> [Int: LossLedger.Outcome] {
        let known = Known(start, stakes.list.lazy.map(\.claim))
        var damage: [Int: LossLedger.Outcome] = [:]
        for end in ends {
            var found: [[UInt8]: Int] = [:]
            var corrupted: Set<LineID> = []
            for line in end.document.lines {
                found[known.text(of: line), default: 0] += 1
                if !known.allows(line) { corrupted.insert(line.id) }
            }
            for stake in stakes.list where acts(stake.act) && isDone(stake.act) {
                if case .presence(let text) = stake.claim.property,
                    found[text, default: 0] > known.wanted[text, default: 0]
                {
                    damage[stake.act] = .duplicated
                }
                if let line = stake.claim.line, corrupted.contains(line) { damage[stake.act] = .corrupted }
            }
        }
        return damage
    }

    /// What lines may say.
    private struct Known {
        /// How often a text may be there.
        private(set) var wanted: [[UInt8]: Int] = [:]
        private var texts: [LineID: Set<[UInt8]>] = [:]
        private var marks: [LineID: Set<UInt8>] = [:]
        /// Lines that were given another form: letters may have gone into the prefix, or come out of it.
        private var reformed: Set<LineID> = []

        init(_ start: ChecklistDocument, _ claims: some Sequence<Claim>) {
            for line in start.lines {
                wanted[Array(line.text), default: 0] += 1
                texts[line.id] = [Array(line.text)]
                if let mark = line.mark { marks[line.id] = [mark] }
            }
            for claim in claims {
                guard let line = claim.line else { continue }
                switch claim.property {
                case .text(let text), .presence(let text):
                    wanted[text, default: 0] += 1
                    texts[line, default: []].insert(text)
                case .prefix: reformed.insert(line)
                case .mark(.custom(let mark)): marks[line, default: []].insert(mark)
                default: break
                }
            }
        }

        /// What a line says by itself, whatever stands around it.
        func text(of line: Line) -> [UInt8] {
            guard line.context != .text else { return Array(line.text) }
            return ChecklistDocument(lone: line.id, bytes: line.content).line(line.id).map { Array($0.text) } ?? []
        }

        /// Whether somebody made a line what it is.
        func allows(_ line: Line) -> Bool {
            if let mark = line.mark, ![0x20, 0x78, 0x58].contains(mark), marks[line.id]?.contains(mark) != true,
                !reformed.contains(line.id)
            {
                return false
            }
            if reformed.contains(line.id) { return true }
            // Where whole bodies travel as bytes, a line may have got another id.
            guard let known = texts[line.id] else { return wanted[text(of: line)] != nil }
            return known.contains(text(of: line)) || known.contains { Claim.says(line, $0) }
        }
    }
}
