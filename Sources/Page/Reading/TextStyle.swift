/// What a range of characters looks like and leads to.
struct TextStyle: Hashable {
    /// The styles that can be in force together.
    struct Marks: OptionSet, Hashable {
        let rawValue: UInt16

        static let bold = Marks(rawValue: 1)
        static let italic = Marks(rawValue: 2)
        static let strikethrough = Marks(rawValue: 4)
        static let underline = Marks(rawValue: 8)
        static let marked = Marks(rawValue: 16)
        static let lowered = Marks(rawValue: 32)
        static let raised = Marks(rawValue: 64)
        static let fixed = Marks(rawValue: 128)

        /// All of them, from the one that goes outermost if several cover the same characters.
        static let ordered: [Marks] = [.bold, .italic, .strikethrough, .underline, .marked, .lowered, .raised, .fixed]
    }

    /// Where a link leads.
    enum Link: Hashable {
        case url(String)
        case email(String)
        case phone(String)
        case anchor(String)

        /// What an address means: a mail address, a telephone number, or a place.
        init(address: String) {
            if let email = Self.rest(of: address, behind: "mailto:"), !email.isEmpty {
                self = .email(email)
            } else if let phone = Self.rest(of: address, behind: "tel:"), !phone.isEmpty {
                self = .phone(phone)
            } else {
                self = .url(address)
            }
        }

        /// The address that leads there; nil for a place that links can point to.
        var address: String? {
            switch self {
            case .url(let address): address
            case .email(let email): "mailto:" + email
            case .phone(let number): "tel:" + number
            case .anchor: nil
            }
        }

        private static func rest(of address: String, behind scheme: String) -> String? {
            guard address.utf8.count > scheme.utf8.count, address.prefix(scheme.count).lowercased() == scheme else {
                return nil
            }
            return String(address.dropFirst(scheme.count))
        }
    }

    var marks: Marks = []
    var link: Link?

    /// The style with a mark more.
    func adding(_ mark: Marks) -> TextStyle { TextStyle(marks: marks.union(mark), link: link) }

    /// The style within a link; a link within a link means nothing.
    func linking(to link: Link) -> TextStyle { TextStyle(marks: marks, link: self.link ?? link) }
}
