package dev.tenure.kinds.definition;

import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import dev.tenure.apiserver.schema.Structural;
import java.util.Optional;

/// Whether a path of an expression leads to a field of its schema: `.spec.x`, `['x']`. Upstream: ValidFieldPath of
/// apiserver/schema/cel/validation.go.
final class SchemaPath {
    private static final Pattern STEP = Pattern.compile("(?:\\.([^.\\[\\]]+)|\\['((?:[^'\\\\]|\\\\.)*)'\\])");

    private SchemaPath() {}

    static boolean leads(String path, Structural schema) {
        Matcher steps = STEP.matcher(path);
        Structural at = schema;
        int end = 0;
        while (end < path.length()) {
            if (!steps.find(end) || steps.start() != end) {
                return false;
            }
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
        return true;
    }
}
