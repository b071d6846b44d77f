package dev.tenure.cli.command.plan;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Splits a line into words as a shell does: at blanks, but for those within `'…'` and `"…"` and behind `\`.
/// Stateless.
final class CommandWords {
    /// Repeated possessively, without which the stack would have to be as deep as a word is long.
    private static final Pattern WORD = Pattern.compile("(?:[^\\s'\"\\\\]|'[^']*'|\"(?:[^\"\\\\]|\\\\.)*+\"|\\\\.)++");
    private static final Pattern PART = Pattern.compile("'([^']*)'|\"((?:[^\"\\\\]|\\\\.)*+)\"|\\\\(.)|([^'\"\\\\])");
    private static final Pattern ESCAPED = Pattern.compile("\\\\(.)");

    private CommandWords() {}

    /// @throws IllegalArgumentException when a quotation does not end
    static List<String> split(String line) {
        String rest = WORD.matcher(line).replaceAll("").strip();
        if (!rest.isEmpty()) {
            throw new IllegalArgumentException("%s is never closed in: %s".formatted(rest.charAt(0), line));
        }
        var words = new ArrayList<String>();
        Matcher word = WORD.matcher(line);
        while (word.find()) {
            words.add(PART.matcher(word.group()).replaceAll(part -> Matcher.quoteReplacement(plain(part.group()))));
        }
        return words;
    }

    private static String plain(String part) {
        return switch (part.charAt(0)) {
            case '\'' -> part.substring(1, part.length() - 1);
            case '"' -> ESCAPED.matcher(part.substring(1, part.length() - 1)).replaceAll("$1");
            case '\\' -> part.substring(1);
            default -> part;
        };
    }
}
