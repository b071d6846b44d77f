package dev.tenure.wire.proto;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenure.wire.ObjectCodec;
import dev.tenure.wire.ObjectCodec.Format;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.ObjectNode;
import dev.tenure.wire.json.decode.DecodeException;
import dev.tenure.wire.json.decode.Listing;
import dev.tenure.wire.schema.GroupVersionKind;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// A list in protobuf, read object by object, says what it says in JSON.
final class ProtoListingTest {
    private static final String LIST = """
        {"kind":"PodList","apiVersion":"v1","metadata":{"resourceVersion":"9","continue":"t","remainingItemCount":3},
        "items":[{"metadata":{"name":"a","labels":{"app":"x"}},"spec":{"nodeName":"n1","containers":[{"name":"c",
        "image":"i","resources":{"requests":{"cpu":"100m"}}}]},"status":{"phase":"Running"}},{"metadata":{"name":"b"},
        "spec":{"containers":null},"status":{}}]}
        """;

    private final ObjectCodec codec = ObjectCodec.builtIn();
    private final ObjectNode list = codec.decode(
                    Format.JSON, LIST.getBytes(StandardCharsets.UTF_8), GroupVersionKind.of("v1", "PodList"))
            .object();

    private static String without(JsonNode tree, String... names) {
        ObjectNode rest = (ObjectNode) tree.deepCopy();
        rest.remove(Arrays.asList(names));
        return Json.readObject(Json.write(rest)).properties().stream()
                .sorted(Map.Entry.comparingByKey())
                .toList()
                .toString();
    }

    @Test
    void itsObjectsAreThoseOfTheListInJson() {
        Listing read = codec.list(Format.PROTOBUF, codec.encode(Format.PROTOBUF, list));

        assertThat(read.size()).isEqualTo(2);
        for (int at = 0; at < read.size(); at++) {
            assertThat(read.item(at)).isEqualTo(list.path("items").get(at));
        }
        assertThat(without(read.head())).isEqualTo(without(list, "items"));
    }

    @Test
    void aListWithoutObjectsIsEmpty() {
        list.putArray("items");
        assertThat(codec.list(Format.PROTOBUF, codec.encode(Format.PROTOBUF, list))
                        .size())
                .isZero();
    }

    /// Two pods that are alike, of which each has an id of its own: what both say is in memory once.
    @Test
    void equalLabelsTimesAndValuesOfElementsAreOne() {
        String pod = """
            {"metadata":{"name":"%s","creationTimestamp":"2031-05-06T07:08:09Z","labels":{"a-label-of-both":"x"}},
            "status":{"containerStatuses":[{"name":"c","containerID":"runtime://%s",
            "imageID":"registry.example/an-image-with-a-name-of-more-than-32-letters"}]}}
            """;
        String two = "{\"kind\":\"PodList\",\"apiVersion\":\"v1\",\"items\":[%s,%s]}"
                .formatted(pod.formatted("a", "1"), pod.formatted("b", "2"));
        ObjectNode pods = codec.decode(
                        Format.JSON, two.getBytes(StandardCharsets.UTF_8), GroupVersionKind.of("v1", "PodList"))
                .object();

        Listing read = codec.list(Format.PROTOBUF, codec.encode(Format.PROTOBUF, pods));
        JsonNode one = read.item(0);
        JsonNode other = read.item(1);

        assertThat(label(one)).isEqualTo("a-label-of-both").isSameAs(label(other));
        assertThat(one.path("metadata").get("creationTimestamp"))
                .isSameAs(other.path("metadata").get("creationTimestamp"));
        assertThat(status(one).get("imageID")).isSameAs(status(other).get("imageID"));
        assertThat(status(one).path("containerID").asText()).isEqualTo("runtime://1");
        assertThat(status(other).path("containerID").asText()).isEqualTo("runtime://2");
    }

    private static String label(JsonNode pod) {
        return pod.path("metadata")
                .path("labels")
                .properties()
                .iterator()
                .next()
                .getKey();
    }

    private static JsonNode status(JsonNode pod) {
        return pod.path("status").path("containerStatuses").get(0);
    }

    @Test
    void whatIsNoListOrIsDamagedIsRefused() {
        byte[] whole = codec.encode(Format.PROTOBUF, list);
        byte[] cut = Arrays.copyOf(whole, whole.length - 40);
        byte[] pod = codec.encode(
                Format.PROTOBUF,
                codec.decode(Format.JSON, "{}".getBytes(StandardCharsets.UTF_8), GroupVersionKind.of("v1", "Pod"))
                        .object());
        for (byte[] bytes : new byte[][] {new byte[0], {'{', '}'}, cut, pod}) {
            assertThatThrownBy(() -> codec.list(Format.PROTOBUF, bytes)).isInstanceOf(DecodeException.class);
        }
    }
}
