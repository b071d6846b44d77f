package dev.tenure.kinds.expression;

import dev.cel.common.CelAbstractSyntaxTree;
import dev.cel.common.CelSourceLocation;
import dev.cel.common.CelValidationException;
import dev.cel.parser.CelParser;

/// Where the parts of a macro stand in a text that has no tree, for one of them is wrong. Places are lines
/// from 1 and columns of code points from 0. Pure.
final class MacroText {
    private static final String OPENING = "([{";
    private static final String CLOSING = ")]}";

    private MacroText() {}

    /// Where upstream says that the only argument of a macro is: at its outermost operator, or where it
    /// begins.
    ///
    /// @param opened the place of the parenthesis before it
    static CelSourceLocation argument(CelParser parser, String expression, CelSourceLocation opened) {
        int[] text = expression.codePoints().toArray();
        int from = offset(text, opened) + 1;
        int to = from;
        for (int depth = 0; to < text.length; to++) {
            depth += OPENING.indexOf(text[to]) >= 0 ? 1 : 0;
            depth -= CLOSING.indexOf(text[to]) >= 0 ? 1 : 0;
            if (depth < 0) {
                break;
            }
        }
        var beginning = CelSourceLocation.of(opened.getLine(), opened.getColumn() + 1);
        if (from > to) {
            return beginning;
        }
        try {
            CelAbstractSyntaxTree tree =
                    parser.parse(new String(text, from, to - from)).getAst();
            long root = tree.getExpr().id();
            int at = tree.getSource().getPositionsMap().getOrDefault(root, 0);
            return place(text, from + at);
        } catch (CelValidationException _) {
            return beginning;
        }
    }

    /// What stands before the parenthesis around a place.
    static String before(String expression, CelSourceLocation place) {
        int[] text = expression.codePoints().toArray();
        int depth = 0;
        for (int at = Math.min(offset(text, place), text.length) - 1; at >= 0; at--) {
            if (OPENING.indexOf(text[at]) >= 0 && depth-- == 0) {
                return new String(text, 0, at);
            }
            depth += CLOSING.indexOf(text[at]) >= 0 ? 1 : 0;
        }
        return "";
    }

    private static int offset(int[] text, CelSourceLocation place) {
        int at = 0;
        for (int line = 1; line < place.getLine() && at < text.length; at++) {
            line += text[at] == '\n' ? 1 : 0;
        }
        return at + place.getColumn();
    }

    private static CelSourceLocation place(int[] text, int offset) {
        String before = new String(text, 0, offset);
        int line = 1 + (int) before.chars().filter(c -> c == '\n').count();
        int column = before.codePointCount(before.lastIndexOf('\n') + 1, before.length());
        return CelSourceLocation.of(line, column);
    }
}
