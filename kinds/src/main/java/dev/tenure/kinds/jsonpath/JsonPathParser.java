package dev.tenure.kinds.jsonpath;

import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import dev.tenure.kinds.jsonpath.Value.Count;
import dev.tenure.kinds.jsonpath.Value.Stored;
import dev.tenure.wire.json.BooleanNode;
import dev.tenure.wire.json.NumberNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;

/// Reads the text of a JSONPath template, and says what is wrong with it in the words of upstream's parser.
/// Confined to one call. Upstream: client-go/util/jsonpath/parser.go.
final class JsonPathParser {
    private static final int END = -1;
    private static final Pattern NAME = Pattern.compile("^'([^']*)'$");
    private static final Pattern SLICE = Pattern.compile("^(-?[0-9]*)(:-?[0-9]*)?(:-?[0-9]*)?$");
    private static final Pattern COMPARISON = Pattern.compile("^([^!<>=]+)([!<>=]+)(.+?)$");
    private static final Pattern WHOLE = Pattern.compile("^[+-]?[0-9]+$");
    private static final Pattern FLOAT = Pattern.compile("^[+-]?([0-9]+\\.?[0-9]*|\\.[0-9]+)$");
    private static final Step EVERY_ELEMENT = new Step.Slice(0, OptionalInt.empty(), false, OptionalInt.empty());
    /// Farther than any element of a list.
    private static final int PLACE_MAX = Integer.MAX_VALUE / 4;
    private static final String ENDS_NAMES = " \t\r\n.,[]$@{}";

    private final String input;
    private int start;
    private int at;

    /// The steps of the block that is being read.
    private List<Step> steps = new ArrayList<>();

    private JsonPathParser(String input) {
        this.input = input;
    }

    /// What stands in braces, and the texts between, in order.
    ///
    /// @throws JsonPathException when it is no template
    static List<List<Step>> blocks(String template) throws JsonPathException {
        return new JsonPathParser(template).template();
    }

    /// A path within another one.
    private static List<Step> path(String text) throws JsonPathException {
        return blocks("{" + text + "}").getFirst();
    }

    private List<List<Step>> template() throws JsonPathException {
        List<List<Step>> blocks = new ArrayList<>();
        for (int open = input.indexOf('{', at); open >= 0; open = input.indexOf('{', at)) {
            addText(blocks, open);
            at = open + 1;
            start = at;
            steps = new ArrayList<>();
            while (!input.startsWith("}", at)) {
                step();
            }
            blocks.add(List.copyOf(steps));
            at++;
            start = at;
        }
        addText(blocks, input.length());
        return List.copyOf(blocks);
    }

    /// Text outside of braces may be anything.
    private void addText(List<List<Step>> blocks, int end) {
        if (end > at) {
            blocks.add(List.of(new Step.Text(input.substring(at, end))));
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

    private void step() throws JsonPathException {
        if (input.startsWith("[?(", at)) {
            filter();
            return;
        }
        if (input.startsWith("..", at)) {
            descend();
            return;
        }
        int before = at;
        int letter = next();
        switch (letter) {
            case END, '\r', '\n' -> throw new JsonPathException("unclosed action");
            case ' ', '@', '$' -> taken();
            case '[' -> elements();
            case '"', '\'' -> quoted(letter);
            case '.' -> field();
            default -> {
                at = before;
                other(letter);
            }
        }
    }

    private void other(int letter) throws JsonPathException {
        if (letter == '+' || letter == '-' || Character.isDigit(letter)) {
            number();
        } else if (isOfName(letter)) {
            word();
        } else {
            String code = String.format(Locale.ROOT, "U+%04X", letter);
            String shown = Character.isISOControl(letter) ? code : code + " '" + Character.toString(letter) + "'";
            throw new JsonPathException("unrecognized character in action: " + shown);
        }
    }

    private static boolean isOfName(int letter) {
        return letter == '_' || Character.isLetter(letter) || Character.isDigit(letter);
    }

    private void word() {
        toTerminator();
        String word = taken();
        steps.add(
                switch (word) {
                    case "true", "false" ->
                        new Step.Constant(new Stored(BooleanNode.valueOf(Boolean.parseBoolean(word))));
                    default -> new Step.Word(word);
                });
    }

    private void descend() throws JsonPathException {
        if (!steps.isEmpty() && steps.getLast() instanceof Step.Descend) {
            throw new JsonPathException("invalid multiple recursive descent");
        }
        at += 2;
        taken();
        steps.add(new Step.Descend());
        if (at < input.length() && isOfName(input.codePointAt(at))) {
            field();
        }
    }

    private void field() {
        taken();
        while (at < input.length() && ENDS_NAMES.indexOf(input.charAt(at)) < 0) {
            if (next() == '\\') {
                next();
            }
        }
        String name = taken();
        steps.add(name.equals("*") ? new Step.Every() : new Step.Field(name.replace("\\", "")));
    }

    private void toTerminator() {
        while (at < input.length() && ENDS_NAMES.indexOf(input.charAt(at)) < 0) {
            at++;
        }
    }

    private void number() throws JsonPathException {
        next();
        while (at < input.length() && (input.charAt(at) == '.' || Character.isDigit(input.codePointAt(at)))) {
            next();
        }
        String number = taken();
        if (!FLOAT.matches(number)) {
            throw new JsonPathException("cannot parse number " + number);
        }
        steps.add(new Step.Constant(
                WHOLE.matches(number) && isWhole(number)
                        ? new Count(Long.parseLong(number))
                        : new Stored(NumberNode.valueOf(Double.parseDouble(number)))));
    }

    private void elements() throws JsonPathException {
        for (int letter = next(); letter != ']'; letter = next()) {
            if (letter == END || letter == '\n') {
                throw new JsonPathException("unterminated array");
            }
        }
        String whole = taken();
        String text = whole.substring(1, whole.length() - 1);
        List<String> parts = List.of(text.split(",", -1));
        if (parts.size() > 1) {
            List<List<Step>> paths = new ArrayList<>();
            for (String part : parts) {
                paths.add(path("[" + trimmed(part) + "]"));
            }
            steps.add(new Step.Union(List.copyOf(paths)));
            return;
        }
        Matcher name = NAME.matcher(text);
        if (name.find()) {
            steps.addAll(path("." + name.group(1)));
        } else {
            steps.add(text.equals("*") ? EVERY_ELEMENT : slice(text));
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

    private static Step.Slice slice(String text) throws JsonPathException {
        Matcher slice = SLICE.matcher(text);
        if (!slice.find()) {
            throw new JsonPathException("invalid array index " + text);
        }
        OptionalInt from = place(slice.group(1));
        boolean index = slice.group(2) == null || slice.group(2).isEmpty();
        OptionalInt to = index
                ? OptionalInt.of(from.orElse(0) + 1)
                : place(slice.group(2).substring(1));
        boolean strides = slice.group(3) != null && !slice.group(3).isEmpty();
        return new Step.Slice(
                from.orElse(0), to, index, strides ? place(slice.group(3).substring(1)) : OptionalInt.empty());
    }

    private static OptionalInt place(String number) throws JsonPathException {
        if (number.isEmpty()) {
            return OptionalInt.empty();
        }
        if (!isWhole(number)) {
            throw new JsonPathException("array index " + number + " is not a number");
        }
        return OptionalInt.of(Math.clamp(Long.parseLong(number), -PLACE_MAX, PLACE_MAX));
    }

    /// Whether a text of digits is a number of 64 bits.
    private static boolean isWhole(String number) {
        try {
            Long.parseLong(number);
            return true;
        } catch (NumberFormatException _) {
            return false;
        }
    }

    private void filter() throws JsonPathException {
        at += 3;
        taken();
        toEndOfFilter();
        if (next() != ']') {
            throw new JsonPathException("unclosed array expect ]");
        }
        String whole = taken();
        String text = whole.substring(0, whole.length() - 2);
        Matcher comparison = COMPARISON.matcher(text);
        steps.add(
                comparison.find()
                        ? new Step.Where(path(comparison.group(1)), comparison.group(2), path(comparison.group(3)))
                        : new Step.Having(path(text)));
    }

    /// A parenthesis within quotes does not end it.
    private void toEndOfFilter() throws JsonPathException {
        int quote = END;
        boolean closed = false;
        for (int letter = next(); letter != ')' || (quote != END && !closed); letter = next()) {
            if (letter == END || letter == '\n') {
                throw new JsonPathException("unterminated filter");
            }
            if (letter == '"' || letter == '\'') {
                closed |= letter == quote && input.charAt(at - 2) != '\\';
                quote = quote == END ? letter : quote;
            }
        }
    }

    private void quoted(int quote) throws JsonPathException {
        int letter = next();
        while (letter != quote || input.charAt(at - 2) == '\\') {
            if (letter == END || letter == '\n') {
                throw new JsonPathException("unterminated quoted string");
            }
            letter = next();
        }
        String text = taken();
        Optional<String> unquoted = GoQuotes.unquoted(text, quote);
        if (unquoted.isEmpty()) {
            throw new JsonPathException("unquote string " + text + " error invalid syntax");
        }
        steps.add(new Step.Text(unquoted.get()));
    }
}
