package dev.tenure.apiserver.schema;

import dev.tenure.wire.json.ArrayNode;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/// Takes out of objects what their schema does not know. Upstream: schema/pruning/algorithm.go and
/// schema/defaulting/prunenulls.go.
public final class PruningRule {
    private static final Set<String> META = Set.of("apiVersion", "kind", "metadata");

    private final Set<String> unknown = new TreeSet<>();

    private PruningRule() {}

    /// Prunes a whole object in place.
    ///
    /// @param schema absent when the object's version has none: then nothing but its metadata stays
    /// @return the paths of what was taken out, in order
    public static List<String> object(ObjectNode object, Optional<Structural> schema) {
        Structural root = schema.orElseGet(Structural::nothing).asResource();
        var rule = new PruningRule();
        rule.prune(object, Optional.of(root), "");
        dropNulls(object, schema);
        return List.copyOf(rule.unknown);
    }

    /// Prunes a value in place, for example a default.
    public static void value(JsonNode value, Structural schema) {
        new PruningRule().prune(value, Optional.of(schema), "");
    }

    private void prune(JsonNode value, Optional<Structural> schema, String path) {
        if (schema.isPresent() && schema.get().preservesUnknown()) {
            keepUnknown(value, schema.get(), path);
            return;
        }
        if (value instanceof ObjectNode map) {
            pruneMap(map, schema, path);
        } else if (value instanceof ArrayNode list) {
            Optional<Structural> items = schema.flatMap(Structural::items);
            for (int i = 0; i < list.size(); i++) {
                prune(list.get(i), items, path + "[" + i + "]");
            }
        }
    }

    private void pruneMap(ObjectNode map, Optional<Structural> schema, String path) {
        for (String name : names(map)) {
            if (schema.isPresent() && schema.get().embedded() && META.contains(name)) {
                continue;
            }
            boolean known = schema.isPresent()
                    && (schema.get().properties().containsKey(name)
                            || schema.get().allowsAdditional());
            if (known) {
                prune(map.path(name), schema.get().member(name), child(path, name));
            } else {
                if (!META.contains(name) || !path.isEmpty()) {
                    unknown.add(child(path, name));
                }
                map.remove(name);
            }
        }
    }

    private void keepUnknown(JsonNode value, Structural schema, String path) {
        if (value instanceof ObjectNode map) {
            for (String name : names(map)) {
                boolean meta = schema.embedded() && META.contains(name);
                boolean known = schema.properties().containsKey(name) || schema.allowsAdditional();
                if (!meta && known) {
                    prune(map.path(name), schema.member(name), child(path, name));
                }
            }
        } else if (value instanceof ArrayNode list && schema.items().isPresent()) {
            for (int i = 0; i < list.size(); i++) {
                keepUnknown(list.get(i), schema.items().get(), path + "[" + i + "]");
            }
        }
    }

    private static String child(String path, String name) {
        return path.isEmpty() ? name : path + "." + name;
    }

    private static List<String> names(ObjectNode map) {
        var names = new ArrayList<String>();
        map.fieldNames().forEachRemaining(names::add);
        return names;
    }

    /// Null counts as absent where it is not allowed and no default takes its place.
    private static void dropNulls(JsonNode value, Optional<Structural> schema) {
        if (value instanceof ObjectNode map) {
            for (String name : names(map)) {
                Optional<Structural> member = schema.flatMap(s -> s.member(name));
                boolean dropped = map.path(name).isNull()
                        && member.isPresent()
                        && !member.get().nullable()
                        && member.get().defaultValue().isEmpty();
                if (dropped) {
                    map.remove(name);
                } else {
                    dropNulls(map.path(name), member);
                }
            }
        } else if (value instanceof ArrayNode list) {
            Optional<Structural> items = schema.flatMap(Structural::items);
            list.forEach(item -> dropNulls(item, items));
        }
    }
}
