package dev.tenure.apiserver.openapi;

import dev.tenure.wire.json.ArrayNode;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.ObjectNode;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.UnaryOperator;

/// Swagger 2.0 documents of several servers as one. Parameters that several operations share are written out
/// where they are used. Pure. Upstream: kube-openapi/pkg/aggregator (FilterSpecByPathsWithoutSideEffects,
/// MergeSpecsIgnorePathConflictRenamingDefinitionsAndParameters).
public final class MergedSwagger {
    private static final String REFERENCE = "$ref";
    private static final String KINDS = "x-kubernetes-group-version-kind";
    private static final String DEFINITIONS = "#/definitions/";
    private static final String PARAMETERS = "#/parameters/";

    private MergedSwagger() {}

    /// The part of a document that is about paths with a prefix, without the definitions that only the others
    /// refer to.
    public static ObjectNode part(JsonNode document, String prefix) {
        ObjectNode paths = Json.object();
        document.path("paths").properties().forEach(path -> {
            if (path.getKey().startsWith(prefix)) {
                paths.set(path.getKey(), written(path.getValue(), node -> parameter(document, node)));
            }
        });
        Set<String> used = new LinkedHashSet<>();
        need(document, document.path("paths"), used);
        return part(document, paths, used);
    }

    /// What is written instead of a reference to a parameter.
    private static JsonNode parameter(JsonNode document, JsonNode node) {
        String reference = node.path(REFERENCE).asText("");
        return reference.startsWith(PARAMETERS)
                ? document.path("parameters").path(reference.substring(PARAMETERS.length()))
                : node;
    }

    /// @param used definitions that go when nothing in the part needs them
    private static ObjectNode part(JsonNode document, ObjectNode paths, Set<String> used) {
        ObjectNode part = Json.object();
        part.set("paths", paths);
        Set<String> needed = new LinkedHashSet<>();
        need(document, paths, needed);
        ObjectNode kept = part.putObject("definitions");
        document.path("definitions").properties().forEach(one -> {
            if (needed.contains(one.getKey()) || !used.contains(one.getKey())) {
                kept.set(one.getKey(), one.getValue());
            }
        });
        return part;
    }

    /// Notes the definitions that something needs.
    private static void need(JsonNode document, JsonNode node, Set<String> needed) {
        if (node.isObject()) {
            String reference = node.path(REFERENCE).asText("");
            if (reference.startsWith(DEFINITIONS)) {
                String name = reference.substring(DEFINITIONS.length());
                if (needed.add(name)) {
                    need(document, document.path("definitions").path(name), needed);
                }
            }
            node.properties().forEach(field -> need(document, field.getValue(), needed));
        } else if (node.isArray()) {
            node.forEach(item -> need(document, item, needed));
        }
    }

    /// Adds what [#part] made of another document to one. Of a path that both have the first stays; a
    /// definition that both call alike and that is not the same gets another name in what is added.
    ///
    /// @param merged is changed
    /// @param added is not
    public static void add(ObjectNode merged, ObjectNode added) {
        ObjectNode paths = Json.object();
        added.path("paths").properties().forEach(path -> {
            if (!merged.path("paths").has(path.getKey())) {
                paths.set(path.getKey(), path.getValue());
            }
        });
        Set<String> used = new LinkedHashSet<>();
        need(added, added.path("paths"), used);
        ObjectNode part = part(added, paths, used);
        Map<String, String> names = new HashMap<>();
        part.path("definitions")
                .properties()
                .forEach(
                        one -> names.put(one.getKey(), name(merged.path("definitions"), one.getKey(), one.getValue())));
        UnaryOperator<JsonNode> renamed = node -> renamed(node, names);
        ObjectNode definitions = section(merged, "definitions");
        part.path("definitions").properties().forEach(one -> {
            String name = names.getOrDefault(one.getKey(), one.getKey());
            JsonNode value = written(one.getValue(), renamed);
            definitions.set(name, definitions.has(name) ? withKinds(definitions.path(name), value) : value);
        });
        ObjectNode all = section(merged, "paths");
        paths.properties().forEach(path -> all.set(path.getKey(), written(path.getValue(), renamed)));
    }

    private static ObjectNode section(ObjectNode merged, String name) {
        return merged.get(name) instanceof ObjectNode there ? there : merged.putObject(name);
    }

    private static String name(JsonNode there, String name, JsonNode value) {
        String candidate = name;
        for (int number = 2; there.has(candidate) && !same(there.path(candidate), value); number++) {
            candidate = name + "_v" + number;
        }
        return candidate;
    }

    private static JsonNode renamed(JsonNode node, Map<String, String> names) {
        String reference = node.path(REFERENCE).asText("");
        if (!reference.startsWith(DEFINITIONS)) {
            return node;
        }
        String name = reference.substring(DEFINITIONS.length());
        ObjectNode copy = (ObjectNode) node.deepCopy();
        return copy.put(REFERENCE, DEFINITIONS + names.getOrDefault(name, name));
    }

    /// Whether two definitions differ at most in the kinds that they stand for.
    private static boolean same(JsonNode one, JsonNode other) {
        return withoutKinds(one).equals(withoutKinds(other));
    }

    private static Map<String, JsonNode> withoutKinds(JsonNode definition) {
        Map<String, JsonNode> fields = new TreeMap<>();
        definition.properties().forEach(field -> fields.put(field.getKey(), field.getValue()));
        fields.remove(KINDS);
        return fields;
    }

    /// A definition with the kinds of another one that is the same.
    private static JsonNode withKinds(JsonNode there, JsonNode other) {
        if (!(there instanceof ObjectNode known) || !other.path(KINDS).isArray()) {
            return there;
        }
        ObjectNode all = known.deepCopy();
        ArrayNode kinds = all.get(KINDS) instanceof ArrayNode some ? some : all.putArray(KINDS);
        for (JsonNode kind : other.path(KINDS)) {
            boolean has = false;
            for (JsonNode one : kinds) {
                has |= one.equals(kind);
            }
            if (!has) {
                kinds.add(kind);
            }
        }
        return all;
    }

    /// A copy in which every object is replaced.
    private static JsonNode written(JsonNode node, UnaryOperator<JsonNode> replacement) {
        if (node.isArray()) {
            ArrayNode copy = Json.array();
            node.forEach(item -> copy.add(written(item, replacement)));
            return copy;
        }
        if (!node.isObject()) {
            return node;
        }
        ObjectNode copy = Json.object();
        replacement
                .apply(node)
                .properties()
                .forEach(field -> copy.set(field.getKey(), written(field.getValue(), replacement)));
        return copy;
    }
}
