package dev.tenure.kinds.jsonpath;

import dev.tenure.wire.json.JsonNode;
import java.util.List;
import java.util.Optional;

/// A path to values in an object, for example `.status.conditions[?(@.type=="Ready")].status`. Immutable.
/// Upstream: client-go/util/jsonpath, with `AllowMissingKeys`.
public final class JsonPath {
    private final List<List<Step>> blocks;

    private JsonPath(List<List<Step>> blocks) {
        this.blocks = blocks;
    }

    /// @param path without the braces of a template; a brace in it ends the path and begins a text, as
    ///     upstream has it
    /// @throws JsonPathException when it is none
    public static JsonPath parse(String path) throws JsonPathException {
        return new JsonPath(JsonPathParser.blocks("{" + path + "}"));
    }

    /// The first value that the path leads to.
    ///
    /// @return empty when there is none, or when the path asks for what this object does not allow, for
    ///     example for the fifth of four elements
    public Optional<Value> first(JsonNode object) {
        Optional<Value> first = Optional.empty();
        for (int i = 0; i < blocks.size(); i++) {
            Search.Result found = Search.in(object, blocks.get(i));
            if (found.failed()) {
                return Optional.empty();
            }
            if (i == 0) {
                first = found.values().stream().findFirst();
            }
        }
        return first;
    }
}
