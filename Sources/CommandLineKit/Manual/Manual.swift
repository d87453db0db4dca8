/// What a tool says of itself, all made from its table of commands: help, man page, completions.
package struct Manual {
    let tool: Tool

    package init(tool: Tool) { self.tool = tool }

    /// The sections that help shows, without hidden commands.
    var sections: [(title: String, commands: [any Command.Type])] {
        tool.sections.compactMap { section in
            let visible = section.commands.filter { !$0.page.isHidden }
            return visible.isEmpty ? nil : (section.title, visible)
        }
    }

    var visibleCommands: [any Command.Type] { sections.flatMap(\.commands) }
}
