extension NoteID {
    /// A new note's id, of 128 random bits from the given source.
    public static func random(using source: inout some RandomNumberGenerator) -> NoteID {
        NoteID(high: source.next(), low: source.next())
    }

    /// A new note's id, of 128 random bits from the system.
    public static func random() -> NoteID {
        var source = SystemRandomNumberGenerator()
        return random(using: &source)
    }
}
