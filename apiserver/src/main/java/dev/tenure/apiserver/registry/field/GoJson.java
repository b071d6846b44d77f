package dev.tenure.apiserver.registry.field;

import dev.tenure.model.meta.Quoted;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/// JSON inside of texts, for example annotations: finds the first fault and names it in the words of Go's
/// scanner, which clients see. Nesting is bounded by that of the caller's text.
public final class GoJson {
    private static final int DEPTH_MAX = 1_000;
    private static final String END = "unexpected end of JSON input";

    private final String text;
    private int at;
    private int depth;

    private GoJson(String text) {
        this.text = text;
    }

    /// The first fault, if there is one.
    public static Optional<String> fault(String text) {
        return fault(text.getBytes(StandardCharsets.UTF_8));
    }

    /// The first fault of a text that may be ill-formed. Go's scanner goes by bytes, and shows the one that
    /// it does not take as the character of that number.
    public static Optional<String> fault(byte[] bytes) {
        String text = new String(bytes, StandardCharsets.ISO_8859_1);
        GoJson scan = new GoJson(text);
        try {
            scan.value("looking for beginning of value");
            scan.blanks();
            if (scan.at < text.length()) {
                throw scan.bad("after top-level value");
            }
            return Optional.empty();
        } catch (Fault fault) {
            return Optional.of(fault.getMessage());
        }
    }

    /// The value of a text without a fault.
    public static JsonNode read(String text) {
        return Json.read(text.getBytes(StandardCharsets.UTF_8));
    }

    private static final class Fault extends RuntimeException {
        private static final long serialVersionUID = 1L;
        private final String words;

        Fault(String words) {
            super(words, null, false, false);
            this.words = words;
        }

        @Override
        public String getMessage() {
            return words;
        }
    }

    private Fault bad(String context) {
        if (at >= text.length()) {
            return new Fault(END);
        }
        String shown = switch (text.charAt(at)) {
            case '\'' -> "'\\''";
            case '"' -> "'\"'";
            default -> {
                String quoted = Quoted.of(text.substring(at, text.offsetByCodePoints(at, 1)));
                yield "'" + quoted.substring(1, quoted.length() - 1) + "'";
            }
        };
        return new Fault("invalid character " + shown + " " + context);
    }

    private void blanks() {
        while (at < text.length() && " \t\r\n".indexOf(text.charAt(at)) >= 0) {
            at++;
        }
    }

    private char next(String context) {
        if (at >= text.length()) {
            throw bad(context);
        }
        return text.charAt(at);
    }

    private void value(String context) {
        blanks();
        char c = next(context);
        switch (c) {
            case '{' -> object();
            case '[' -> array();
            case '"' -> string();
            case 't' -> literal("true");
            case 'f' -> literal("false");
            case 'n' -> literal("null");
            default -> {
                if (c != '-' && (c < '0' || c > '9')) {
                    throw bad(context);
                }
                number();
            }
        }
    }

    private void enter() {
        if (++depth > DEPTH_MAX) {
            throw new Fault("exceeded max depth");
        }
        at++;
        blanks();
    }

    private void object() {
        enter();
        if (next("looking for beginning of object key string") == '}') {
            leave();
            return;
        }
        while (true) {
            blanks();
            if (next("looking for beginning of object key string") != '"') {
                throw bad("looking for beginning of object key string");
            }
            string();
            blanks();
            if (next("after object key") != ':') {
                throw bad("after object key");
            }
            at++;
            value("looking for beginning of value");
            blanks();
            char c = next("after object key:value pair");
            if (c == '}') {
                leave();
                return;
            }
            if (c != ',') {
                throw bad("after object key:value pair");
            }
            at++;
        }
    }

    private void array() {
        enter();
        if (next("looking for beginning of value") == ']') {
            leave();
            return;
        }
        while (true) {
            value("looking for beginning of value");
            blanks();
            char c = next("after array element");
            if (c == ']') {
                leave();
                return;
            }
            if (c != ',') {
                throw bad("after array element");
            }
            at++;
        }
    }

    private void leave() {
        at++;
        depth--;
    }

    private void literal(String word) {
        at++;
        for (int i = 1; i < word.length(); i++, at++) {
            String context = "in literal " + word + " (expecting '" + word.charAt(i) + "')";
            if (next(context) != word.charAt(i)) {
                throw bad(context);
            }
        }
    }

    private void string() {
        at++;
        while (next("in string literal") != '"') {
            if (text.charAt(at) < 0x20) {
                throw bad("in string literal");
            }
            if (text.charAt(at++) == '\\') {
                escape();
            }
        }
        at++;
    }

    private void escape() {
        char c = next("in string escape code");
        if ("bfnrt\\/\"".indexOf(c) >= 0) {
            at++;
            return;
        }
        if (c != 'u') {
            throw bad("in string escape code");
        }
        at++;
        for (int i = 0; i < 4; i++, at++) {
            if (Character.digit(next("in \\u hexadecimal character escape"), 16) < 0) {
                throw bad("in \\u hexadecimal character escape");
            }
        }
    }

    private void number() {
        if (text.charAt(at) == '-') {
            at++;
        }
        if (next("in numeric literal") == '0') {
            at++;
        } else {
            digits("in numeric literal");
        }
        if (at < text.length() && text.charAt(at) == '.') {
            at++;
            digits("after decimal point in numeric literal");
        }
        if (at < text.length() && (text.charAt(at) == 'e' || text.charAt(at) == 'E')) {
            at++;
            if (at < text.length() && (text.charAt(at) == '+' || text.charAt(at) == '-')) {
                at++;
            }
            digits("in exponent of numeric literal");
        }
    }

    private void digits(String context) {
        char first = next(context);
        if (first < '0' || first > '9') {
            throw bad(context);
        }
        while (at < text.length() && text.charAt(at) >= '0' && text.charAt(at) <= '9') {
            at++;
        }
    }
}
