package dev.tenure.apiserver.openapi;

import dev.tenure.wire.json.ArrayNode;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.ObjectNode;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/// Swagger 2.0 documents of several servers as one. Pure. Upstream: kube-openapi/pkg/aggregator
/// (FilterSpecByPathsWithoutSideEffects, MergeSpecsIgnorePathConflictRenamingDefinitionsAndParameters).
public final class MergedSwagger {
    private static final String REFERENCE = "$ref";
    private static final String KINDS = "x-kubernetes-group-version-kind";
    private static final List<String> SHARED = List.of("definitions", "parameters");

    private MergedSwagger() {}

    /// The part of a document that is about paths with a prefix, with what these refer to.
    public static ObjectNode part(JsonNode document, String prefix) {
        ObjectNode paths = Json.object();
        document.path("paths").properties().forEach(path -> {
            if (path.getKey().startsWith(prefix)) {
                paths.set(path.getKey(), path.getValue());
            }
        });
        return part(document, paths);
    }

    private static ObjectNode part(JsonNode document, ObjectNode paths) {
        ObjectNode part = Json.object();
        part.set("paths", paths);
        Set<String> needed = new LinkedHashSet<>();
        need(document, paths, needed);
        for (String section : SHARED) {
            ObjectNode kept = part.putObject(section);
            document.path(section).properties().forEach(one -> {
                if (needed.contains(reference(section, one.getKey()))) {
                    kept.set(one.getKey(), one.getValue());
                }
            });
        }
        return part;
    }

    private static String reference(String section, String name) {
        return "#/" + section + "/" + name;
    }

    private static void need(JsonNode document, JsonNode node, Set<String> needed) {
        if (node.isObject()) {
            JsonNode reference = node.path(REFERENCE);
            if (reference.isTextual() && needed.add(reference.asText())) {
                target(document, reference.asText()).ifPresent(there -> need(document, there, needed));
            }
            node.properties().forEach(field -> need(document, field.getValue(), needed));
        } else if (node.isArray()) {
            node.forEach(item -> need(document, item, needed));
        }
    }

    private static Optional<JsonNode> target(JsonNode document, String reference) {
        for (String section : SHARED) {
            String prefix = reference(section, "");
            if (reference.startsWith(prefix)) {
                return Optional.of(document.path(section).path(reference.substring(prefix.length())));
            }
        }
        return Optional.empty();
    }

    /// Adds another document to one. Of a path that both have the first stays; what both call alike and is not the same
    /// gets another name in what is added.
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
        ObjectNode part = part(added, paths);
        Map<String, String> renamed = new HashMap<>();
        for (String section : SHARED) {
            part.path(section)
                    .properties()
                    .forEach(one -> rename(merged.path(section), section, one.getKey(), one.getValue(), renamed));
        }
        ObjectNode called = renamed.isEmpty() ? part : (ObjectNode) renamed(part, renamed);
        for (String section : SHARED) {
            ObjectNode all = section(merged, section);
            called.path(section).properties().forEach(one -> {
                String name = renamed.getOrDefault(reference(section, one.getKey()), reference(section, one.getKey()))
                        .substring(reference(section, "").length());
                all.set(name, all.has(name) ? withKinds(all.path(name), one.getValue()) : one.getValue());
            });
        }
        ObjectNode all = section(merged, "paths");
        called.path("paths").properties().forEach(path -> all.set(path.getKey(), path.getValue()));
    }

    private static ObjectNode section(ObjectNode merged, String name) {
        return merged.get(name) instanceof ObjectNode there ? there : merged.putObject(name);
    }

    private static void rename(
            JsonNode there, String section, String name, JsonNode value, Map<String, String> renamed) {
        String candidate = name;
        for (int number = 2; there.has(candidate) && !same(there.path(candidate), value); number++) {
            candidate = name + "_v" + number;
        }
        if (!candidate.equals(name)) {
            renamed.put(reference(section, name), reference(section, candidate));
        }
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

    private static JsonNode renamed(JsonNode node, Map<String, String> names) {
        if (node.isObject()) {
            ObjectNode copy = Json.object();
            node.properties().forEach(field -> {
                JsonNode value = field.getValue();
                boolean reference = field.getKey().equals(REFERENCE) && value.isTextual();
                if (reference && names.containsKey(value.asText())) {
                    copy.put(REFERENCE, names.get(value.asText()));
                } else {
                    copy.set(field.getKey(), renamed(value, names));
                }
            });
            return copy;
        }
        if (node.isArray()) {
            ArrayNode copy = Json.array();
            node.forEach(item -> copy.add(renamed(item, names)));
            return copy;
        }
        return node;
    }
}
