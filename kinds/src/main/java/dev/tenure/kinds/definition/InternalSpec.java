package dev.tenure.kinds.definition;

import dev.tenure.apiserver.registry.field.Field;
import dev.tenure.apiserver.registry.field.GoStruct;
import dev.tenure.apiserver.registry.field.GoStruct.Zero;
import dev.tenure.apiserver.registry.field.SameValue;
import dev.tenure.wire.json.ArrayNode;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.MissingNode;
import dev.tenure.wire.json.NullNode;
import dev.tenure.wire.json.ObjectNode;
import java.util.ArrayList;
import java.util.List;

/// A definition's spec in the shape in which upstream checks it: what all versions say alike stands once, at
/// the top. The places that messages name are those of this shape. Upstream: apiextensions/v1/conversion.go.
///
/// @param spec where it stands
/// @param validation what all versions have as `schema`
record InternalSpec(
        Field spec, Field validation, Field subresources, Field columns, Field selectable, List<Version> versions) {
    private static final List<String> SHARED =
            List.of("schema", "subresources", "additionalPrinterColumns", "selectableFields");

    private static final GoStruct SUBRESOURCES = new GoStruct()
            .pointers("status")
            .with(
                    "Scale",
                    "scale",
                    new GoStruct()
                            .with("SpecReplicasPath", "specReplicasPath", Zero.TEXT)
                            .with("StatusReplicasPath", "statusReplicasPath", Zero.TEXT)
                            .with("LabelSelectorPath", "labelSelectorPath", Zero.NOTHING));
    private static final GoStruct COLUMN = new GoStruct()
            .with("Name", "name", Zero.TEXT)
            .with("Type", "type", Zero.TEXT)
            .with("Format", "format", Zero.TEXT)
            .with("Description", "description", Zero.TEXT)
            .with("Priority", "priority", Zero.NUMBER)
            .with("JSONPath", "jsonPath", Zero.TEXT);
    private static final GoStruct SELECTABLE = new GoStruct().with("JSONPath", "jsonPath", Zero.TEXT);

    /// @param parts what this version says that others do not; absent members were moved to the top
    record Version(Field at, JsonNode parts) {
        Field part(String name) {
            return Field.of(at.path().child(name), parts.path(name), at.errors());
        }

        boolean flag(String name) {
            return at.at(name).flag();
        }

        String name() {
            return at.at("name").text();
        }
    }

    static InternalSpec of(Field spec) {
        List<Field> given = spec.at("versions").items();
        ObjectNode top = Json.object();
        for (String name : SHARED) {
            JsonNode first = given.isEmpty()
                    ? MissingNode.INSTANCE
                    : given.getFirst().at(name).node();
            boolean alike = given.stream()
                    .allMatch(version -> SameValue.same(version.at(name).node(), first));
            if (alike) {
                top.set(name, first.isMissingNode() ? NullNode.INSTANCE : first);
            }
        }
        List<Version> versions = new ArrayList<>();
        for (Field version : given) {
            ObjectNode parts = Json.object();
            for (String name : SHARED) {
                if (!top.has(name) && version.at(name).isSet()) {
                    parts.set(name, version.at(name).node());
                }
            }
            versions.add(new Version(version, parts));
        }
        return new InternalSpec(
                spec,
                top(spec, "validation", top.path("schema")),
                top(spec, "subresources", top.path("subresources")),
                top(spec, "additionalPrinterColumns", top.path("additionalPrinterColumns")),
                top(spec, "selectableFields", top.path("selectableFields")),
                versions);
    }

    private static Field top(Field spec, String name, JsonNode value) {
        return Field.of(spec.path().child(name), value, spec.errors());
    }

    /// The list of versions as upstream prints it.
    JsonNode printed() {
        if (!spec.at("versions").isSet()) {
            return NullNode.INSTANCE;
        }
        ArrayNode list = Json.array();
        for (Version version : versions) {
            ObjectNode one = list.addObject();
            one.put("Name", version.name());
            one.put("Served", version.flag("served")).put("Storage", version.flag("storage"));
            one.put("Deprecated", version.flag("deprecated"));
            one.set(
                    "DeprecationWarning",
                    orNull(version.at().at("deprecationWarning").node()));
            one.set("Schema", schema(version.parts().path("schema")));
            JsonNode subresources = version.parts().path("subresources");
            one.set("Subresources", subresources.isObject() ? SUBRESOURCES.of(subresources) : NullNode.INSTANCE);
            one.set("AdditionalPrinterColumns", shaped(version.parts().path("additionalPrinterColumns"), COLUMN));
            one.set("SelectableFields", shaped(version.parts().path("selectableFields"), SELECTABLE));
        }
        return list;
    }

    private static JsonNode orNull(JsonNode node) {
        return node.isMissingNode() ? NullNode.INSTANCE : node;
    }

    private static JsonNode schema(JsonNode schema) {
        if (!schema.isObject()) {
            return NullNode.INSTANCE;
        }
        ObjectNode printed = Json.object();
        printed.set("OpenAPIV3Schema", PrintedSchema.of(schema.path("openAPIV3Schema")));
        return printed;
    }

    private static JsonNode shaped(JsonNode list, GoStruct shape) {
        if (!list.isArray()) {
            return NullNode.INSTANCE;
        }
        ArrayNode printed = Json.array();
        list.forEach(one -> printed.add(shape.of(one)));
        return printed;
    }
}
