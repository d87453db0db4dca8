import DataFormats

extension SpaceTime {
    /// The run in Chrome's trace event format, which Perfetto and `chrome://tracing` open.
    ///
    /// A lane is a thread, what happens on it a slice, a message a flow from slice to slice, a window or an outage an
    /// asynchronous span (these may overlap as they like, slices of one thread may not). Times are whole microseconds.
    /// - Complexity: O(*n* log *n*) in what happens.
    public var chromeTrace: String {
        var events = [TraceEvent("M", "process_name", thread: 0).with("args", "{\"name\":\(JSONValue.quoted(title))}")]
        for (index, lane) in lanes.enumerated() {
            let name = TraceEvent("M", "thread_name", thread: index + 1)
            events.append(name.with("args", "{\"name\":\(JSONValue.quoted(lane.name))}"))
            let place = TraceEvent("M", "thread_sort_index", thread: index + 1)
            events.append(place.with("args", "{\"sort_index\":\(index)}"))
        }
        let spans =
            windows.map { (0, $0.label, $0.range) }
            + outages.filter { lanes.indices.contains($0.lane) }.map {
                ($0.lane + 1, "\(lanes[$0.lane].name): \($0.label)", $0.seconds)
            }
        for (id, (thread, name, seconds)) in spans.enumerated() {
            for (phase, time) in [("b", seconds.lowerBound), ("e", seconds.upperBound)] {
                events.append(
                    TraceEvent(phase, name, thread: thread).at(time).with("cat", "\"span\"").with("id", "\(id + 1)"))
            }
        }
        for step in steps {
            // A microsecond long, since a flow only binds to a slice that it lies within.
            events.append(
                TraceEvent("X", step.text, thread: step.lane + 1).at(step.seconds).with("dur", "1")
                    .with("cat", "\"\(step.category)\""))
            let flow = TraceEvent(step.category == "send" ? "s" : "f", "message", thread: step.lane + 1)
                .at(step.seconds).with("cat", "\"message\"")
            switch step.kind {
            case .moment: break
            case .send(let message): events.append(flow.with("id", "\(message + 1)"))
            case .receive(let message): events.append(flow.with("id", "\(message + 1)").with("bp", "\"e\""))
            }
        }
        let lines = events.map(\.json).joined(separator: ",\n")
        return "{\"displayTimeUnit\":\"ms\",\"traceEvents\":[\n\(lines)\n]}\n"
    }
}

/// One event of a trace: a JSON object whose fields are written in order.
private struct TraceEvent {
    private var fields: [String]

    init(_ phase: String, _ name: String, thread: Int) {
        fields = ["\"ph\":\"\(phase)\"", "\"name\":\(JSONValue.quoted(name))", "\"pid\":1", "\"tid\":\(thread)"]
    }

    func with(_ name: String, _ json: String) -> TraceEvent {
        var event = self
        event.fields.append("\"\(name)\":\(json)")
        return event
    }

    func at(_ seconds: Double) -> TraceEvent {
        let scaled = (seconds * 1e6).rounded()
        return with("ts", "\(scaled.magnitude < 9e15 ? Int64(scaled) : 0)")
    }

    var json: String { "{\(fields.joined(separator: ","))}" }
}

extension SpaceTime.Step {
    fileprivate var category: String {
        switch kind {
        case .moment: "moment"
        case .send: "send"
        case .receive: "receive"
        }
    }
}
