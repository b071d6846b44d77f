package dev.tenure.cli.print;

import java.util.ArrayList;
import java.util.List;

/// Divides a text into lines of a width: between words where it can, else behind a character that divides the
/// parts of a name. Stateless.
final class WrapRule {
    /// No screen is taken for narrower.
    private static final int LEAST = 20;

    private static final String DIVIDERS = "/=:.,-_@";

    private WrapRule() {}

    /// @param width at least 1
    /// @return the lines, none wider; one empty line of an empty text. Put together they are the text, but
    ///     for the blanks at which it is divided; no letter is left out
    static List<String> lines(String text, int width) {
        var lines = new ArrayList<String>();
        String rest = text;
        while (rest.length() > width) {
            int blank = rest.lastIndexOf(' ', width);
            int end = blank > 0 ? blank : afterDivider(rest, width);
            lines.add(rest.substring(0, end).stripTrailing());
            rest = rest.substring(end).stripLeading();
        }
        lines.add(rest);
        return lines;
    }

    /// A line as a screen has room for it: what does not fit goes on below, two blanks in.
    static String hanging(String line, Screen screen) {
        return line.length() <= screen.columns()
                ? line
                : String.join("\n  ", lines(line, Math.max(LEAST, screen.columns() - 2)));
    }

    /// Where the name is divided: at the width, unless a part of it ends before.
    private static int afterDivider(String name, int width) {
        for (int end = width; end > 0; end--) {
            if (DIVIDERS.indexOf(name.charAt(end - 1)) >= 0) {
                return end;
            }
        }
        return width;
    }
}
