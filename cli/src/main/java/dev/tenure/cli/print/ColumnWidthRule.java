package dev.tenure.cli.print;

import java.util.Arrays;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/// How wide the columns of a table are where the screen is too narrow for all of it. What is read as a
/// sentence gives way first: its beginning says most, and half a name says nothing. Stateless.
final class ColumnWidthRule {
    /// A sentence is not cut to less.
    private static final int SENTENCE_MIN = 12;

    /// A name is not cut to less.
    private static final int NAME_MIN = 20;

    private ColumnWidthRule() {}

    /// @param widths of the longest cells
    /// @param headings their widths, below which no column goes
    /// @param sentences which columns hold sentences
    /// @param room for all columns, without the gaps between them
    /// @return the widths; together more than there is room where nothing can be cut any more
    static int[] fit(int[] widths, int[] headings, IntPredicate sentences, int room) {
        int[] fitted = widths.clone();
        narrow(fitted, headings, sentences, SENTENCE_MIN, room);
        narrow(fitted, headings, sentences.negate(), NAME_MIN, room);
        return fitted;
    }

    /// Takes from the widest of some columns again and again, until all fit or none of these is wider than it
    /// has to be.
    private static void narrow(int[] widths, int[] headings, IntPredicate some, int least, int room) {
        while (Arrays.stream(widths).asLongStream().sum() > room) {
            int widest = IntStream.range(0, widths.length)
                    .filter(some)
                    .filter(column -> widths[column] > Math.max(least, headings[column]))
                    .reduce(-1, (best, column) -> best < 0 || widths[column] > widths[best] ? column : best);
            if (widest < 0) {
                return;
            }
            widths[widest]--;
        }
    }
}
