package dev.tenure.kinds.expression;

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
import dev.tenure.kinds.expression.cost.SchemaSizes;
import dev.tenure.kinds.expression.cost.Span;
import dev.tenure.wire.json.JsonNode;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// The types that expressions on one schema see, and how large their values can be. Immutable once made.
/// Upstream: apiserver/pkg/cel/common/schemas.go.
final class ExpressionTypes implements SchemaSizes {
    /// No body of a request is larger.
    private static final long REQUEST_BYTES_MAX = 3 * 1024 * 1024;

    private static final long DURATION_BYTES_MAX = 32;
    private static final long MOMENT_BYTES_MAX = 32;
    private static final long DATE_BYTES = 12;
    private static final long MOMENT_BYTES_MIN = 21;
    private static final long DURATION_BYTES_MIN = 3;
    private static final long TEXT_BYTES_MIN = 2;
    private static final long FLAG_BYTES_MIN = 4;
    /// A name that no expression can write, or the compiler would take `self.a` for a type.
    private static final String ROOT = "@self";

    private final Map<String, CelType> structures = new LinkedHashMap<>();
    private final Optional<Declared> self;

    /// A part of the schema.
    ///
    /// @param elementsMax how many items, entries or characters a value has at most; 0 where that says
    ///     nothing
    /// @param bytesMin how long its shortest value is
    /// @param elements of a list or map
    private record Declared(
            CelType type, long elementsMax, long bytesMin, Optional<Declared> elements, Map<String, Declared> fields) {
        static Declared simple(CelType type, long elementsMax, long bytesMin) {
            return new Declared(type, elementsMax, bytesMin, Optional.empty(), Map.of());
        }
    }

    /// @param resource whether it is the schema of whole objects
    ExpressionTypes(Structural schema, boolean resource) {
        this(schema, resource, ROOT);
    }

    /// @param name of the outermost type, which no expression can write
    ExpressionTypes(Structural schema, boolean resource, String name) {
        this.self = declared(schema, resource, name);
    }

    /// The type of `self`; absent when nothing is known of it.
    Optional<CelType> self() {
        return self.map(Declared::type);
    }

    /// How often such a value fits into one request.
    long cardinalityMax() {
        return REQUEST_BYTES_MAX / (self.map(Declared::bytesMin).orElse(0L) + 1);
    }

    /// The structures among the types, by name.
    CelTypeProvider provider() {
        return new Structures(ImmutableMap.copyOf(structures));
    }

    private record Structures(ImmutableMap<String, CelType> byName) implements CelTypeProvider {
        @Override
        public ImmutableCollection<CelType> types() {
            return byName.values();
        }

        @Override
        public Optional<CelType> findType(String name) {
            return Optional.ofNullable(byName.get(name));
        }
    }

    @Override
    public Optional<Span> at(List<String> path) {
        Optional<Declared> at = self;
        for (String step : path.subList(1, path.size())) {
            at = at.flatMap(declared -> switch (step) {
                case "@items", "@values" -> declared.elements();
                case "@keys" ->
                    declared.type() instanceof MapType
                            ? Optional.of(Declared.simple(SimpleType.STRING, 0, TEXT_BYTES_MIN))
                            : Optional.empty();
                default -> Optional.ofNullable(declared.fields().get(step));
            });
        }
        return at.map(declared -> Span.upTo(declared.elementsMax()));
    }

    private Optional<Declared> declared(Structural schema, boolean resource, String name) {
        if (schema.intOrString()) {
            long characters = stated(schema, "maxLength").map(max -> max * 4).orElse(REQUEST_BYTES_MAX - 2);
            return Optional.of(Declared.simple(SimpleType.DYN, characters, 1));
        }
        return switch (schema.type()) {
            case "string" -> Optional.of(text(schema));
            case "integer" -> Optional.of(Declared.simple(SimpleType.INT, 0, 1));
            case "number" -> Optional.of(Declared.simple(SimpleType.DOUBLE, 0, 1));
            case "boolean" -> Optional.of(Declared.simple(SimpleType.BOOL, 0, FLAG_BYTES_MIN));
            case "array" -> schema.items().flatMap(items -> list(schema, items, name));
            case "object" -> map(schema, resource, name);
            default -> Optional.empty();
        };
    }

    /// A limit of the schema; none below zero.
    private static Optional<Long> stated(Structural schema, String limit) {
        JsonNode stated = schema.source().path(limit);
        return stated.isNumber() ? Optional.of(Math.max(0, stated.asLong())) : Optional.empty();
    }

    private static Declared text(Structural schema) {
        Optional<Long> characters = stated(schema, "maxLength");
        return switch (schema.source().path("format").asText("")) {
            case "byte" -> Declared.simple(SimpleType.BYTES, characters.orElse(REQUEST_BYTES_MAX - 2), TEXT_BYTES_MIN);
            case "duration" -> Declared.simple(SimpleType.DURATION, DURATION_BYTES_MAX, DURATION_BYTES_MIN);
            case "date" -> Declared.simple(SimpleType.TIMESTAMP, DATE_BYTES, DATE_BYTES);
            case "date-time" -> Declared.simple(SimpleType.TIMESTAMP, MOMENT_BYTES_MAX, MOMENT_BYTES_MIN);
            default ->
                Declared.simple(
                        SimpleType.STRING,
                        characters.map(max -> max * 4).orElseGet(() -> unlimited(schema)),
                        TEXT_BYTES_MIN);
        };
    }

    private static long unlimited(Structural schema) {
        JsonNode allowed = schema.source().path("enum");
        if (allowed.isEmpty()) {
            return REQUEST_BYTES_MAX - 2;
        }
        long longest = 0;
        for (JsonNode value : allowed) {
            longest = Math.max(longest, value.asText().length());
        }
        return longest;
    }

    private Optional<Declared> list(Structural schema, Structural items, String name) {
        return declared(items, items.embedded(), name + ".@idx").map(item -> {
            long max = stated(schema, "maxItems").orElse((REQUEST_BYTES_MAX - 2) / (item.bytesMin() + 1));
            return new Declared(ListType.create(item.type()), max, 2, Optional.of(item), Map.of());
        });
    }

    private Optional<Declared> map(Structural schema, boolean resource, String name) {
        if (schema.additional().isEmpty()) {
            return Optional.of(structure(schema, resource || schema.embedded(), name));
        }
        Structural values = schema.additional().get();
        return declared(values, values.embedded(), name + ".@prop").map(value -> {
            long max = stated(schema, "maxProperties").orElse((REQUEST_BYTES_MAX - 2) / (value.bytesMin() + 6));
            MapType type = MapType.create(SimpleType.STRING, value.type());
            return new Declared(type, max, 2, Optional.of(value), Map.of());
        });
    }

    private Declared structure(Structural schema, boolean whole, String name) {
        Map<String, Declared> fields = new LinkedHashMap<>();
        if (whole) {
            Declared text = Declared.simple(SimpleType.STRING, REQUEST_BYTES_MAX - 2, TEXT_BYTES_MIN);
            fields.put("apiVersion", text);
            fields.put("kind", text);
            fields.put("metadata", structure(name + ".metadata", Map.of("name", text, "generateName", text), 2));
        }
        Set<String> required = required(schema);
        long bytes = 2;
        for (Map.Entry<String, Structural> property : schema.properties().entrySet()) {
            Structural of = property.getValue();
            Optional<String> escaped = ExpressionNames.escaped(property.getKey());
            Optional<Declared> field = escaped.filter(fields::containsKey).isPresent()
                    ? Optional.empty()
                    : declared(of, of.embedded(), name + "." + property.getKey());
            if (field.isEmpty()) {
                continue;
            }
            escaped.ifPresent(as -> fields.put(as, field.get()));
            if (required.contains(property.getKey()) && !of.source().has("default")) {
                bytes += property.getKey().length() + field.get().bytesMin() + 4;
            }
        }
        return structure(name, fields, bytes);
    }

    private static Set<String> required(Structural schema) {
        Set<String> names = new HashSet<>();
        schema.source().path("required").forEach(name -> names.add(name.asText()));
        return names;
    }

    private Declared structure(String name, Map<String, Declared> fields, long bytesMin) {
        Map<String, CelType> found = new LinkedHashMap<>();
        Map<String, Declared> all = new LinkedHashMap<>(fields);
        fields.forEach(
                (field, declared) -> ExpressionNames.word(field).ifPresent(word -> all.putIfAbsent(word, declared)));
        all.forEach((field, declared) -> found.put(field, declared.type()));
        ImmutableMap<String, CelType> types = ImmutableMap.copyOf(found);
        structures.put(name, StructType.create(name, types.keySet(), field -> Optional.ofNullable(types.get(field))));
        return new Declared(StructTypeReference.create(name), 0, bytesMin, Optional.empty(), ImmutableMap.copyOf(all));
    }
}
