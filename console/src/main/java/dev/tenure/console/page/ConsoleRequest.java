package dev.tenure.console.page;

import dev.tenure.console.shown.ConsoleFault;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonSyntaxException;
import dev.tenure.wire.json.ObjectNode;
import java.util.List;
import java.util.Map;

/// What a browser asks for, after it is known who asks.
///
/// @param method of HTTP, in capitals
/// @param path what follows `/console/api/`, decoded, without empty parts
/// @param query parameters of the URL, by name
/// @param body empty when there is none
public record ConsoleRequest(String method, List<String> path, Map<String, List<String>> query, byte[] body) {
    private static final int BAD_REQUEST = 400;

    public ConsoleRequest {
        path = List.copyOf(path);
    }

    /// The first value of a parameter; empty when there is none.
    String parameter(String name) {
        List<String> values = query.getOrDefault(name, List.of());
        return values.isEmpty() ? "" : values.getFirst();
    }

    /// A count that the browser asks for, never more than `max`.
    int count(String name, int usual, int max) {
        String text = parameter(name);
        try {
            return text.isEmpty() ? usual : Math.clamp(Integer.parseInt(text), 1, max);
        } catch (NumberFormatException _) {
            return usual;
        }
    }

    /// The part of the path at a place; empty when it is shorter.
    String part(int index) {
        return index < path.size() ? path.get(index) : "";
    }

    /// The body as a JSON object.
    ///
    /// @throws ConsoleFault when it is none
    ObjectNode json() {
        try {
            return Json.readObject(body);
        } catch (JsonSyntaxException e) {
            throw new ConsoleFault(BAD_REQUEST, "BadRequest", "the body is no JSON object: " + e.getMessage());
        }
    }
}
