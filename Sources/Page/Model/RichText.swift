/// Text with its styles, links and inline objects.
///
/// A line break inside a text is a character of a plain text: `\n` where the source merely wrapped, U+2028 (line
/// separator) where a break was asked for. ``RichText/flattened`` gives the bare characters.
///
/// Values from this library's parsers and decoders nest at most ``PageDocument/maximumDepth`` deep, so comparing,
/// hashing and releasing them never exhausts the stack. Values built by hand should keep to the same bound; what
/// takes them checks it.
public indirect enum RichText: Hashable, Sendable {
    /// Nothing.
    case empty
    /// Characters without style.
    case plain(String)
    /// Strong text.
    case bold(RichText)
    /// Emphasised text.
    case italic(RichText)
    /// Underlined text.
    case underline(RichText)
    /// Struck-out text.
    case strikethrough(RichText)
    /// Text in a fixed-width font, as inline code has.
    case fixed(RichText)
    /// A link; `webpage` names a page known to the carrier of the link.
    case url(RichText, url: String, webpage: MediaID?)
    /// A link to a mail address.
    case email(RichText, email: String)
    /// Texts one after the other.
    case concat([RichText])
    /// Lowered text.
    case `subscript`(RichText)
    /// Raised text.
    case superscript(RichText)
    /// Text marked as with a highlighter.
    case marked(RichText)
    /// A link to a telephone number.
    case phone(RichText, phone: String)
    /// A picture within the text, by reference, with its size in points.
    case image(MediaID, width: Int32, height: Int32)
    /// A picture within the text, by address, with the words that stand for it where it cannot be shown.
    case picture(String, url: String)
    /// A place that links can point to.
    case anchor(RichText, name: String)
    /// Text hidden until asked for.
    case spoiler(RichText)
    /// A formula in TeX notation.
    case math(String)
    /// A custom emoji with the plain text that stands for it.
    case customEmoji(Int64, alternative: String)
    /// Text recognised as something that can be acted on.
    case entity(Entity, RichText)
    /// A point in time, shown as `text` or in one of the styles.
    case date(RichText, seconds: Int32, style: DateStyle)
    /// Changed text: new and old.
    case diff(RichText, old: RichText)

    /// What a stretch of text was recognised as.
    public enum Entity: Hashable, Sendable {
        /// A mention of somebody by public name.
        case mention
        /// A mention of somebody by id.
        case user(Int64)
        /// A `#tag`.
        case hashtag
        /// A `$TICKER`.
        case cashtag
        /// A `/command`.
        case botCommand
        /// A web address.
        case url
        /// A mail address.
        case email
        /// A telephone number.
        case phone
        /// The number of a bank card.
        case bankCard
    }

    /// The parts that a ``RichText/date(_:seconds:style:)`` shows.
    public struct DateStyle: OptionSet, Hashable, Sendable {
        /// One bit a part.
        public let rawValue: UInt8
        /// A style of the given bits.
        public init(rawValue: UInt8) { self.rawValue = rawValue }

        /// As a distance from now.
        public static let relative = DateStyle(rawValue: 1)
        /// Hours and minutes.
        public static let shortTime = DateStyle(rawValue: 2)
        /// Hours, minutes and seconds.
        public static let longTime = DateStyle(rawValue: 4)
        /// The day in digits.
        public static let shortDate = DateStyle(rawValue: 8)
        /// The day in words.
        public static let longDate = DateStyle(rawValue: 16)
        /// The day of the week.
        public static let dayOfWeek = DateStyle(rawValue: 32)
    }
}
