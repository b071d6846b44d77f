package dev.tenure.kinds.expression.library;

import java.util.OptionalInt;

/// The text that `format` is called on, with its clauses: `%s is %d`. Upstream: cel-go's ext/formatting.go.
public final class FormatPattern {
    private final String pattern;
    private final Clauses clauses;
    private final StringBuilder text = new StringBuilder();
    private int at;
    private int used;

    /// What is put in the place of clauses.
    public interface Clauses {
        /// How many values there are.
        int size();

        /// @param verb one of `sdfebxXo`
        /// @throws IllegalArgumentException when the value does not suit
        String text(int index, char verb, OptionalInt precision);
    }

    private FormatPattern(String pattern, Clauses clauses) {
        this.pattern = pattern;
        this.clauses = clauses;
    }

    /// @throws IllegalArgumentException when it has a clause that is none, or one without a value
    static String fill(String pattern, Clauses clauses) {
        var filled = new FormatPattern(pattern, clauses);
        filled.fill();
        return filled.text.toString();
    }

    /// How many values it takes.
    ///
    /// @throws IllegalArgumentException as when it is filled
    public static int check(String pattern, Clauses clauses) {
        var checked = new FormatPattern(pattern, clauses);
        checked.fill();
        return checked.used;
    }

    private void fill() {
        while (at < pattern.length()) {
            char c = pattern.charAt(at++);
            if (c != '%') {
                text.append(c);
            } else if (at < pattern.length() && pattern.charAt(at) == '%') {
                text.append('%');
                at++;
            } else {
                clause();
            }
        }
    }

    private void clause() {
        if (used >= clauses.size()) {
            throw new IllegalArgumentException("index %d out of range".formatted(used));
        }
        if (at >= pattern.length()) {
            throw new IllegalArgumentException("unexpected end of string");
        }
        OptionalInt precision = precision();
        char verb = pattern.charAt(at++);
        if ("sdfebxXo".indexOf(verb) < 0) {
            throw unreadable("unrecognized formatting clause \"%s\"".formatted(verb));
        }
        text.append(clauses.text(used++, verb, precision));
    }

    private OptionalInt precision() {
        if (pattern.charAt(at) != '.') {
            return OptionalInt.empty();
        }
        int from = ++at;
        while (at < pattern.length() && pattern.charAt(at) >= '0' && pattern.charAt(at) <= '9') {
            at++;
        }
        if (at >= pattern.length()) {
            throw unreadable("error while parsing precision: could not find end of precision specifier");
        }
        String digits = pattern.substring(from, at);
        try {
            return OptionalInt.of(Integer.parseInt(digits));
        } catch (NumberFormatException e) {
            String why = digits.isEmpty() ? "invalid syntax" : "value out of range";
            throw new IllegalArgumentException(
                    ("could not parse formatting clause: error while parsing precision: error while converting precision"
                                    + " to integer: strconv.Atoi: parsing \"%s\": %s")
                            .formatted(digits, why),
                    e);
        }
    }

    private static IllegalArgumentException unreadable(String why) {
        return new IllegalArgumentException("could not parse formatting clause: " + why);
    }

    /// What is said of a value that does not suit its clause.
    ///
    /// @param type of the value
    public static String unsuited(char verb, String type) {
        String wanted = switch (verb) {
            case 's' ->
                "string clause can only be used on strings, bools, bytes, ints, doubles, maps, lists, types, durations, and"
                        + " timestamps";
            case 'd' -> "decimal clause can only be used on integers";
            case 'f' -> "fixed-point clause can only be used on doubles";
            case 'e' -> "scientific clause can only be used on doubles";
            case 'b' -> "only integers and bools can be formatted as binary";
            case 'o' -> "octal clause can only be used on integers";
            default -> "only integers, byte buffers, and strings can be formatted as hex";
        };
        return "error during formatting: " + wanted + ", was given " + type;
    }
}
