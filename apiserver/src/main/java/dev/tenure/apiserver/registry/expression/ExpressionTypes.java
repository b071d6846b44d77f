package dev.tenure.apiserver.registry.expression;

import com.google.common.collect.ImmutableCollection;
import com.google.common.collect.ImmutableMap;
import dev.cel.common.types.CelType;
import dev.cel.common.types.CelTypeProvider;
import dev.cel.common.types.ListType;
import dev.cel.common.types.MapType;
import dev.cel.common.types.SimpleType;
import dev.cel.common.types.StructType;
import dev.cel.common.types.StructTypeReference;
import dev.tenure.apiserver.schema.Structural;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/// The types that expressions on one schema see. Immutable once made. Upstream: apiserver/pkg/cel/common/schemas.go.
final class ExpressionTypes implements CelTypeProvider {
    private final ImmutableMap<String, CelType> structures;
    private final Optional<CelType> self;

    /// @param resource whether it is the schema of whole objects
    ExpressionTypes(Structural schema, boolean resource) {
        Map<String, CelType> found = new LinkedHashMap<>();
        this.self = type(schema, resource, "@self", found);
        this.structures = ImmutableMap.copyOf(found);
    }

    /// The type of `self`; absent when nothing is known of it.
    Optional<CelType> self() {
        return self;
    }

    @Override
    public ImmutableCollection<CelType> types() {
        return structures.values();
    }

    @Override
    public Optional<CelType> findType(String name) {
        return Optional.ofNullable(structures.get(name));
    }

    /// @param found gets the structures among the types
    private static Optional<CelType> type(
            Structural schema, boolean resource, String name, Map<String, CelType> found) {
        if (schema.intOrString()) {
            return Optional.of(SimpleType.DYN);
        }
        return switch (schema.type()) {
            case "string" -> Optional.of(text(schema));
            case "integer" -> Optional.of(SimpleType.INT);
            case "number" -> Optional.of(SimpleType.DOUBLE);
            case "boolean" -> Optional.of(SimpleType.BOOL);
            case "array" ->
                schema.items()
                        .flatMap(items -> type(items, items.embedded(), name + ".@idx", found)
                                .map(ListType::create));
            case "object" -> map(schema, resource, name, found);
            default -> Optional.empty();
        };
    }

    private static CelType text(Structural schema) {
        return switch (schema.source().path("format").asText("")) {
            case "byte" -> SimpleType.BYTES;
            case "duration" -> SimpleType.DURATION;
            case "date", "date-time" -> SimpleType.TIMESTAMP;
            default -> SimpleType.STRING;
        };
    }

    private static Optional<CelType> map(Structural schema, boolean resource, String name, Map<String, CelType> found) {
        if (schema.additional().isPresent()) {
            Structural values = schema.additional().get();
            return type(values, values.embedded(), name + ".@prop", found)
                    .map(value -> MapType.create(SimpleType.STRING, value));
        }
        Map<String, CelType> fields = new LinkedHashMap<>();
        if (resource || schema.embedded()) {
            fields.put("apiVersion", SimpleType.STRING);
            fields.put("kind", SimpleType.STRING);
            fields.put("metadata", metadata(name + ".metadata", found));
        }
        schema.properties().forEach((property, of) -> {
            Optional<String> escaped = ExpressionNames.escaped(property);
            if (escaped.isPresent() && !fields.containsKey(escaped.get())) {
                type(of, of.embedded(), name + "." + property, found)
                        .ifPresent(type -> fields.put(escaped.get(), type));
            }
        });
        return Optional.of(structure(name, fields, found));
    }

    private static CelType metadata(String name, Map<String, CelType> found) {
        return structure(name, Map.of("name", SimpleType.STRING, "generateName", SimpleType.STRING), found);
    }

    private static CelType structure(String name, Map<String, CelType> fields, Map<String, CelType> found) {
        ImmutableMap<String, CelType> all = ImmutableMap.copyOf(fields);
        found.put(name, StructType.create(name, all.keySet(), field -> Optional.ofNullable(all.get(field))));
        return StructTypeReference.create(name);
    }
}
