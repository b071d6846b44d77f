package dev.tenure.kinds.definition;

import dev.tenure.apiserver.schema.Structural;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Whether a path of an expression leads to a field of its schema: `.spec.x`, `['x']`. Upstream: ValidFieldPath of
/// apiserver/schema/cel/validation.go.
final class SchemaPath {
    private static final Pattern STEP = Pattern.compile("\\G(?:\\.([^.\\[\\]]+)|\\['((?:[^'\\\\]|\\\\.)*)'\\])");

    private SchemaPath() {}

    static boolean leads(String path, Structural schema) {
        Matcher steps = STEP.matcher(path);
        Structural at = schema;
        int end = 0;
        while (steps.find()) {
            end = steps.end();
            String name = steps.group(1) == null ? steps.group(2).replaceAll("\\\\(.)", "$1") : steps.group(1);
            Optional<Structural> next = at.properties().isEmpty()
                    ? at.additional()
                    : Optional.ofNullable(at.properties().get(name));
            if (next.isEmpty()) {
                return false;
            }
            at = next.get();
        }
        return end == path.length();
    }
}
