/// Commands that record what reaches the disk.
let recordingCommands: [String: Command] = [:]
