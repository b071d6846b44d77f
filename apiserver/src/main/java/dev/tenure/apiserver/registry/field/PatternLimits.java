package dev.tenure.apiserver.registry.field;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;

/// Whether a regular expression is too large: how often it repeats, how deep it nests, and how long the
/// program would be that it is compiled to. The bounds are Go's, but for the last, where it takes 3,355,443
/// instructions; the library here has none, and needs a second of a processor and hundreds of megabytes for
/// as many. Only what matters for sizes is read: whether an expression is well-formed is the library's to
/// say. Confined to one call.
///
/// Upstream: Go's package regexp/syntax, repeatIsValid, checkSize, checkHeight.
final class PatternLimits {
    /// How often repetitions within each other may repeat something.
    private static final int REPEATS_MAX = 1_000;
    private static final int HEIGHT_MAX = 1_000;
    private static final long SIZE_MAX = 20_000;
    /// Behind each `[:` the library looks for the end of a name along the whole expression.
    private static final int OPENINGS_MAX = 1_000;
    /// Longer numbers are wrong as they are.
    private static final int DIGITS_MAX = 8;

    /// A part of an expression.
    ///
    /// @param size about how many instructions it takes
    /// @param repeats how often it repeats something at most
    private record Part(long size, int repeats, int height) {
        static final Part NOTHING = new Part(0, 1, 0);
        static final Part CHARACTER = new Part(1, 1, 1);

        Part with(Part other) {
            return new Part(size + other.size, Math.max(repeats, other.repeats), Math.max(height, other.height));
        }

        Part inside(int more) {
            return new Part(size + more, repeats, height + 1);
        }

        /// @param max negative for without end
        Part repeated(int min, int max) {
            long all = max < 0 ? 1 + Math.max(1, min) * size : max * size + (max - min);
            int most = max < 0 ? Math.max(1, min) : max;
            return new Part(all, max == 0 ? 1 : most * repeats, height + 1);
        }
    }

    /// A group that is open, or the whole.
    private static final class Group {
        final boolean captures;
        Part before = Part.NOTHING;
        Part last = Part.NOTHING;

        Group(boolean captures) {
            this.captures = captures;
        }

        void add(Part part) {
            before = before.with(last);
            last = part;
        }

        Part whole() {
            Part all = before.with(last);
            return captures ? all.inside(2) : all;
        }
    }

    private final String expression;
    private final Deque<Group> groups = new ArrayDeque<>();
    /// Where the last name of a class of characters ends.
    private final int lastNamed;
    private int at;
    private int openings;
    private Optional<String> fault = Optional.empty();

    private PatternLimits(String expression) {
        this.expression = expression;
        this.lastNamed = expression.lastIndexOf(":]");
        groups.push(new Group(false));
    }

    /// What is too large, in Go's words.
    static Optional<String> exceeded(String expression) {
        var limits = new PatternLimits(expression);
        while (limits.at < expression.length() && limits.fault.isEmpty()) {
            limits.step();
        }
        return limits.fault;
    }

    private void step() {
        char c = expression.charAt(at);
        switch (c) {
            case '(' -> open();
            case ')' -> close();
            case '[' -> characters();
            case '\\' -> escaped();
            case '|' -> {
                group().add(new Part(1, 1, 1));
                at++;
            }
            case '*', '+', '?' -> repeat(c == '+' ? 1 : 0, c == '?' ? 1 : -1, at + 1);
            case '{' -> braces();
            default -> add(at + 1);
        }
    }

    private Group group() {
        return groups.element();
    }

    private void add(int end) {
        group().add(Part.CHARACTER);
        at = Math.min(end, expression.length());
        check();
    }

    private void check() {
        Part now = group().whole();
        if (now.size() > SIZE_MAX) {
            fault = tooLarge();
        } else if (now.height() > HEIGHT_MAX || groups.size() > HEIGHT_MAX) {
            fault = Optional.of("expression nests too deeply: `" + expression + "`");
        }
    }

    private Optional<String> tooLarge() {
        return Optional.of("expression too large: `" + expression + "`");
    }

    private boolean follows(String text, int from) {
        return expression.startsWith(text, from);
    }

    /// The place behind the next one of this text; the end where there is none.
    private int behind(String text, int from) {
        int found = expression.indexOf(text, from);
        return found < 0 ? expression.length() : found + text.length();
    }

    private void open() {
        if (!follows("(?", at)) {
            groups.push(new Group(true));
            at++;
        } else if (follows("(?P", at) || follows("(?<", at)) {
            groups.push(new Group(true));
            at = behind(">", at);
        } else {
            at += 2;
            while (at < expression.length() && expression.charAt(at) != ':' && expression.charAt(at) != ')') {
                at++;
            }
            if (follows(":", at)) {
                groups.push(new Group(false));
            }
            at++;
        }
        check();
    }

    private void close() {
        at++;
        if (groups.size() > 1) {
            Part inner = groups.pop().whole();
            group().add(inner);
            check();
        }
    }

    private void characters() {
        int end = at + 1;
        end += follows("^", end) ? 1 : 0;
        end += follows("]", end) ? 1 : 0;
        while (end < expression.length() && expression.charAt(end) != ']') {
            if (follows("[:", end)) {
                openings++;
                end = end + 2 <= lastNamed ? behind(":]", end + 2) : end + 1;
            } else {
                end += follows("\\", end) ? 2 : 1;
            }
        }
        add(end + 1);
        if (openings > OPENINGS_MAX) {
            fault = tooLarge();
        }
    }

    private void escaped() {
        if (follows("\\Q", at)) {
            int end = behind("\\E", at);
            int begin = at + 2;
            group().add(new Part(Math.max(0, end - begin), 1, 1));
            add(end);
        } else if (follows("\\p{", at) || follows("\\P{", at) || follows("\\x{", at)) {
            add(behind("}", at));
        } else {
            add(at + 2);
        }
    }

    private void repeat(int min, int max, int end) {
        int behind = follows("?", end) ? end + 1 : end;
        String text = expression.substring(at, behind);
        Group group = group();
        group.last = group.last.repeated(min, max);
        at = behind;
        if ((min > 1 || max > 1) && group.last.repeats() > REPEATS_MAX) {
            fault = Optional.of("invalid repeat count: `" + text + "`");
        } else {
            check();
        }
    }

    /// `{3}`, `{3,}` or `{3,5}`; all else in braces stands for itself.
    private void braces() {
        int first = digits(at + 1);
        int second = follows(",", first) ? digits(first + 1) : first;
        boolean good = first > at + 1 && follows("}", second);
        if (!good) {
            add(at + 1);
            return;
        }
        int min = Integer.parseInt(expression, at + 1, first, 10);
        int max = min;
        if (second > first) {
            max = second == first + 1 ? -1 : Integer.parseInt(expression, first + 1, second, 10);
        }
        if (min > REPEATS_MAX || max > REPEATS_MAX || (max >= 0 && max < min)) {
            // wrong as it is
            add(second + 1);
        } else {
            repeat(min, max, second + 1);
        }
    }

    /// Where the digits from a place on end.
    private int digits(int from) {
        int end = from;
        while (end < expression.length() && end - from < DIGITS_MAX && Character.isDigit(expression.charAt(end))) {
            end++;
        }
        return end;
    }
}
