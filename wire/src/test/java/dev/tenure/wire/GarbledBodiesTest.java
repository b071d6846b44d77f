package dev.tenure.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenure.wire.ObjectCodec.Format;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.ObjectNode;
import dev.tenure.wire.json.decode.DecodeException;
import dev.tenure.wire.json.decode.Decoded;
import dev.tenure.wire.schema.GroupVersionKind;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Whatever bytes come in, an object or a [DecodeException] comes out, and what was read reads back the same.
class GarbledBodiesTest {
    private static final long SEED = 20_261_121;
    private static final int ROUNDS = 4_000;
    private static final GroupVersionKind POD = new GroupVersionKind("", "v1", "Pod");
    private static final byte[] SPICE =
            "{}[]\",:\\-+.0e \n\t'&*!|>%@`#?~\0\u0080ntf".getBytes(StandardCharsets.ISO_8859_1);

    private final ObjectCodec codec = ObjectCodec.builtIn();

    @ParameterizedTest
    @EnumSource(Format.class)
    void nothingButAnObjectOrATypedRefusalComesOut(Format format) throws IOException {
        List<byte[]> seeds = seeds(format);
        Random random = new Random(SEED);
        int read = 0;
        for (int i = 0; i < ROUNDS; i++) {
            byte[] body = garbled(seeds.get(random.nextInt(seeds.size())), random);
            read += tryOne(format, body, "seed " + SEED + " round " + i) ? 1 : 0;
        }
        assertThat(read).as("bodies that were still readable").isBetween(1, ROUNDS - 1);
    }

    private boolean tryOne(Format format, byte[] body, String round) {
        try {
            Decoded decoded = codec.decode(format, body, POD);
            byte[] json = Json.write(decoded.object());
            Decoded again = codec.decode(Format.JSON, json, decoded.kind());
            assertThat(Json.write(again.object())).as(round).isEqualTo(json);
            Decoded other =
                    codec.decode(Format.PROTOBUF, codec.encode(Format.PROTOBUF, decoded.object()), decoded.kind());
            assertThat(other.kind()).as(round).isEqualTo(decoded.kind());
            return true;
        } catch (DecodeException e) {
            assertThat(e.answer("Pod", body)).as(round).isNotEmpty();
            return false;
        }
    }

    private List<byte[]> seeds(Format format) throws IOException {
        List<byte[]> seeds = new ArrayList<>();
        for (String topic : List.of("defaults/pods.json", "create/pods.json", "validation/pods-1.json")) {
            Path file = Path.of("../checks/golden/api").resolve(topic);
            if (!Files.exists(file)) {
                continue;
            }
            for (JsonNode step : Json.read(Files.readAllBytes(file)).path("steps")) {
                JsonNode object = step.path("expect").path("body");
                if (object.path("kind").asText("").equals("Pod")
                        && !object.toString().contains("\\u003c")) {
                    seeds.add(codec.encode(
                            format,
                            codec.canonical((ObjectNode) object.deepCopy(), POD).object()));
                }
            }
        }
        Decoded plain = codec.decode(
                Format.JSON,
                ("{\"metadata\":{\"name\":\"p\",\"labels\":{\"a\":\"b\"},\"creationTimestamp\":\"2020-01-01T00:00:00Z\"},"
                                + "\"spec\":{\"containers\":[{\"name\":\"c\",\"image\":\"i\",\"ports\":[{\"containerPort\":80}],"
                                + "\"resources\":{\"requests\":{\"cpu\":\"100m\"}},"
                                + "\"livenessProbe\":{\"httpGet\":{\"port\":\"http\"}}}],"
                                + "\"tolerations\":[{\"key\":\"k\",\"operator\":\"Exists\",\"tolerationSeconds\":5}]}}")
                        .getBytes(StandardCharsets.UTF_8),
                POD);
        seeds.add(codec.encode(format, plain.object()));
        return seeds;
    }

    private static byte[] garbled(byte[] body, Random random) {
        byte[] out = body.clone();
        for (int i = random.nextInt(4); i >= 0; i--) {
            int at = random.nextInt(out.length);
            switch (random.nextInt(4)) {
                case 0 -> out[at] = (byte) random.nextInt(256);
                case 1 -> out[at] = SPICE[random.nextInt(SPICE.length)];
                case 2 -> out = Arrays.copyOf(out, Math.max(1, at));
                default -> out = moved(out, at, random.nextInt(out.length));
            }
        }
        return out;
    }

    /// A piece of the text a second time, at another place.
    private static byte[] moved(byte[] body, int at, int from) {
        int length = Math.min(body.length - from, 40);
        byte[] out = Arrays.copyOf(body, body.length + length);
        System.arraycopy(body, at, out, at + length, body.length - at);
        System.arraycopy(body, from, out, at, length);
        return out;
    }

    @Test
    void deepNestingIsRefusedInEveryFormat() {
        String deep = "[".repeat(100_000);
        for (Format format : List.of(Format.JSON, Format.YAML)) {
            assertThatThrownBy(() -> codec.decode(format, deep.getBytes(StandardCharsets.UTF_8), POD))
                    .isInstanceOf(DecodeException.class)
                    .hasMessageContaining("exceeded max depth");
        }
        byte[] object = codec.encode(
                Format.PROTOBUF,
                codec.decode(Format.JSON, "{}".getBytes(StandardCharsets.UTF_8), POD)
                        .object());
        for (int i = 0; i < 1_000; i++) {
            object = event(object);
        }
        byte[] nested = object;
        assertThatThrownBy(() -> codec.decode(Format.PROTOBUF, nested, POD))
                .isInstanceOf(DecodeException.class)
                .hasMessage("exceeded max depth");
    }

    /// A WatchEvent around an object, in an envelope of its own.
    private static byte[] event(byte[] object) {
        byte[] frame = ObjectCodec.watchFrame("ADDED", object);
        byte[] raw = Arrays.copyOfRange(frame, 4, frame.length);
        byte[] head = {
            'k', '8', 's', 0, 10, 16, 10, 2, 'v', '1', 18, 10, 'W', 'a', 't', 'c', 'h', 'E', 'v', 'e', 'n', 't'
        };
        int lengthBytes = Math.max(1, (38 - Integer.numberOfLeadingZeros(raw.length)) / 7);
        byte[] out = Arrays.copyOf(head, head.length + 1 + lengthBytes + raw.length);
        int at = head.length;
        out[at++] = 18;
        for (int left = raw.length, i = 0; i < lengthBytes; i++, left >>>= 7) {
            out[at++] = (byte) (i < lengthBytes - 1 ? left | 0x80 : left);
        }
        System.arraycopy(raw, 0, out, at, raw.length);
        return out;
    }

    @Test
    void hugeNumbersCostNothing() {
        for (String value : List.of("1e999999999", "9".repeat(1_000_000), "0." + "0".repeat(1_000_000) + "1")) {
            byte[] body = ("{\"spec\":{\"overhead\":{\"cpu\":\"" + value + "\"}}}").getBytes(StandardCharsets.UTF_8);
            try {
                assertThat(codec.decode(Format.JSON, body, POD)
                                .object()
                                .at("/spec/overhead/cpu")
                                .asText())
                        .hasSizeLessThan(100);
            } catch (DecodeException e) {
                assertThat(e).hasMessageStartingWith("unable to parse ");
            }
        }
    }
}
