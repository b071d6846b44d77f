package dev.tenure.model.meta;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/// Which field values an object must have or must not have; all terms must hold. Upstream:
/// fields/selector.go.
public record FieldSelector(List<Term> terms) {
    public static final FieldSelector EVERYTHING = new FieldSelector(List.of());

    /// @param equal whether the field must have the value, else it must not
    public record Term(String field, boolean equal, String value) {
        @Override
        public String toString() {
            String escaped = value.replace("\\", "\\\\").replace(",", "\\,").replace("=", "\\=");
            return field + (equal ? "=" : "!=") + escaped;
        }
    }

    /// Where the value of a field comes from.
    @FunctionalInterface
    public interface Fields {
        /// @return the value, empty when the field is not set
        String get(String field);
    }

    public FieldSelector {
        terms = List.copyOf(terms);
    }

    /// Reads a selector string such as `spec.nodeName=n1,status.phase!=Failed`.
    ///
    /// @throws SelectorSyntaxException when it is none, with upstream's words
    public static FieldSelector parse(String text) {
        List<Term> terms = new ArrayList<>();
        List<String> parts = split(text);
        parts.sort(null);
        for (String part : parts) {
            if (!part.isEmpty()) {
                Term term = term(part, text);
                if (!term.field.isEmpty() || !term.value.isEmpty()) {
                    terms.add(term); // one of no field and no value says nothing
                }
            }
        }
        return terms.isEmpty() ? EVERYTHING : new FieldSelector(terms);
    }

    /// Splits at commas that no backslash precedes.
    private static List<String> split(String text) {
        List<String> parts = new ArrayList<>();
        int from = 0;
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) == '\\') {
                i++;
            } else if (text.charAt(i) == ',') {
                parts.add(text.substring(from, i));
                from = i + 1;
            }
        }
        parts.add(text.substring(from));
        return parts;
    }

    private static Term term(String part, String whole) {
        int equal = part.indexOf('=');
        if (equal < 0) {
            throw new SelectorSyntaxException("invalid selector: '%s'; can't understand '%s'".formatted(whole, part));
        }
        if (equal > 0 && part.charAt(equal - 1) == '!') {
            return new Term(part.substring(0, equal - 1), false, unescaped(part.substring(equal + 1)));
        }
        int value = part.startsWith("==", equal) ? equal + 2 : equal + 1;
        return new Term(part.substring(0, equal), true, unescaped(part.substring(value)));
    }

    private static String unescaped(String text) {
        StringBuilder out = new StringBuilder(text.length());
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == ',' || c == '=') {
                throw new SelectorSyntaxException("invalid field selector: unescaped character in value: " + (int) c);
            }
            if (c == '\\') {
                i++;
                c = escaped(text, i);
            }
            out.append(c);
        }
        return out.toString();
    }

    private static char escaped(String text, int at) {
        if (at < text.length() && "\\,=".indexOf(text.charAt(at)) >= 0) {
            return text.charAt(at);
        }
        String sequence = at < text.length() ? "\\" + Character.toString(text.codePointAt(at)) : "\\";
        throw new SelectorSyntaxException("invalid field selector: invalid escape sequence: " + sequence);
    }

    public boolean matchesEverything() {
        return terms.isEmpty();
    }

    public boolean matches(Fields fields) {
        for (Term term : terms) {
            if (fields.get(term.field).equals(term.value) != term.equal) {
                return false;
            }
        }
        return true;
    }

    /// The one value that a field must have, if the selector says so.
    public Optional<String> exactly(String field) {
        for (Term term : terms) {
            if (term.equal && term.field.equals(field)) {
                return Optional.of(term.value);
            }
        }
        return Optional.empty();
    }

    @Override
    public String toString() {
        return terms.stream().map(Term::toString).collect(Collectors.joining(","));
    }
}
