package dev.tenure.model.meta;

import java.util.ArrayList;
import java.util.List;

/// Splits a selector string into tokens. Used once. Upstream: labels/selector.go.
final class LabelSelectorLexer {
    enum Kind {
        WORD,
        IN,
        NOT_IN,
        OPEN,
        CLOSE,
        COMMA,
        NOT,
        EQUAL,
        NOT_EQUAL,
        GREATER,
        LESS,
        END
    }

    record Token(Kind kind, String text) {
        /// Whether the token may stand for a key or a value; `in` and `notin` may.
        boolean isWord() {
            return kind == Kind.WORD || kind == Kind.IN || kind == Kind.NOT_IN;
        }
    }

    private final String text;
    private int position;

    LabelSelectorLexer(String text) {
        int end = text.indexOf('\0');
        this.text = end < 0 ? text : text.substring(0, end);
    }

    List<Token> tokens() {
        List<Token> tokens = new ArrayList<>();
        while (true) {
            while (position < text.length() && isSpace(text.charAt(position))) {
                position++;
            }
            if (position == text.length()) {
                tokens.add(new Token(Kind.END, ""));
                return tokens;
            }
            tokens.add(isSymbol(text.charAt(position)) ? symbol() : word());
        }
    }

    private static boolean isSpace(char c) {
        return c == ' ' || c == '\t' || c == '\r' || c == '\n';
    }

    private static boolean isSymbol(char c) {
        return "=!(),><".indexOf(c) >= 0;
    }

    private Token symbol() {
        boolean equalFollows = position + 1 < text.length() && text.charAt(position + 1) == '=';
        char c = text.charAt(position++);
        return switch (c) {
            case '(' -> new Token(Kind.OPEN, "(");
            case ')' -> new Token(Kind.CLOSE, ")");
            case ',' -> new Token(Kind.COMMA, ",");
            case '>' -> new Token(Kind.GREATER, ">");
            case '<' -> new Token(Kind.LESS, "<");
            case '!' -> equalFollows ? twoSigns(Kind.NOT_EQUAL, "!=") : new Token(Kind.NOT, "!");
            default -> equalFollows ? twoSigns(Kind.EQUAL, "==") : new Token(Kind.EQUAL, "=");
        };
    }

    private Token twoSigns(Kind kind, String signs) {
        position++;
        return new Token(kind, signs);
    }

    private Token word() {
        int from = position;
        while (position < text.length() && !isSymbol(text.charAt(position)) && !isSpace(text.charAt(position))) {
            position++;
        }
        String word = text.substring(from, position);
        return switch (word) {
            case "in" -> new Token(Kind.IN, word);
            case "notin" -> new Token(Kind.NOT_IN, word);
            default -> new Token(Kind.WORD, word);
        };
    }
}
