package dev.tenure.wire.json;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Texts of all kinds of characters, also JSON within JSON within JSON.
final class StringEscapesTest {
    private static final List<String> PIECES =
            List.of("plain", "\"", "\\", "\n", "\t", "\b", "\u0001", "\u001f", "\u007f", "é", "✓", "😀", "/", "<");

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4})
    void aTextIsReadAsItWasWritten(long seed) {
        var random = new Random(seed);
        for (int i = 0; i < 2_000; i++) {
            var text = new StringBuilder();
            int known = 1 + random.nextInt(PIECES.size());
            for (int n = random.nextInt(12); n > 0; n--) {
                text.append(PIECES.get(random.nextInt(known)));
            }
            String written = text.toString();
            for (int depth = 0; depth < 3; depth++) {
                String json = new String(Json.write(TextNode.valueOf(written)), StandardCharsets.UTF_8);
                assertThat(json).isEqualTo(spelled(written));
                assertThat(Json.read(json.getBytes(StandardCharsets.UTF_8)).textValue())
                        .isEqualTo(written);
                written = json;
            }
        }
    }

    private static String spelled(String text) {
        var json = new StringBuilder("\"");
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            switch (c) {
                case '"', '\\' -> json.append('\\').append(c);
                case '\b' -> json.append("\\b");
                case '\t' -> json.append("\\t");
                case '\n' -> json.append("\\n");
                case '<', '>', '&', '\u2028', '\u2029' -> json.append("\\u%04x".formatted((int) c)); // as Go
                default -> json.append(c < ' ' ? "\\u%04x".formatted((int) c) : String.valueOf(c));
            }
        }
        return json.append('"').toString();
    }
}
