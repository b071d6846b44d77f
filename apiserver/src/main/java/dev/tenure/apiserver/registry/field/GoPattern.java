package dev.tenure.apiserver.registry.field;

import com.google.re2j.Pattern;
import com.google.re2j.PatternSyntaxException;
import java.util.Optional;

/// Regular expressions as Go has them: no looking around, no references back, time linear in the text. Upstream: Go's
/// package regexp/syntax, whose messages these are.
public final class GoPattern {
    private static final String FRONT = "error parsing regexp: ";
    private static final String TRAILING = "trailing backslash at end of expression";

    private GoPattern() {}

    /// What is wrong with an expression.
    public static Optional<String> fault(String expression) {
        try {
            Pattern.compile(expression);
            return Optional.empty();
        } catch (PatternSyntaxException e) {
            return Optional.of(FRONT + words(e, expression));
        }
    }

    /// The library says two things in other words than Go.
    private static String words(PatternSyntaxException e, String expression) {
        if (e.getDescription().equals(TRAILING)) {
            return TRAILING + ": ``";
        }
        if (e.getDescription().startsWith("regexp/syntax: internal error")) {
            return "unexpected ): `" + expression + "`";
        }
        return e.getDescription() + ": `" + e.getPattern() + "`";
    }

    /// Whether an expression is found somewhere in a text; one that is not valid never is.
    public static boolean matches(String expression, String text) {
        try {
            return Pattern.compile(expression).matcher(text).find();
        } catch (PatternSyntaxException _) {
            return false;
        }
    }
}
