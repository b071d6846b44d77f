package dev.tenure.wire.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenure.model.meta.Content;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// What a store takes, and what can be read, is the same.
class StorableTextTest {
    private static final int TEXTS = 200_000;
    private static final String[] PIECES = {
        "{", "}", "[", "]", ",", ":", "\"", "\\", "\"a\"", "\"b\":", "1", "-", "0", ".", "e", "+", "E9", "true",
        "false", "null", "tru", " ", "\n", "\\u00e9", "\\u00g", "\u0001", "12.5", "-0", "1e5", "\u00e9", "{}", "[]",
        "\"\""
    };

    private static boolean isRead(byte[] text) {
        try {
            return Json.read(text) instanceof ObjectNode;
        } catch (JsonSyntaxException _) {
            return false;
        }
    }

    private static boolean isTaken(byte[] text) {
        return Content.of(text).isObject();
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    @Test
    void whatIsTakenCanBeReadAndTheOtherWayRound() {
        long seed = new Random().nextLong();
        var random = new Random(seed);
        int taken = 0;
        for (int i = 0; i < TEXTS; i++) {
            var text = new StringBuilder("{\"k\":");
            int pieces = random.nextInt(8);
            for (int p = 0; p < pieces; p++) {
                text.append(PIECES[random.nextInt(PIECES.length)]);
            }
            text.append(random.nextInt(8) == 0 ? "" : "}");
            byte[] written = bytes(text.toString());
            assertThat(isTaken(written)).as("seed %d: %s", seed, text).isEqualTo(isRead(written));
            taken += isTaken(written) ? 1 : 0;
        }
        assertThat(taken).as("seed %d: enough of both kinds", seed).isBetween(TEXTS / 100, TEXTS / 2);
    }

    @ParameterizedTest
    @ValueSource(ints = {998, 999, 1_000, 1_001})
    void depthAndLengthHaveTheBoundsOfTheReader(int count) {
        byte[] deep = bytes("{\"a\":" + "[".repeat(count) + "]".repeat(count) + "}");
        assertThat(isTaken(deep)).isEqualTo(isRead(deep));
        byte[] lists = bytes("{\"a\":" + "{\"b\":".repeat(count) + "1" + "}".repeat(count) + "}");
        assertThat(isTaken(lists)).isEqualTo(isRead(lists));
        byte[] number = bytes("{\"a\":" + "1".repeat(count) + "}");
        assertThat(isTaken(number)).isEqualTo(isRead(number));
    }

    @ParameterizedTest
    @ValueSource(strings = {"1e999999999", "1e9999999999", "1e99999999999999999999", "-1e-99999999999"})
    void numbersOutOfRangeAreNotTakenUnlessTheyCanBeRead(String number) {
        byte[] text = bytes("{\"a\":" + number + "}");
        if (isTaken(text)) {
            assertThat(isRead(text)).isTrue();
        }
    }

    @Test
    void whatThereIsNoJsonForIsNeitherWrittenNorTaken() {
        List<JsonNode> values = List.of(
                MissingNode.INSTANCE, NumberNode.valueOf(Double.NaN), NumberNode.valueOf(Double.NEGATIVE_INFINITY));
        for (JsonNode value : values) {
            ObjectNode tree = Json.object();
            tree.putObject("metadata").set("managedFields", value);
            assertThatThrownBy(() -> Json.write(tree)).isInstanceOf(IllegalArgumentException.class);
            assertThatThrownBy(() -> Document.of(tree)).isInstanceOf(IllegalArgumentException.class);
        }
        ObjectNode deep = Json.object();
        ObjectNode inner = deep;
        for (int i = 0; i < JsonScanner.DEPTH_MAX; i++) {
            assertThat(Document.of(deep).isObject()).isTrue();
            assertThat(Document.of(deep).packed().isObject()).isTrue();
            inner = inner.putObject("a");
        }
        Document tooDeep = Document.of(deep);
        assertThat(tooDeep.isObject()).isFalse();
        assertThat(tooDeep.packed().isObject()).isFalse();
        assertThat(isTaken(Json.write(deep))).isFalse();
    }

    /// A text that was taken may be put where it is too deep.
    @Test
    void aTextThatIsPutTooDeepIsNotTaken() {
        ObjectNode spec = Json.object();
        spec.set("a", Json.read(bytes("[".repeat(990) + "]".repeat(990))));
        ObjectNode object = Json.object();
        object.set("spec", spec);
        Document packed = Document.of(object).packed();
        assertThat(packed.isObject()).isTrue();
        Document moved = packed.edit(tree -> {
            ObjectNode inner = tree.putObject("status");
            for (int i = 0; i < 20; i++) {
                inner = inner.putObject("a");
            }
            inner.set("a", WorkingTree.copy(tree.path("spec").path("a")));
        });
        assertThat(moved.isObject()).isFalse();
        assertThat(isTaken(moved.bytes())).isFalse();
    }
}
