package dev.tenure.wire.patch.managedfields;

import dev.tenure.wire.json.decode.Times;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/// Who writes, and when.
///
/// @param manager the name that fields are owned under
/// @param at whole seconds are kept
public record FieldWriter(String manager, Instant at) {
    private static final int NAME_LENGTH_MAX = 128;

    public FieldWriter {
        at = at.truncatedTo(ChronoUnit.SECONDS);
    }

    /// The writer of a request.
    ///
    /// @param fieldManager the query parameter, empty when absent
    /// @param userAgent the header, whose part before the first slash stands in for a manager; empty
    ///     when absent
    public static FieldWriter of(String fieldManager, String userAgent, Instant at) {
        return new FieldWriter(fieldManager.isEmpty() ? nameOf(userAgent) : fieldManager, at);
    }

    /// When, as it stands in objects.
    String time() {
        return Times.seconds(at);
    }

    private static String nameOf(String userAgent) {
        int slash = userAgent.indexOf('/');
        String product = slash < 0 ? userAgent : userAgent.substring(0, slash);
        if (product.length() <= NAME_LENGTH_MAX && isAscii(product)) {
            return product;
        }
        StringBuilder name = new StringBuilder();
        product.codePoints()
                .filter(FieldWriter::isPrintable)
                .limit(NAME_LENGTH_MAX)
                .forEach(name::appendCodePoint);
        return name.toString();
    }

    private static boolean isAscii(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) < ' ' || text.charAt(i) > '~') {
                return false;
            }
        }
        return true;
    }

    private static boolean isPrintable(int codePoint) {
        return codePoint == ' ' || !(Character.isISOControl(codePoint) || Character.isWhitespace(codePoint));
    }
}
