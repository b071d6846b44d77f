package dev.tenure.cli.print;

import java.util.ArrayList;
import java.util.List;

/// Divides a sentence into lines of a width, between words where it can. Stateless.
final class WrapRule {
    private WrapRule() {}

    /// @param width at least 1
    /// @return the lines, none wider; one empty line of an empty text. Put together they are the text, but for
    ///     the blanks at which it is divided
    static List<String> lines(String text, int width) {
        var lines = new ArrayList<String>();
        String rest = text;
        while (rest.length() > width) {
            int blank = rest.lastIndexOf(' ', width);
            int end = blank > 0 ? blank : width;
            lines.add(rest.substring(0, end).stripTrailing());
            rest = rest.substring(end).stripLeading();
        }
        lines.add(rest);
        return lines;
    }
}
