package dev.tenure.wire.json.decode;

import dev.tenure.wire.json.AnyReader;
import dev.tenure.wire.json.ArrayNode;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.JsonScanner;
import dev.tenure.wire.json.ObjectNode;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// Reads objects whose structure is not that of a Go type, as they stand, and notes members that stand twice.
/// The last one counts. Upstream: unstructured/unstructuredscheme, sigs.k8s.io/json.
public final class UntypedReader {
    private final JsonScanner in;
    private final ReadContext at = new ReadContext();

    private UntypedReader(byte[] json) {
        in = new JsonScanner(json);
    }

    /// @param duplicates `duplicate field "spec.x"`, in the order of the text, at most 100
    public record Untyped(ObjectNode object, List<String> duplicates) {
        public Untyped {
            duplicates = List.copyOf(duplicates);
        }
    }

    /// @param sent what `json` was made of, which messages show
    /// @throws DecodeException when the text is no JSON object, or does not say of which kind it is
    public static Untyped read(byte[] json, byte[] sent) {
        if (TypeMetaReader.read(json).kind().isEmpty()) {
            throw kindless(sent);
        }
        var reader = new UntypedReader(json);
        JsonNode value = reader.value();
        if (value instanceof ObjectNode object) {
            if (object.path("kind").asText("").isEmpty()) {
                throw kindless(sent); // Go's first look takes a name in other letters for it
            }
            return new Untyped(object, reader.at.strictErrors());
        }
        throw DecodeException.unrecognized("expected a JSON object");
    }

    private static DecodeException kindless(byte[] sent) {
        String shown = new String(sent, StandardCharsets.UTF_8);
        return DecodeException.unrecognized("Object 'Kind' is missing in '" + shown + "'");
    }

    private JsonNode value() {
        int first = in.peekValue();
        return switch (first) {
            case '{' -> object();
            case '[' -> array();
            default -> AnyReader.scalar(in, first);
        };
    }

    private ObjectNode object() {
        ObjectNode members = Json.object();
        Set<String> seen = new HashSet<>();
        in.open();
        for (boolean first = true; in.member(first); first = false) {
            String key = in.key();
            if (!seen.add(key)) {
                at.duplicateField(key);
            }
            at.enter(key);
            members.set(key, value());
            at.leave();
        }
        return members;
    }

    private ArrayNode array() {
        ArrayNode elements = Json.array();
        in.open();
        for (int i = 0; in.element(i == 0); i++) {
            at.enter(i);
            elements.add(value());
            at.leave();
        }
        return elements;
    }
}
