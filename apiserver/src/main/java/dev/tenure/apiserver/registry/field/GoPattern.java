package dev.tenure.apiserver.registry.field;

import com.google.re2j.Pattern;
import com.google.re2j.PatternSyntaxException;
import java.util.Optional;

/// Regular expressions as Go has them: no looking around, no references back, time linear in the text.
/// Upstream: Go's package regexp/syntax, whose messages these are.
public final class GoPattern {
    private static final String FRONT = "error parsing regexp: ";
    private static final String TRAILING = "trailing backslash at end of expression";

    private static final String SHARED_NAME = "duplicate capture group name";
    private static final Pattern NAME = Pattern.compile("\\(\\?P?<\\w+>");

    private GoPattern() {}

    /// What is wrong with an expression.
    public static Optional<String> fault(String expression) {
        Optional<String> limit = PatternLimits.exceeded(expression);
        if (limit.isPresent()) {
            return limit.map(FRONT::concat);
        }
        try {
            compiled(expression);
            return Optional.empty();
        } catch (PatternSyntaxException e) {
            return Optional.of(FRONT + words(e, expression));
        }
    }

    /// The expression, to look for it.
    ///
    /// @throws IllegalArgumentException with what is wrong with it
    public static Pattern compile(String expression) {
        Optional<String> limit = PatternLimits.exceeded(expression);
        if (limit.isPresent()) {
            throw new IllegalArgumentException(FRONT + limit.get());
        }
        try {
            return compiled(expression);
        } catch (PatternSyntaxException e) {
            throw new IllegalArgumentException(FRONT + words(e, expression), e);
        }
    }

    /// Groups may share a name, in Go; nobody asks for them by it here.
    private static Pattern compiled(String expression) {
        try {
            return Pattern.compile(expression);
        } catch (PatternSyntaxException e) {
            if (!e.getDescription().equals(SHARED_NAME)) {
                throw e;
            }
            return Pattern.compile(NAME.matcher(expression).replaceAll("("));
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
            return compile(expression).matcher(text).find();
        } catch (IllegalArgumentException _) {
            return false;
        }
    }
}
