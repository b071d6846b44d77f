package dev.tenure.kinds.value;

import dev.tenure.apiserver.registry.field.GoPattern;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.TextNode;
import java.util.Optional;

/// Length, pattern and format of texts; the first that is wrong is reported. Upstream: validate/validator.go,
/// formats.go.
final class TextValidation {
    private TextValidation() {}

    /// Lengths count characters.
    static ValueFindings check(String text, JsonNode schema, String path) {
        var findings = new ValueFindings();
        int length = text.codePointCount(0, text.length());
        String pattern = schema.path("pattern").asText("");
        if (schema.has("maxLength") && length > schema.path("maxLength").asLong()) {
            findings.tooLong(path, schema.path("maxLength").asLong());
        } else if (length < schema.path("minLength").asLong(0)) {
            findings.invalid(
                    path,
                    TextNode.valueOf(text),
                    "should be at least " + schema.path("minLength").asLong() + " chars long");
        } else if (!pattern.isEmpty() && !GoPattern.matches(pattern, text)) {
            findings.invalid(path, TextNode.valueOf(text), "should match '" + pattern + "'");
        }
        return findings;
    }

    /// @return empty when the schema states no known format
    static Optional<ValueFindings> format(String text, JsonNode schema, String path) {
        String format = StringFormats.recognised(schema);
        if (!StringFormats.isText(format)) {
            return Optional.empty();
        }
        var findings = new ValueFindings();
        if (!StringFormats.valid(format, text)) {
            findings.wrongType(path, format, text);
        }
        return Optional.of(findings);
    }
}
