package dev.tenure.kinds.definition;

import dev.tenure.apiserver.registry.field.Field;
import java.util.List;

/// Columns that kubectl shows. Upstream: ValidateCustomResourceColumnDefinition.
final class ColumnValidation {
    private static final List<String> TYPES = List.of("boolean", "date", "integer", "number", "string");
    private static final List<String> FORMATS =
            List.of("byte", "date", "date-time", "double", "float", "int32", "int64", "password");

    private ColumnValidation() {}

    static void check(Field column) {
        if (column.at("name").isEmpty()) {
            column.at("name").required();
        }
        String types = "must be one of " + String.join(",", TYPES);
        Field type = column.at("type");
        if (type.isEmpty()) {
            type.required(types);
        } else if (!TYPES.contains(type.text())) {
            type.invalidText(types);
        }
        Field format = column.at("format");
        if (!format.isEmpty() && !FORMATS.contains(format.text())) {
            format.invalidText("must be one of " + String.join(",", FORMATS));
        }
        Field path = column.at("jsonPath").under(column.path().child("JSONPath"));
        if (path.isEmpty()) {
            path.required();
        } else {
            SubresourceValidation.simple(path);
        }
    }
}
