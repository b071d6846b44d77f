package dev.tenure.apiserver.schema;

import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// The part of an OpenAPI schema that says which fields there are, as opposed to which values they may have.
/// Immutable; the trees it gives out must not be changed.
public final class Structural {
    private final JsonNode source;
    private final Map<String, Structural> properties = new TreeMap<>();
    private final Optional<Structural> items;
    private final Optional<Structural> additional;
    private final boolean embedded;

    private Structural(JsonNode source, boolean embedded) {
        this.source = source;
        this.embedded = embedded;
        source.path("properties")
                .properties()
                .forEach(property -> properties.put(property.getKey(), of(property.getValue())));
        this.items = source.path("items").isObject() ? Optional.of(of(source.path("items"))) : Optional.empty();
        JsonNode more = source.path("additionalProperties");
        this.additional = more.isObject() ? Optional.of(of(more)) : Optional.empty();
    }

    /// @param schema a JSONSchemaProps; what is no object counts as an empty schema
    public static Structural of(JsonNode schema) {
        return new Structural(
                schema.isObject() ? schema : Json.object(),
                schema.path("x-kubernetes-embedded-resource").asBoolean(false));
    }

    /// The schema of nothing: every field of an object is unknown to it.
    public static Structural nothing() {
        return of(Json.object());
    }

    /// The same, as the schema of a whole object with `apiVersion`, `kind` and `metadata`.
    public Structural asResource() {
        return embedded ? this : new Structural(source, true);
    }

    /// The JSONSchemaProps itself.
    public JsonNode source() {
        return source;
    }

    /// In order of name.
    public Map<String, Structural> properties() {
        return properties;
    }

    public Optional<Structural> items() {
        return items;
    }

    /// The schema of values under names that are not declared.
    public Optional<Structural> additional() {
        return additional;
    }

    /// Whether names that are not declared are kept, with a schema or without.
    public boolean allowsAdditional() {
        return additional.isPresent() || source.path("additionalProperties").asBoolean(false);
    }

    /// The schema of a member, when one applies.
    public Optional<Structural> member(String name) {
        Structural declared = properties.get(name);
        return declared == null ? additional : Optional.of(declared);
    }

    /// Empty when none is stated.
    public String type() {
        return source.path("type").asText("");
    }

    /// Empty when none is stated.
    public String format() {
        return source.path("format").asText("");
    }

    public boolean nullable() {
        return flag("nullable");
    }

    public boolean preservesUnknown() {
        return flag("x-kubernetes-preserve-unknown-fields");
    }

    public boolean intOrString() {
        return flag("x-kubernetes-int-or-string");
    }

    public boolean embedded() {
        return embedded;
    }

    /// `atomic`, `set`, `map` or empty.
    public String listType() {
        return source.path("x-kubernetes-list-type").asText("");
    }

    public List<String> listMapKeys() {
        var keys = new ArrayList<String>();
        source.path("x-kubernetes-list-map-keys").forEach(key -> keys.add(key.asText()));
        return keys;
    }

    /// `atomic`, `granular` or empty.
    public String mapType() {
        return source.path("x-kubernetes-map-type").asText("");
    }

    /// A private copy of the default; null is none.
    public Optional<JsonNode> defaultValue() {
        JsonNode value = source.path("default");
        return value.isMissingNode() || value.isNull() ? Optional.empty() : Optional.of(value.deepCopy());
    }

    private boolean flag(String name) {
        return source.path(name).asBoolean(false);
    }
}
