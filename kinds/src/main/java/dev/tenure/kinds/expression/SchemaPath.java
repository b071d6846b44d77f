package dev.tenure.kinds.expression;

import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import dev.tenure.apiserver.registry.field.Path;
import dev.tenure.apiserver.schema.Structural;
import java.util.Optional;

/// Where a path of an expression leads in its schema: `.spec.x`, `['x']`. Upstream: ValidFieldPath of
/// apiserver/schema/cel/validation.go.
public final class SchemaPath {
    private static final Pattern ESCAPED = Pattern.compile("\\\\(.)");
    private static final Pattern STEP = Pattern.compile("(?:\\.([^.\\[\\]]+)|\\['((?:[^'\\\\]|\\\\.)*)'\\])");

    private SchemaPath() {}

    /// The place below the schema's own, as messages name it.
    ///
    /// @return empty when the path does not lead to a field
    public static Optional<Path> place(String path, Structural schema) {
        Matcher steps = STEP.matcher(path);
        Structural at = schema;
        Path place = Path.ROOT;
        int end = 0;
        while (end < path.length()) {
            if (!steps.find(end) || steps.start() != end) {
                return Optional.empty();
            }
            end = steps.end();
            String name =
                    steps.group(1) == null ? ESCAPED.matcher(steps.group(2)).replaceAll("$1") : steps.group(1);
            boolean declared = !at.properties().isEmpty();
            Optional<Structural> next =
                    declared ? Optional.ofNullable(at.properties().get(name)) : at.additional();
            if (next.isEmpty()) {
                return Optional.empty();
            }
            place = declared ? place.child(name) : place.key(name);
            at = next.get();
        }
        return Optional.of(place);
    }
}
