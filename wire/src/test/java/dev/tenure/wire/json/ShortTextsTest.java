package dev.tenure.wire.json;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ShortTextsTest {
    private static ObjectNode read(String json) {
        return Json.readObject(json.getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void equalShortTextsAreOneInstance() {
        ObjectNode one = read("{\"phase\":\"Running\"}");
        ObjectNode other = read("{\"phase\":\"Running\"}");

        assertThat(one.path("phase").textValue()).isSameAs(other.path("phase").textValue());
        assertThat(one.get("phase")).isEqualTo(TextNode.valueOf("Running"));
        assertThat(TextNode.valueOf("Running")).isEqualTo(one.get("phase"));
    }

    @Test
    void whatWasReadIsWrittenAsItWas() {
        var random = new Random(7);
        String letters = "abcxyzABC019-./_ \u007f\u00e9\u20ac\ud83d\ude00\\n\\\"";
        for (int round = 0; round < 20_000; round++) {
            var text = new StringBuilder();
            for (int i = random.nextInt(40); i > 0; i--) {
                int at = letters.offsetByCodePoints(0, random.nextInt(letters.codePointCount(0, letters.length())));
                text.appendCodePoint(letters.codePointAt(at));
            }
            String plain = text.toString().replace("\\", "\\\\").replace("\"", "\\\"");
            String json = "{\"" + plain + "\":\"" + plain + "\"}";

            assertThat(new String(Json.write(read(json)), StandardCharsets.UTF_8))
                    .isEqualTo(json);
        }
    }
}
