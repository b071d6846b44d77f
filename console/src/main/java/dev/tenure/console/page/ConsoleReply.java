package dev.tenure.console.page;

import dev.tenure.console.follow.LiveEvents;
import dev.tenure.wire.json.JsonNode;

/// What a browser is answered.
public sealed interface ConsoleReply {
    /// @param code of HTTP
    record Document(int code, JsonNode json) implements ConsoleReply {}

    /// Events that go on until the browser leaves.
    record Live(LiveEvents events) implements ConsoleReply {}
}
