package dev.tenure.kinds.definition;

import dev.tenure.apiserver.registry.FieldErrors;
import dev.tenure.apiserver.registry.field.Field;
import dev.tenure.apiserver.schema.Structural;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// Fields that selectors may ask for. Upstream: ValidateCustomResourceSelectableFields, schema/cel (ValidFieldPath).
final class SelectableValidation {
    private static final int FIELDS_MAX = 8;
    private static final Set<String> TYPES = Set.of("string", "boolean", "integer");

    private SelectableValidation() {}

    /// What a path leads to.
    private record Target(List<String> steps, Optional<Structural> schema, String fault) {}

    static void check(Field selectable, Field schema) {
        Structural root = Structural.of(schema.node());
        Set<List<String>> seen = new HashSet<>();
        FieldErrors errors = selectable.errors();
        for (Field one : selectable.items()) {
            Field path = one.at("jsonPath");
            if (path.isEmpty()) {
                path.required();
                continue;
            }
            Target target = find(path.text(), root);
            if (!target.fault.isEmpty()) {
                path.invalidText("is an invalid path: " + target.fault);
                continue;
            }
            if (!target.steps.isEmpty() && target.steps.getFirst().equals("metadata")) {
                path.invalidText("must not point to fields in metadata");
            }
            if (target.schema.filter(found -> TYPES.contains(found.type())).isEmpty()) {
                path.invalidText("must point to a field of type string, boolean or integer. Enum string fields and"
                        + " strings with formats are allowed.");
            }
            if (!seen.add(target.steps)) {
                path.duplicate();
            }
        }
        if (seen.size() > FIELDS_MAX) {
            errors.tooMany(selectable.path().text(), seen.size(), FIELDS_MAX);
        }
    }

    private static Target find(String path, Structural root) {
        List<String> steps = new ArrayList<>();
        if (path.startsWith("[")) {
            return new Target(steps, Optional.empty(), "array notation is not allowed");
        }
        if (!path.startsWith(".")) {
            String first = path.contains(".") ? path.substring(0, path.indexOf('.')) : path;
            return new Target(steps, Optional.empty(), "expected [ or . but got: " + first);
        }
        Structural at = root;
        for (String step : path.substring(1).split("\\.", -1)) {
            if (step.isEmpty()) {
                return new Target(steps, Optional.empty(), "unexpected end of JSON path");
            }
            int bracket = step.indexOf('[');
            String name = bracket < 0 ? step : step.substring(0, bracket);
            Optional<Structural> next = at.properties().isEmpty()
                    ? at.additional()
                    : Optional.ofNullable(at.properties().get(name));
            if (next.isEmpty()) {
                return new Target(steps, Optional.empty(), "does not refer to a valid field");
            }
            if (bracket >= 0) {
                return new Target(steps, Optional.empty(), "array notation is not allowed");
            }
            steps.add(step);
            at = next.get();
        }
        return new Target(steps, Optional.of(at), "");
    }
}
