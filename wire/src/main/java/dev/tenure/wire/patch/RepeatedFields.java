package dev.tenure.wire.patch;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/// Finds fields that stand twice in one object of a JSON text.
final class RepeatedFields {
    private static final JsonFactory JSON = new JsonFactory();
    private static final int ERRORS_MAX = 100;

    private final JsonParser in;
    private final Set<String> errors = new LinkedHashSet<>();

    private RepeatedFields(JsonParser in) {
        this.in = in;
    }

    /// `duplicate field "spec.x"`, each once, in the order of the text.
    static List<String> of(byte[] json) {
        try (JsonParser in = JSON.createParser(json)) {
            RepeatedFields search = new RepeatedFields(in);
            in.nextToken();
            search.value("");
            return new ArrayList<>(search.errors);
        } catch (IOException _) {
            // Whether the text is JSON is told by who reads it.
            return List.of();
        }
    }

    private void value(String path) throws IOException {
        if (in.currentToken() == JsonToken.START_OBJECT) {
            Set<String> seen = new HashSet<>();
            while (in.nextToken() == JsonToken.FIELD_NAME) {
                String field = path.isEmpty() ? in.currentName() : path + "." + in.currentName();
                if (!seen.add(in.currentName()) && errors.size() < ERRORS_MAX) {
                    errors.add("duplicate field \"" + field + "\"");
                }
                in.nextToken();
                value(field);
            }
        } else if (in.currentToken() == JsonToken.START_ARRAY) {
            for (int i = 0; in.nextToken() != JsonToken.END_ARRAY; i++) {
                value(path + "[" + i + "]");
            }
        }
    }
}
