package dev.tenure.kinds.value;

import dev.tenure.apiserver.registry.FieldErrors;
import dev.tenure.apiserver.registry.field.Path;
import dev.tenure.apiserver.registry.field.SameValue;
import dev.tenure.model.meta.CancelledException;
import dev.tenure.model.meta.Quoted;
import dev.tenure.model.quantity.GoConversion;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/// Holds a value against an OpenAPI schema. On updates, what did not change is not looked at again: an object
/// that was valid once can always be changed elsewhere. Upstream: validate/schema.go and what it calls,
/// apiserver/validation/ratcheting.go.
public final class SchemaValidation {
    private SchemaValidation() {}

    /// Reports what is wrong with a new value.
    ///
    /// @param schema a JSONSchemaProps
    /// @param at where the value stands; empty for a whole object
    public static void validate(JsonNode value, JsonNode schema, Path at, FieldErrors errors) {
        validateUpdate(value, Optional.empty(), schema, at, errors);
    }

    /// Reports what is wrong with a changed value.
    ///
    /// @param old absent when there was none, or when it is not known which it was
    public static void validateUpdate(
            JsonNode value, Optional<JsonNode> old, JsonNode schema, Path at, FieldErrors errors) {
        check(value, old, schema, "").report(at, errors);
    }

    private static ValueFindings check(JsonNode value, Optional<JsonNode> old, JsonNode schema, String path) {
        CancelledException.check();
        var findings = new ValueFindings();
        if (old.isPresent() && SameValue.same(old.get(), value)) {
            return findings;
        }
        if (value.isNull()) {
            findings.merge(TypeValidation.check(value, schema, path));
            findings.merge(enumeration(value, schema, path));
            return findings;
        }
        if (TypeValidation.applies(schema)) {
            add(findings, TypeValidation.check(value, schema, path));
        }
        add(findings, junctors(value, schema, path));
        if (value.isTextual()) {
            add(findings, TextValidation.check(value.asText(), schema, path));
            TextValidation.format(value.asText(), schema, path).ifPresent(found -> add(findings, found));
        }
        if (value.isNumber()) {
            add(findings, NumberValidation.check(value, schema, path));
        }
        if (value.isArray()) {
            add(findings, list(value, old, schema, path));
        }
        add(findings, enumeration(value, schema, path));
        if (value instanceof ObjectNode map) {
            add(findings, map(map, old, schema, path));
        }
        findings.count();
        return findings;
    }

    private static void add(ValueFindings all, ValueFindings some) {
        all.merge(some);
        all.count();
    }

    private static ValueFindings enumeration(JsonNode value, JsonNode schema, String path) {
        var findings = new ValueFindings();
        JsonNode allowed = schema.path("enum");
        if (allowed.isEmpty()) {
            return findings;
        }
        var texts = new ArrayList<String>();
        for (JsonNode one : allowed) {
            if (!one.isNull() && !value.isNull() && (SameValue.same(one, value) || converts(value, one))) {
                return findings;
            }
            texts.add(one.isTextual() ? one.textValue() : one.toString());
        }
        findings.unsupported(
                path,
                value,
                "supported values: " + texts.stream().map(Quoted::of).collect(Collectors.joining(", ")));
        return findings;
    }

    /// Whether a number becomes an allowed value when it is converted as Go does: a fraction is cut off, and
    /// as a text it is the character of that number.
    private static boolean converts(JsonNode value, JsonNode allowed) {
        if (!value.isNumber()) {
            return false;
        }
        if (NumberValidation.isLong(allowed)) {
            return GoConversion.toInt64(value.doubleValue()) == allowed.longValue() && !NumberValidation.isLong(value);
        }
        if (allowed.isNumber()) {
            return value.doubleValue() == allowed.doubleValue();
        }
        boolean character = NumberValidation.isLong(value)
                && value.canConvertToInt()
                && Character.isValidCodePoint(value.intValue());
        return character && allowed.isTextual() && allowed.asText().equals(Character.toString(value.intValue()));
    }

    private static ValueFindings junctors(JsonNode value, JsonNode schema, String path) {
        var findings = new ValueFindings();
        if (!schema.path("anyOf").isEmpty()) {
            anyOf(findings, alternatives(value, schema.path("anyOf"), path), path);
        }
        if (!schema.path("oneOf").isEmpty()) {
            oneOf(findings, alternatives(value, schema.path("oneOf"), path), path);
        }
        List<ValueFindings> all = alternatives(value, schema.path("allOf"), path);
        all.forEach(findings::merge);
        long valid = all.stream().filter(ValueFindings::isEmpty).count();
        if (valid < all.size()) {
            findings.whole(Quoted.of(path) + " must validate all the schemas (allOf)"
                    + (valid == 0 ? ". None validated" : ""));
        }
        if (schema.has("not")
                && check(value, Optional.empty(), schema.path("not"), path).isEmpty()) {
            findings.whole(Quoted.of(path) + " must not validate the schema (not)");
        }
        findings.count();
        return findings;
    }

    private static List<ValueFindings> alternatives(JsonNode value, JsonNode schemas, String path) {
        var results = new ArrayList<ValueFindings>();
        schemas.forEach(one -> results.add(check(value, Optional.empty(), one, path)));
        return results;
    }

    private static void anyOf(ValueFindings findings, List<ValueFindings> results, String path) {
        Optional<ValueFindings> first =
                results.stream().filter(ValueFindings::isEmpty).findFirst();
        if (first.isPresent()) {
            findings.merge(first.get());
            return;
        }
        findings.whole(Quoted.of(path) + " must validate at least one schema (anyOf)");
        findings.merge(best(results));
    }

    private static void oneOf(ValueFindings findings, List<ValueFindings> results, String path) {
        List<ValueFindings> valid =
                results.stream().filter(ValueFindings::isEmpty).toList();
        if (valid.size() == 1) {
            findings.merge(valid.getFirst());
            return;
        }
        String how = valid.isEmpty() ? "Found none valid" : "Found " + valid.size() + " valid alternatives";
        findings.whole(Quoted.of(path) + " must validate one and only one schema (oneOf). " + how);
        if (valid.isEmpty()) {
            findings.merge(best(results));
        }
    }

    private static ValueFindings best(List<ValueFindings> results) {
        ValueFindings best = results.getFirst();
        for (ValueFindings result : results) {
            best = result.checks() > best.checks() ? result : best;
        }
        return best;
    }

    private static ValueFindings list(JsonNode list, Optional<JsonNode> old, JsonNode schema, String path) {
        var findings = new ValueFindings();
        JsonNode items = schema.path("items");
        if (items.isObject()) {
            ListKeys before = ListKeys.of(old, schema);
            for (int i = 0; i < list.size(); i++) {
                JsonNode item = list.get(i);
                findings.merge(check(item, before.counterpart(item), items, path + "[" + i + "]"));
            }
        }
        long least = schema.path("minItems").asLong(0);
        if (list.size() < least) {
            findings.invalid(path, NumberValidation.node(list.size()), "should have at least " + least + " items");
        }
        if (schema.has("maxItems") && list.size() > schema.path("maxItems").asLong()) {
            findings.tooMany(path, list.size(), schema.path("maxItems").asLong());
        }
        findings.count();
        return findings;
    }

    private static ValueFindings map(ObjectNode map, Optional<JsonNode> old, JsonNode schema, String path) {
        var findings = new ValueFindings();
        long least = schema.path("minProperties").asLong(0);
        if (map.size() < least) {
            findings.invalid(path, NumberValidation.node(map.size()), "should have at least " + least + " properties");
        }
        if (schema.has("maxProperties")
                && map.size() > schema.path("maxProperties").asLong()) {
            findings.tooMany(path, map.size(), schema.path("maxProperties").asLong());
        }
        additional(findings, map, old, schema, path);
        JsonNode properties = schema.path("properties");
        for (String name : names(properties)) {
            if (map.has(name)) {
                String place = path.isEmpty() ? name : path + "." + name;
                findings.merge(check(map.path(name), member(old, name), properties.path(name), place));
            }
        }
        for (JsonNode required : schema.path("required")) {
            if (!map.has(required.asText())) {
                findings.required(path + "." + required.asText());
            }
        }
        return findings;
    }

    private static void additional(
            ValueFindings findings, ObjectNode map, Optional<JsonNode> old, JsonNode schema, String path) {
        JsonNode more = schema.path("additionalProperties");
        boolean forbidden = more.isBoolean() && !more.asBoolean();
        if (!forbidden && !more.isObject()) {
            return;
        }
        for (String name : names(map)) {
            if (schema.path("properties").has(name)) {
                continue;
            }
            if (forbidden) {
                findings.invalid(path + "." + name, NumberValidation.text(name), "is a forbidden property");
            } else {
                findings.merge(check(map.path(name), member(old, name), more, path + "." + name));
            }
        }
    }

    private static Optional<JsonNode> member(Optional<JsonNode> old, String name) {
        return old.filter(was -> was.has(name)).map(was -> was.path(name));
    }

    private static List<String> names(JsonNode map) {
        return map.properties().stream().map(entry -> entry.getKey()).sorted().toList();
    }
}
