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
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/// Values come out in the one form in which they are stored and served.
class CanonicalFormTest {
    private static final GroupVersionKind POD = new GroupVersionKind("", "v1", "Pod");

    private final ObjectCodec codec = ObjectCodec.builtIn();

    /// A member of a pod's first container's requests, or of its metadata, and what it becomes.
    static Stream<Arguments> values() {
        return Stream.of(
                Arguments.of("/spec/overhead/cpu", "\"1000m\"", "\"1\""),
                Arguments.of("/spec/overhead/cpu", "\"0.1\"", "\"100m\""),
                Arguments.of("/spec/overhead/cpu", "0.1", "\"100m\""),
                Arguments.of("/spec/overhead/cpu", "2", "\"2\""),
                Arguments.of("/spec/overhead/memory", "\"1024Mi\"", "\"1Gi\""),
                Arguments.of("/spec/overhead/memory", "\"1.5Gi\"", "\"1536Mi\""),
                Arguments.of("/spec/overhead/memory", "1e3", "\"1e3\""),
                Arguments.of("/spec/overhead/memory", "\" 5 \"", "\"5\""),
                Arguments.of("/spec/overhead/memory", "null", "\"0\""),
                Arguments.of("/metadata/creationTimestamp", "\"2020-01-02T03:04:05Z\"", "\"2020-01-02T03:04:05Z\""),
                Arguments.of("/metadata/creationTimestamp", "\"2020-01-02T03:04:05.9Z\"", "\"2020-01-02T03:04:05Z\""),
                Arguments.of(
                        "/metadata/creationTimestamp", "\"2020-01-02T03:04:05+05:00\"", "\"2020-01-01T22:04:05Z\""),
                Arguments.of(
                        "/metadata/creationTimestamp", "\"2020-02-29T3:04:05,5-00:30\"", "\"2020-02-29T03:34:05Z\""),
                Arguments.of("/metadata/creationTimestamp", "null", ""),
                Arguments.of("/metadata/creationTimestamp", "\"0001-01-01T00:00:00Z\"", ""),
                Arguments.of("/metadata/deletionTimestamp", "null", ""),
                Arguments.of("/metadata/labels", "{}", ""),
                Arguments.of("/metadata/labels", "{\"b\":null,\"a\":\"x\"}", "{\"a\":\"x\",\"b\":\"\"}"),
                Arguments.of("/metadata/name", "\"\"", ""),
                Arguments.of("/metadata/generation", "0", ""),
                Arguments.of("/metadata/generation", "-0", ""),
                Arguments.of("/metadata/generation", "9223372036854775807", "9223372036854775807"),
                Arguments.of("/metadata/deletionGracePeriodSeconds", "0", "0"),
                Arguments.of("/spec/hostNetwork", "false", ""),
                Arguments.of("/spec/enableServiceLinks", "false", "false"),
                Arguments.of("/spec/securityContext", "{}", "{}"),
                Arguments.of("/spec/affinity", "null", ""),
                Arguments.of("/spec/containers", "[]", "[]"),
                Arguments.of("/spec/containers", "null", "null"),
                Arguments.of("/spec/tolerations", "[]", ""),
                Arguments.of("/spec/tolerations", "[null]", "[{}]"),
                Arguments.of("/spec/containers", "[null]", "[{\"name\":\"\",\"resources\":{}}]"),
                Arguments.of(
                        "/status/conditions",
                        "[{\"type\":\"Ready\"}]",
                        "[{\"type\":\"Ready\",\"status\":\"\",\"lastProbeTime\":null,\"lastTransitionTime\":null}]"));
    }

    @ParameterizedTest
    @MethodSource("values")
    void aValueBecomesWhatGoWouldServe(String pointer, String given, String wanted) {
        String[] path = pointer.substring(1).split("/");
        String body = given;
        for (String name : Arrays.asList(path).reversed()) {
            body = "{\"" + name + "\":" + body + "}";
        }
        JsonNode found = pod(body).object().at(pointer);
        assertThat(found.isMissingNode() ? "" : text(found)).isEqualTo(wanted);
    }

    /// A pod, and what is unknown or stands twice in it.
    static Stream<Arguments> strictErrors() {
        return Stream.of(
                Arguments.of(
                        "{\"spec\":{\"a\":1,\"b\":{\"c\":1}}}", "unknown field \"spec.a\", unknown field \"spec.b\""),
                Arguments.of("{\"Spec\":{}}", "unknown field \"Spec\""),
                Arguments.of("{\"spec\":{},\"spec\":{}}", "duplicate field \"spec\""),
                Arguments.of("{\"spec\":{\"containers\":[{},{\"x\":1}]}}", "unknown field \"spec.containers[1].x\""),
                Arguments.of(
                        "{\"metadata\":{\"labels\":{\"a\":\"\",\"a\":\"\"}}}", "duplicate field \"metadata.labels.a\""),
                Arguments.of("{\"spec\":{\"x\\\"y\":1}}", "unknown field \"spec.x\\\"y\""),
                Arguments.of("{\"x\":1,\"x\":2}", "unknown field \"x\""),
                Arguments.of("{\"metadata\":{\"managedFields\":[{\"fieldsV1\":{\"x\":{},\"x\":{}}}]}}", ""));
    }

    @ParameterizedTest
    @MethodSource("strictErrors")
    void whatIsUnknownOrStandsTwiceIsReported(String body, String wanted) {
        assertThat(String.join(", ", pod(body).strictErrors())).isEqualTo(wanted);
    }

    @Test
    void atMostOneHundredStrictErrorsAreReported() {
        StringBuilder body = new StringBuilder("{");
        for (int i = 0; i < 150; i++) {
            body.append("\"x").append(i).append("\":1,");
        }
        body.setCharAt(body.length() - 1, '}');
        assertThat(pod(body.toString()).strictErrors()).hasSize(100).last().isEqualTo("unknown field \"x99\"");
    }

    @Test
    void fieldsStandInTheOrderOfTheSchemaWhateverTheOrderOfTheText() {
        byte[] one = Json.write(pod("{\"spec\":{\"nodeName\":\"n\",\"containers\":[]},\"metadata\":{\"name\":\"p\"}}")
                .object());
        byte[] other = Json.write(pod("{\"metadata\":{\"name\":\"p\"},\"spec\":{\"containers\":[],\"nodeName\":\"n\"}}")
                .object());
        assertThat(one).isEqualTo(other);
        assertThat(new String(one, StandardCharsets.UTF_8))
                .isEqualTo("{\"kind\":\"Pod\",\"apiVersion\":\"v1\",\"metadata\":{\"name\":\"p\"},"
                        + "\"spec\":{\"containers\":[],\"nodeName\":\"n\"},\"status\":{}}");
    }

    @Test
    void aFieldThatStandsTwiceIsReadIntoTheFirstOnesValue() {
        ObjectNode spec = (ObjectNode) pod("{\"spec\":{\"nodeName\":\"n\",\"containers\":[{\"name\":\"a\"}]},"
                        + "\"spec\":{\"containers\":[{\"image\":\"i\"}]}}")
                .object()
                .path("spec");
        assertThat(text(spec))
                .isEqualTo("{\"containers\":[{\"name\":\"a\",\"image\":\"i\",\"resources\":{}}],\"nodeName\":\"n\"}");
    }

    @Test
    void microTimesHaveSixDecimalsNoMoreAndNoLess() {
        GroupVersionKind lease = GroupVersionKind.of("coordination.k8s.io/v1", "Lease");
        byte[] right = bytes("{\"spec\":{\"renewTime\":\"2020-01-02T03:04:05.123456+01:00\"}}");
        assertThat(codec.decode(Format.JSON, right, lease)
                        .object()
                        .at("/spec/renewTime")
                        .asText())
                .isEqualTo("2020-01-02T02:04:05.123456Z");
        byte[] wrong = bytes("{\"spec\":{\"renewTime\":\"2020-01-02T03:04:05Z\"}}");
        assertThatThrownBy(() -> codec.decode(Format.JSON, wrong, lease))
                .isInstanceOf(DecodeException.class)
                .hasMessage("parsing time \"2020-01-02T03:04:05Z\" as \"2006-01-02T15:04:05.000000Z07:00\":"
                        + " cannot parse \"Z\" as \".000000\"");
    }

    @Test
    void anObjectOfAnotherKindIsRefusedWithBothNames() {
        byte[] node = bytes("{\"kind\":\"Node\",\"apiVersion\":\"v1\"}");
        assertThatThrownBy(() -> codec.decodeAs(Format.JSON, node, POD))
                .isInstanceOfSatisfying(
                        DecodeException.class,
                        e -> assertThat(e.answer("Pod", node))
                                .isEqualTo("Node in version \"v1\" cannot be handled as a Pod:"
                                        + " converting (v1.Node) to (core.Pod): unknown conversion"));
    }

    @Test
    void aWatchFrameIsALengthAndABareEvent() {
        byte[] pod = codec.encode(
                Format.PROTOBUF, pod("{\"metadata\":{\"name\":\"p\"}}").object());
        byte[] frame = ObjectCodec.watchFrame("ADDED", pod);
        assertThat(ByteBuffer.wrap(frame).getInt()).isEqualTo(frame.length - Integer.BYTES);
        assertThat(Arrays.copyOfRange(frame, 4, 11)).isEqualTo(new byte[] {10, 5, 'A', 'D', 'D', 'E', 'D'});
        assertThat(Arrays.copyOfRange(frame, frame.length - pod.length, frame.length))
                .isEqualTo(pod);
    }

    @Test
    void aliasesCannotMakeALongTextOfAShortOne() {
        StringBuilder bomb = new StringBuilder("a0: &a0 [x, x, x, x, x, x, x, x, x]\n");
        for (int i = 1; i < 12; i++) {
            bomb.append("a%d: &a%d [%s]\n".formatted(i, i, String.join(",", Collections.nCopies(9, "*a" + (i - 1)))));
        }
        for (String text :
                List.of(bomb.toString(), "a: &a " + "x".repeat(1_000_000) + "\nb: [" + "*a,".repeat(90) + "]")) {
            assertThatThrownBy(() -> codec.decode(Format.YAML, bytes(text), POD))
                    .isInstanceOf(DecodeException.class)
                    .hasMessage("yaml: document contains excessive aliasing");
        }
    }

    private Decoded pod(String body) {
        return codec.decode(Format.JSON, bytes(body), POD);
    }

    private static String text(JsonNode node) {
        return new String(Json.write(node), StandardCharsets.UTF_8);
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
