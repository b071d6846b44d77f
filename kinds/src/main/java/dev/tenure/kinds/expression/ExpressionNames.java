package dev.tenure.kinds.expression;

import com.google.re2j.Pattern;
import java.util.Optional;
import java.util.Set;

/// Names of fields as expressions write them: what the language reserves or cannot write is escaped.
/// Upstream: apiserver/pkg/cel/escaping.go.
final class ExpressionNames {
    private static final Set<String> RESERVED = Set.of(
            "true",
            "false",
            "null",
            "in",
            "as",
            "break",
            "const",
            "continue",
            "else",
            "for",
            "function",
            "if",
            "import",
            "let",
            "loop",
            "package",
            "namespace",
            "return",
            "var",
            "void",
            "while");
    private static final Pattern WRITABLE = Pattern.compile("[a-zA-Z_][a-zA-Z0-9_]*");

    private ExpressionNames() {}

    /// @return empty when expressions cannot speak of the field
    static Optional<String> escaped(String name) {
        if (RESERVED.contains(name)) {
            return Optional.of("__" + name + "__");
        }
        String escaped = name.replace("__", "__underscores__")
                .replace(".", "__dot__")
                .replace("-", "__dash__")
                .replace("/", "__slash__");
        return WRITABLE.matcher(escaped).matches() ? Optional.of(escaped) : Optional.empty();
    }

    /// What a field is called that an expression may also call by its own name, though that is a word of the
    /// language.
    static Optional<String> word(String escaped) {
        boolean marked = escaped.length() > 4 && escaped.startsWith("__") && escaped.endsWith("__");
        return Optional.of(escaped)
                .filter(_ -> marked)
                .map(name -> name.substring(2, name.length() - 2))
                .filter(RESERVED::contains);
    }
}
