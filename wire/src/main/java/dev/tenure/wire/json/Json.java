package dev.tenure.wire.json;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;

/// Reads and writes JSON trees, with bounds on depth and on the length of numbers.
public final class Json {
    private static final int DEPTH_MAX = 1_000;
    private static final int NUMBER_LENGTH_MAX = 1_000;

    private static final JsonMapper MAPPER = JsonMapper.builder(com.fasterxml.jackson.core.JsonFactory.builder()
                    .streamReadConstraints(StreamReadConstraints.builder()
                            .maxNestingDepth(DEPTH_MAX)
                            .maxNumberLength(NUMBER_LENGTH_MAX)
                            .maxStringLength(Integer.MAX_VALUE)
                            .build())
                    .build())
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();

    private Json() {}

    /// @throws JsonSyntaxException when the bytes are no JSON value
    public static JsonNode read(byte[] json) {
        try {
            JsonNode node = MAPPER.readTree(json);
            if (node.isMissingNode()) {
                throw new JsonSyntaxException("unexpected end of JSON input");
            }
            return node;
        } catch (JsonProcessingException e) {
            throw new JsonSyntaxException(e.getOriginalMessage(), e);
        } catch (IOException e) {
            throw new JsonSyntaxException(String.valueOf(e.getMessage()), e);
        }
    }

    /// @throws JsonSyntaxException when the bytes are no JSON object
    public static ObjectNode readObject(byte[] json) {
        if (read(json) instanceof ObjectNode object) {
            return object;
        }
        throw new JsonSyntaxException("expected a JSON object");
    }

    public static byte[] write(JsonNode node) {
        try {
            return MAPPER.writeValueAsBytes(node);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a JSON tree that cannot be written", e);
        }
    }

    public static ObjectNode object() {
        return JsonNodeFactory.instance.objectNode();
    }
}
