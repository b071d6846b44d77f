package dev.tenure.kinds.definition;

import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import dev.tenure.apiserver.registry.FieldErrors;
import dev.tenure.apiserver.registry.field.Field;
import dev.tenure.apiserver.schema.Structural;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// Fields that selectors may ask for. Upstream: ValidateCustomResourceSelectableFields, schema/cel
/// (ValidFieldPath).
final class SelectableValidation {
    private static final int FIELDS_MAX = 8;
    private static final Set<String> TYPES = Set.of("string", "boolean", "integer");

    /// A quoted text, one of what separates names, or a name.
    private static final Pattern TOKEN = Pattern.compile("'(?:[^'\\\\]|\\\\.)*'|[.\\[\\]]|[^.\\[\\]]+");

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
        Structural at = root;
        Matcher tokens = TOKEN.matcher(path);
        while (tokens.find()) {
            String fault = switch (tokens.group()) {
                case "[" -> "array notation is not allowed";
                case "." -> tokens.find() ? "" : "unexpected end of JSON path";
                default -> "expected [ or . but got: " + tokens.group();
            };
            Optional<Structural> next = fault.isEmpty() ? member(at, tokens.group()) : Optional.empty();
            if (next.isEmpty()) {
                return new Target(steps, Optional.empty(), fault.isEmpty() ? "does not refer to a valid field" : fault);
            }
            steps.add(tokens.group());
            at = next.get();
        }
        return new Target(steps, Optional.of(at), "");
    }

    private static Optional<Structural> member(Structural schema, String name) {
        return schema.properties().isEmpty()
                ? schema.additional()
                : Optional.ofNullable(schema.properties().get(name));
    }
}
