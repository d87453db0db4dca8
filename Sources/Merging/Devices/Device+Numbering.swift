extension Device {
    /// Leaves out the numbers up to `number`: its store gave them to events that are no actions, such as a value that
    /// came in and won.
    public mutating func skip(to number: UInt64) {
        guard number > counter else { return }
        // Whoever has all there was to send has all there is.
        if sentThrough == counter { sentThrough = number }
        if acknowledgedThrough == counter { acknowledgedThrough = number }
        counter = number
    }
}
