package dev.tenure.kinds.definition;

import dev.tenure.apiserver.registry.field.Field;
import dev.tenure.wire.json.JsonNode;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// What may stand at the root of a schema. Upstream: validateCustomResourceDefinitionValidation.
final class RootSchemaValidation {
    private static final List<String> ALLOWED = List.of(
            "Description",
            "Type",
            "Format",
            "Title",
            "Maximum",
            "ExclusiveMaximum",
            "Minimum",
            "ExclusiveMinimum",
            "MaxLength",
            "MinLength",
            "Pattern",
            "MaxItems",
            "MinItems",
            "UniqueItems",
            "MultipleOf",
            "Required",
            "Items",
            "Properties",
            "ExternalDocs",
            "Example",
            "XPreserveUnknownFields",
            "XValidations");
    private static final Set<String> ALLOWED_IN_JSON = Set.of(
            "description",
            "type",
            "format",
            "title",
            "maximum",
            "exclusiveMaximum",
            "minimum",
            "exclusiveMinimum",
            "maxLength",
            "minLength",
            "pattern",
            "maxItems",
            "minItems",
            "uniqueItems",
            "multipleOf",
            "required",
            "items",
            "properties",
            "externalDocs",
            "example",
            "x-kubernetes-preserve-unknown-fields",
            "x-kubernetes-validations");

    private RootSchemaValidation() {}

    static void check(Field schema, boolean status) {
        if (status) {
            ofStatus(schema);
        }
        if (schema.at("nullable").flag()) {
            Field.of(schema.path().child("nullable"), schema.node(), schema.errors())
                    .forbidden("nullable cannot be true at the root");
        }
    }

    private static void ofStatus(Field schema) {
        Field type = schema.at("type");
        for (Map.Entry<String, JsonNode> member : schema.node().properties()) {
            if (member.getKey().equals("type")) {
                if (!type.is("object")) {
                    type.invalidText("only \"object\" is allowed as the type at the root of the schema if the status"
                            + " subresource is enabled");
                    return;
                }
            } else if (!ALLOWED_IN_JSON.contains(member.getKey())) {
                schema.invalid(
                        PrintedSchema.of(schema.node()),
                        "only [" + String.join(" ", ALLOWED)
                                + "] fields are allowed at the root of the schema if the status subresource is"
                                + " enabled");
                return;
            }
        }
    }
}
