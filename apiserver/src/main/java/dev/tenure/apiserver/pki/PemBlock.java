package dev.tenure.apiserver.pki;

import com.google.re2j.Pattern;
import java.util.Base64;
import java.util.Optional;

/// One block of PEM and what stands behind it. Blocks are found as Go's `encoding/pem` finds them: what is no
/// block is passed over. Pure.
///
/// @param headers whether it has any
/// @param rest the text after the block
public record PemBlock(String type, boolean headers, byte[] content, String rest) {
    private static final Pattern SPACES = Pattern.compile("[ \t\r\n]");
    private static final String BEGIN = "-----BEGIN ";
    private static final String END = "\n-----END ";
    private static final String DASHES = "-----";

    /// The first block of a text.
    public static Optional<PemBlock> first(String text) {
        int from = 0;
        while (true) {
            // An empty block's end may follow its beginning without a line between them.
            int end = text.indexOf(END, from);
            if (end < 0) {
                return Optional.empty();
            }
            int begin = text.lastIndexOf(BEGIN, end);
            boolean own = begin >= from && (begin == 0 || text.charAt(begin - 1) == '\n');
            Optional<PemBlock> block = own ? between(text, begin + BEGIN.length(), end) : Optional.empty();
            if (block.isPresent()) {
                return block;
            }
            from = end + END.length();
        }
    }

    /// @param begin where the type begins
    /// @param end of the content
    private static Optional<PemBlock> between(String text, int begin, int end) {
        int line = lineEnd(text, begin);
        String title = text.substring(begin, line).stripTrailing();
        int behind = end + END.length();
        if (!title.endsWith(DASHES)) {
            return Optional.empty();
        }
        String type = title.substring(0, title.length() - DASHES.length());
        String closing = text.substring(behind, lineEnd(text, behind)).stripTrailing();
        if (!closing.equals(type + DASHES)) {
            return Optional.empty();
        }
        int content = Math.min(line + 1, text.length());
        boolean headers = false;
        while (content < end && text.substring(content, lineEnd(text, content)).contains(":")) {
            headers = true;
            content = lineEnd(text, content) + 1;
        }
        if (headers && content > end) {
            return Optional.empty();
        }
        try {
            String body =
                    content < end ? SPACES.matcher(text.substring(content, end)).replaceAll("") : "";
            if (body.length() % 4 != 0) {
                return Optional.empty();
            }
            byte[] bytes = Base64.getDecoder().decode(body);
            String rest = text.substring(Math.min(lineEnd(text, behind) + 1, text.length()));
            return Optional.of(new PemBlock(type, headers, bytes, rest));
        } catch (IllegalArgumentException _) {
            return Optional.empty();
        }
    }

    private static int lineEnd(String text, int from) {
        int end = text.indexOf('\n', from);
        return end < 0 ? text.length() : end;
    }
}
