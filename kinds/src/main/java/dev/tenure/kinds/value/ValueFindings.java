package dev.tenure.kinds.value;

import dev.tenure.apiserver.registry.FieldError;
import dev.tenure.apiserver.registry.FieldErrors;
import dev.tenure.apiserver.registry.field.Path;
import dev.tenure.model.meta.Quoted;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.NullNode;
import dev.tenure.wire.json.NumberNode;
import dev.tenure.wire.json.ObjectNode;
import dev.tenure.wire.json.TextNode;
import dev.tenure.wire.json.go.GoFormat;
import dev.tenure.wire.patch.Patch;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/// What a schema found wrong with one value, and how many of its checks were made: among alternatives the one
/// that fits best is told about. Confined to one validation. Upstream: validate/result.go,
/// apiserver/validation/validation.go.
final class ValueFindings {
    /// The field that messages name when they concern no field.
    static final String NO_FIELD = "<nil>";

    /// @param name where, below the value that is validated; absent for what concerns the whole
    private record Finding(
            FieldError.Type type, Optional<String> name, Optional<JsonNode> value, String detail, String message) {}

    /// What is found beyond them is forgotten: nobody reads on, and a value may have very much that is wrong.
    private static final int FOUND_MAX = 10_000;

    /// By what they say, in order: nothing is told twice.
    private final Map<String, Finding> found = new LinkedHashMap<>();
    private int checks;

    boolean isEmpty() {
        return found.isEmpty();
    }

    int checks() {
        return checks;
    }

    void count() {
        checks++;
    }

    void merge(ValueFindings other) {
        other.found.values().forEach(this::add);
        checks += other.checks;
    }

    private void add(Finding finding) {
        if (found.size() < FOUND_MAX) {
            found.putIfAbsent(finding.message, finding);
        }
    }

    /// `NAME in body WHAT`.
    void invalid(String name, JsonNode value, String what) {
        String message = name + " in body " + what;
        add(new Finding(FieldError.Type.INVALID, Optional.of(name), Optional.of(value), message, message));
    }

    void factorTooSmall(String name, JsonNode factor) {
        String message = "factor MultipleOf declared for " + name + " must be positive: " + GoFormat.plain(factor);
        add(new Finding(FieldError.Type.INVALID, Optional.of(name), Optional.of(factor), message, message));
    }

    /// @param actual what the value is instead
    void wrongType(String name, String wanted, String actual) {
        String message = name + " in body must be of type " + wanted + ": " + Quoted.of(actual);
        Optional<JsonNode> value = Optional.of(TextNode.valueOf(actual));
        add(new Finding(FieldError.Type.TYPE_INVALID, Optional.of(name), value, message, message));
    }

    void required(String name) {
        add(new Finding(FieldError.Type.REQUIRED, Optional.of(name), Optional.empty(), "", name + " is required"));
    }

    void unsupported(String name, JsonNode value, String detail) {
        String message = name + " should be one of " + detail;
        Optional<JsonNode> shown = Optional.of(sorted(value));
        add(new Finding(FieldError.Type.NOT_SUPPORTED, Optional.of(name), shown, detail, message));
    }

    /// Go writes the members of a map in the order of their letters.
    private static JsonNode sorted(JsonNode value) {
        if (!value.isObject() && !value.isArray()) {
            return value;
        }
        ObjectNode around = Json.object();
        around.set("value", value);
        return Patch.sorted(around).path("value");
    }

    void tooLong(String name, long max) {
        String detail = "may not be more than %d byte%s".formatted(max, max == 1 ? "" : "s");
        add(new Finding(FieldError.Type.TOO_LONG, Optional.of(name), Optional.empty(), detail, name + detail));
    }

    void tooMany(String name, long actual, long max) {
        String detail = "must have at most %d item%s".formatted(max, max == 1 ? "" : "s");
        Optional<JsonNode> value = Optional.of(NumberNode.valueOf(actual));
        add(new Finding(FieldError.Type.TOO_MANY, Optional.of(name), value, detail, name + detail));
    }

    /// Something that concerns no single field.
    void whole(String message) {
        Optional<JsonNode> value = Optional.of(TextNode.valueOf(""));
        add(new Finding(FieldError.Type.INVALID, Optional.empty(), value, message, message));
    }

    /// @param at where the value itself stands; empty for a whole object
    void report(Path at, FieldErrors errors) {
        for (Finding finding : found.values()) {
            String name = finding.name.orElse("");
            String below = name.startsWith(".") ? name.substring(1) : name;
            String field = below.isEmpty() ? at.text() : at.child(below).text();
            Optional<JsonNode> value = finding.value.map(v -> v.isMissingNode() ? NullNode.INSTANCE : v);
            errors.add(finding.type, field.isEmpty() ? NO_FIELD : field, value, finding.detail);
        }
    }

    /// A number as messages show it.
    static String printed(double number) {
        return GoFormat.plain(number);
    }
}
