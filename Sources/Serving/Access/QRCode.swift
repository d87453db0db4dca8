import CQREncode

/// A text as a QR code (ISO/IEC 18004), for a phone's camera.
public struct QRCode: Sendable {
    /// The modules, row by row; true is dark.
    public let modules: [[Bool]]

    /// The code of a text; nil where libqrencode is not installed, or the text is too long for a code.
    public init?(_ text: String) {
        let functions = withUnsafeTemporaryAllocation(of: qrencode_functions.self, capacity: 1) { memory in
            memory.baseAddress.flatMap { qrencode_load($0) ? $0.pointee : nil }
        }
        guard let functions, let code = functions.encode(text, 0, QR_ECLEVEL_M) else { return nil }
        defer { functions.free(code) }
        let width = Int(code.pointee.width)
        guard let data = code.pointee.data else { return nil }
        modules = (0..<width).map { row in (0..<width).map { data[row * width + $0] & 1 == 1 } }
    }

    /// The code for a terminal: two rows of modules a line, dark on light whatever colours the terminal has, and with the
    /// quiet zone of four modules that cameras need.
    public var terminalText: String {
        let quiet = 4
        let width = modules.count + 2 * quiet
        func isDark(_ row: Int, _ column: Int) -> Bool {
            let (row, column) = (row - quiet, column - quiet)
            return modules.indices.contains(row) && modules.indices.contains(column) && modules[row][column]
        }
        return stride(from: 0, to: width, by: 2).map { row in
            let blocks = (0..<width).map { column in
                switch (isDark(row, column), isDark(row + 1, column)) {
                case (false, false): "█"
                case (false, true): "▀"
                case (true, false): "▄"
                case (true, true): " "
                }
            }
            // White on black, so that the blocks are the light modules.
            return "\u{1B}[97;40m" + blocks.joined() + "\u{1B}[0m"
        }.joined(separator: "\n")
    }
}
