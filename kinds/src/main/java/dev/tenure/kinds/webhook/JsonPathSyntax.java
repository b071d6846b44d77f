package dev.tenure.kinds.webhook;

import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import java.util.List;
import java.util.Locale;

/// What is wrong with a text as a JSONPath template, in the words of upstream's parser; nothing is kept of
/// what is right. Confined to one call. Upstream: client-go/util/jsonpath/parser.go.
final class JsonPathSyntax {
    private static final int END = -1;
    private static final Pattern NAME = Pattern.compile("^'([^']*)'$");
    private static final Pattern SLICE = Pattern.compile("^(-?[0-9]*)(:-?[0-9]*)?(:-?[0-9]*)?$");
    private static final Pattern COMPARISON = Pattern.compile("^([^!<>=]+)([!<>=]+)(.+?)$");
    private static final Pattern FLOAT = Pattern.compile("^[+-]?([0-9]+\\.?[0-9]*|\\.[0-9]+)$");
    private static final String ENDS_NAMES = " \t\r\n.,[]$@{}";

    private final String input;
    private int start;
    private int at;

    /// Whether the last step of the path so far is `..`.
    private boolean descending;

    /// What is wrong, to be told by [#fault].
    private static final class FaultException extends Exception {
        private static final long serialVersionUID = 1L;

        FaultException(String message) {
            super(message, null, false, false);
        }
    }

    private JsonPathSyntax(String input) {
        this.input = input;
    }

    /// @param path without the braces of a template
    /// @return empty when nothing is wrong
    static String fault(String path) {
        try {
            action(path);
            return "";
        } catch (FaultException e) {
            return String.valueOf(e.getMessage());
        }
    }

    private static void action(String text) throws FaultException {
        new JsonPathSyntax("{" + text + "}").template();
    }

    /// Text outside of braces may be anything.
    private void template() throws FaultException {
        for (int open = input.indexOf('{', at); open >= 0; open = input.indexOf('{', at)) {
            at = open + 1;
            start = at;
            descending = false;
            while (!input.startsWith("}", at)) {
                step();
            }
            at++;
        }
    }

    private int next() {
        if (at >= input.length()) {
            return END;
        }
        int letter = input.codePointAt(at);
        at += Character.charCount(letter);
        return letter;
    }

    private String taken() {
        String text = input.substring(start, at);
        start = at;
        return text;
    }

    private void step() throws FaultException {
        boolean descended = descending;
        descending = false;
        if (input.startsWith("[?(", at)) {
            filter();
            return;
        }
        if (input.startsWith("..", at)) {
            descend(descended);
            return;
        }
        int before = at;
        int letter = next();
        switch (letter) {
            case END, '\r', '\n' -> throw new FaultException("unclosed action");
            case ' ', '@', '$' -> {
                taken();
                descending = descended;
            }
            case '[' -> elements();
            case '"', '\'' -> quoted(letter);
            case '.' -> field();
            default -> {
                at = before;
                other(letter);
            }
        }
    }

    private void other(int letter) throws FaultException {
        if (letter == '+' || letter == '-' || Character.isDigit(letter)) {
            number();
        } else if (isOfName(letter)) {
            toTerminator();
            taken();
        } else {
            String code = String.format(Locale.ROOT, "U+%04X", letter);
            String shown = Character.isISOControl(letter) ? code : code + " '" + Character.toString(letter) + "'";
            throw new FaultException("unrecognized character in action: " + shown);
        }
    }

    private static boolean isOfName(int letter) {
        return letter == '_' || Character.isLetter(letter) || Character.isDigit(letter);
    }

    private void descend(boolean again) throws FaultException {
        if (again) {
            throw new FaultException("invalid multiple recursive descent");
        }
        at += 2;
        taken();
        descending = true;
        if (at < input.length() && isOfName(input.codePointAt(at))) {
            field();
            descending = false;
        }
    }

    private void field() {
        taken();
        while (at < input.length() && ENDS_NAMES.indexOf(input.charAt(at)) < 0) {
            if (next() == '\\') {
                next();
            }
        }
        taken();
    }

    private void toTerminator() {
        while (at < input.length() && ENDS_NAMES.indexOf(input.charAt(at)) < 0) {
            at++;
        }
    }

    private void number() throws FaultException {
        next();
        while (at < input.length() && (input.charAt(at) == '.' || Character.isDigit(input.codePointAt(at)))) {
            next();
        }
        String number = taken();
        if (!FLOAT.matches(number)) {
            throw new FaultException("cannot parse number " + number);
        }
    }

    private void elements() throws FaultException {
        for (int letter = next(); letter != ']'; letter = next()) {
            if (letter == END || letter == '\n') {
                throw new FaultException("unterminated array");
            }
        }
        String whole = taken();
        String text = whole.substring(1, whole.length() - 1);
        List<String> parts = List.of(text.split(",", -1));
        if (parts.size() > 1) {
            for (String part : parts) {
                action("[" + trimmed(part) + "]");
            }
            return;
        }
        Matcher name = NAME.matcher(text);
        if (name.find()) {
            action("." + name.group(1));
            return;
        }
        if (!text.equals("*")) {
            slice(text);
        }
    }

    private static String trimmed(String text) {
        int from = 0;
        int to = text.length();
        while (from < to && text.charAt(from) == ' ') {
            from++;
        }
        while (to > from && text.charAt(to - 1) == ' ') {
            to--;
        }
        return text.substring(from, to);
    }

    private static void slice(String text) throws FaultException {
        Matcher slice = SLICE.matcher(text);
        if (!slice.find()) {
            throw new FaultException("invalid array index " + text);
        }
        for (int i = 1; i <= 3; i++) {
            String index = slice.group(i) == null ? "" : slice.group(i);
            String number = i > 1 && !index.isEmpty() ? index.substring(1) : index;
            if (!number.isEmpty() && !isInt(number)) {
                throw new FaultException("array index " + number + " is not a number");
            }
        }
    }

    private static boolean isInt(String number) {
        try {
            Long.parseLong(number);
            return true;
        } catch (NumberFormatException _) {
            return false;
        }
    }

    private void filter() throws FaultException {
        at += 3;
        taken();
        toEndOfFilter();
        if (next() != ']') {
            throw new FaultException("unclosed array expect ]");
        }
        String whole = taken();
        String text = whole.substring(0, whole.length() - 2);
        Matcher comparison = COMPARISON.matcher(text);
        if (comparison.find()) {
            action(comparison.group(1));
            action(comparison.group(3));
        } else {
            action(text);
        }
    }

    /// A parenthesis within quotes does not end it.
    private void toEndOfFilter() throws FaultException {
        int quote = END;
        boolean closed = false;
        for (int letter = next(); letter != ')' || (quote != END && !closed); letter = next()) {
            if (letter == END || letter == '\n') {
                throw new FaultException("unterminated filter");
            }
            if (letter == '"' || letter == '\'') {
                closed |= letter == quote && input.charAt(at - 2) != '\\';
                quote = quote == END ? letter : quote;
            }
        }
    }

    private void quoted(int quote) throws FaultException {
        int letter = next();
        while (letter != quote || input.charAt(at - 2) == '\\') {
            if (letter == END || letter == '\n') {
                throw new FaultException("unterminated quoted string");
            }
            letter = next();
        }
        String text = taken();
        if (!GoQuotes.areValid(text, quote)) {
            throw new FaultException("unquote string " + text + " error invalid syntax");
        }
    }
}
