package dev.tenure.wire.proto;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.wire.ObjectCodec;
import dev.tenure.wire.ObjectCodec.Format;
import dev.tenure.wire.json.Document;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.ObjectNode;
import dev.tenure.wire.schema.GroupVersionKind;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/// Objects that have texts in common, whose protobuf is remembered, are written as if nothing was known.
final class KnownTextsTest {
    private static final GroupVersionKind POD = GroupVersionKind.of("v1", "Pod");

    private final ObjectCodec codec = ObjectCodec.builtIn();

    private ObjectNode decoded(String name, String note) {
        return codec.decode(Format.JSON, """
        {"kind":"Pod","apiVersion":"v1","metadata":{"name":"%s","annotations":{"note":"%s","another-one":"of some length"}},
        "spec":{"containers":[{"name":"c","image":"registry.example/application:1","resources":{"requests":{"cpu":"100m"}}}],
        "initContainers":[{"name":"c","image":"registry.example/application:1","resources":{"requests":{"cpu":"100m"}}}],
        "tolerations":[{"key":"node.kubernetes.io/unreachable","operator":"Exists","effect":"NoExecute",
        "tolerationSeconds":300}]},"status":{"conditions":[{"type":"Ready","status":"True","lastProbeTime":null,
        "lastTransitionTime":"2026-02-28T23:59:59Z"}]}}
        """.formatted(name, note).getBytes(StandardCharsets.UTF_8), POD)
                .object();
    }

    /// The tree of an object as it is stored: what nobody looked at is text.
    private static ObjectNode stored(ObjectNode tree) {
        return Document.stored(Json.write(tree)).tree();
    }

    @Test
    void textsInCommonAreWrittenAsTheFirstTime() {
        for (int i = 0; i < 5; i++) {
            ObjectNode tree = decoded("pod-" + i, "note " + i % 2);
            assertThat(codec.encode(Format.PROTOBUF, stored(tree)))
                    .isEqualTo(codec.encode(Format.PROTOBUF, tree.deepCopy()));
        }
    }

    @Test
    void whatWasChangedSinceIsWrittenAsItIs() {
        ObjectNode tree = stored(decoded("pod", "note"));
        codec.encode(Format.PROTOBUF, tree);
        tree.withObject("/metadata/annotations").put("note", "changed");
        ObjectNode read = codec.decode(Format.PROTOBUF, codec.encode(Format.PROTOBUF, tree), POD)
                .object();

        assertThat(read.at("/metadata/annotations/note").asText()).isEqualTo("changed");
        assertThat(read.at("/spec/initContainers")).isEqualTo(read.at("/spec/containers"));
    }

    /// Elements of lists that were read before are opened from what is known of them.
    @Test
    void whatIsChangedInOneObjectIsNotSeenInTheNextOneThatWasReadFromTheSameBytes() {
        byte[] protobuf = codec.encode(Format.PROTOBUF, decoded("pod", "note"));
        ObjectNode first = codec.decode(Format.PROTOBUF, protobuf, POD).object();
        String before = first.toString();
        first.withArray("/spec/tolerations").removeAll();
        ((ObjectNode) first.at("/spec/containers/0/resources/requests")).put("cpu", "2");

        ObjectNode second = codec.decode(Format.PROTOBUF, protobuf, POD).object();

        assertThat(second).hasToString(before);
        assertThat(first.at("/spec/containers/0/resources/requests/cpu").asText())
                .isEqualTo("2");
    }
}
