package dev.tenure.model.meta;

import dev.tenure.model.meta.LabelRequirement.Operator;
import dev.tenure.model.meta.LabelSelectorLexer.Kind;
import dev.tenure.model.meta.LabelSelectorLexer.Token;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/// Selector string → requirements, by recursive descent, with upstream's grammar and words. Used once.
/// Upstream: labels/selector.go.
final class LabelSelectorParser {
    private final List<Token> tokens;
    private int position;

    LabelSelectorParser(String text) {
        this.tokens = new LabelSelectorLexer(text).tokens();
    }

    List<LabelRequirement> parse() {
        List<LabelRequirement> requirements = new ArrayList<>();
        while (true) {
            switch (peek().kind()) {
                case END -> {
                    return requirements;
                }
                case WORD, IN, NOT_IN, NOT -> requirements.add(requirementOrFault());
                default ->
                    throw new SelectorSyntaxException(
                            "found '" + peek().text() + "', expected: !, identifier, or 'end of string'");
            }
            Token next = take();
            if (next.kind() == Kind.END) {
                return requirements;
            }
            if (next.kind() != Kind.COMMA) {
                throw new SelectorSyntaxException("found '" + next.text() + "', expected: ',' or 'end of string'");
            }
            if (!peek().isWord() && peek().kind() != Kind.NOT) {
                throw new SelectorSyntaxException("found '" + peek().text() + "', expected: identifier after ','");
            }
        }
    }

    private Token peek() {
        return tokens.get(position);
    }

    private Token take() {
        return tokens.get(position++);
    }

    private LabelRequirement requirementOrFault() {
        try {
            return requirement();
        } catch (SelectorSyntaxException e) {
            throw new SelectorSyntaxException("unable to parse requirement: " + e.getMessage());
        }
    }

    private LabelRequirement requirement() {
        boolean absent = peek().kind() == Kind.NOT;
        if (absent) {
            take();
        }
        Token key = take();
        if (!key.isWord()) {
            throw new SelectorSyntaxException("found '" + key.text() + "', expected: identifier");
        }
        List<String> faults = LabelSyntax.keyFaults(key.text());
        if (!faults.isEmpty()) {
            throw new SelectorSyntaxException(invalid("<nil>", key.text(), String.join("; ", faults)));
        }
        if (absent) {
            return new LabelRequirement(key.text(), Operator.DOES_NOT_EXIST, List.of());
        }
        if (peek().kind() == Kind.END || peek().kind() == Kind.COMMA) {
            return new LabelRequirement(key.text(), Operator.EXISTS, List.of());
        }
        Operator operator = operator();
        Set<String> values = operator == Operator.IN || operator == Operator.NOT_IN ? values() : Set.of(exactValue());
        return checked(new LabelRequirement(key.text(), operator, List.copyOf(values)));
    }

    private Operator operator() {
        Token token = take();
        return switch (token.kind()) {
            case IN -> Operator.IN;
            case NOT_IN -> Operator.NOT_IN;
            case EQUAL -> Operator.EQUALS;
            case NOT_EQUAL -> Operator.NOT_EQUALS;
            case GREATER -> Operator.GT;
            case LESS -> Operator.LT;
            default ->
                throw new SelectorSyntaxException(
                        "found '" + token.text() + "', expected: in, notin, =, ==, !=, gt, lt");
        };
    }

    private String exactValue() {
        if (peek().kind() == Kind.END || peek().kind() == Kind.COMMA) {
            return "";
        }
        Token value = take();
        if (!value.isWord()) {
            throw new SelectorSyntaxException("found '" + value.text() + "', expected: identifier");
        }
        return value.text();
    }

    private Set<String> values() {
        Token open = take();
        if (open.kind() != Kind.OPEN) {
            throw new SelectorSyntaxException("found '" + open.text() + "' expected: '('");
        }
        Token first = peek();
        if (first.kind() == Kind.CLOSE) {
            take();
            return Set.of("");
        }
        if (!first.isWord() && first.kind() != Kind.COMMA) {
            throw new SelectorSyntaxException("found '" + first.text() + "', expected: ',', ')' or identifier");
        }
        Set<String> values = listedValues();
        if (take().kind() != Kind.CLOSE) {
            throw new SelectorSyntaxException("found '" + first.text() + "', expected: ')'");
        }
        return values;
    }

    /// Words with commas between them; nothing before, between or after commas is the empty value.
    private Set<String> listedValues() {
        Set<String> values = new TreeSet<>();
        while (true) {
            Token token = take();
            if (token.isWord()) {
                values.add(token.text());
                if (peek().kind() == Kind.CLOSE) {
                    return values;
                }
                if (peek().kind() != Kind.COMMA) {
                    throw new SelectorSyntaxException("found '" + peek().text() + "', expected: ',' or ')'");
                }
            } else if (token.kind() == Kind.COMMA) {
                if (afterComma(values)) {
                    return values;
                }
            } else {
                throw new SelectorSyntaxException("found '" + token.text() + "', expected: ',', or identifier");
            }
        }
    }

    /// @return whether the list ends here
    private boolean afterComma(Set<String> values) {
        if (values.isEmpty()) {
            values.add("");
        }
        if (peek().kind() == Kind.CLOSE) {
            values.add("");
            return true;
        }
        if (peek().kind() == Kind.COMMA) {
            values.add("");
        }
        return false;
    }

    private static LabelRequirement checked(LabelRequirement requirement) {
        Set<String> faults = new LinkedHashSet<>();
        List<String> values = requirement.values();
        boolean ordered = requirement.operator() == Operator.GT || requirement.operator() == Operator.LT;
        for (int i = 0; ordered && i < values.size(); i++) {
            if (!isLong(values.get(i))) {
                faults.add(invalid(
                        "values[" + i + "]", values.get(i), "for 'Gt', 'Lt' operators, the value must be an integer"));
            }
        }
        for (int i = 0; i < values.size(); i++) {
            List<String> wrong = LabelSyntax.valueFaults(values.get(i));
            if (!wrong.isEmpty()) {
                String path = "values[" + i + "][" + requirement.key() + "]";
                faults.add(invalid(path, values.get(i), String.join("; ", wrong)));
            }
        }
        if (!faults.isEmpty()) {
            throw new SelectorSyntaxException(
                    faults.size() == 1 ? faults.iterator().next() : "[" + String.join(", ", faults) + "]");
        }
        return requirement;
    }

    private static boolean isLong(String text) {
        try {
            Long.parseLong(text);
            return true;
        } catch (NumberFormatException e) {
            return false;
        }
    }

    private static String invalid(String path, String value, String detail) {
        return path + ": Invalid value: " + Quoted.of(value) + ": " + detail;
    }
}
