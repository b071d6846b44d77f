package dev.tenure.wire.json.decode;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.wire.ObjectCodec;
import dev.tenure.wire.json.ArrayNode;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.ObjectNode;
import dev.tenure.wire.json.WorkingTree;
import dev.tenure.wire.patch.Patch;
import dev.tenure.wire.schema.GroupVersionKind;
import dev.tenure.wire.schema.Schema;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/// A patched object is the same whether all of it is read again or only what the patch has changed.
final class TreeReaderTest {
    private static final GroupVersionKind POD = new GroupVersionKind("", "v1", "Pod");
    private static final ObjectCodec CODEC = ObjectCodec.builtIn();
    private static final ObjectNode BASE =
            CODEC.decode(ObjectCodec.Format.JSON, bytes("""
                {"kind": "Pod", "apiVersion": "v1",
                 "metadata": {"name": "p", "namespace": "d", "labels": {"a": "1", "b": "2"},
                   "managedFields": [{"manager": "m", "operation": "Update", "apiVersion": "v1",
                     "fieldsType": "FieldsV1", "fieldsV1": {"f:spec": {}}}]},
                 "spec": {"terminationGracePeriodSeconds": 30, "containers": [
                   {"name": "x", "image": "i", "resources": {"requests": {"cpu": "1"}}},
                   {"name": "y", "image": "j"}],
                   "tolerations": [{"key": "k", "tolerationSeconds": 5}]},
                 "status": {"phase": "Running", "conditions": [
                   {"type": "Ready", "status": "True", "lastTransitionTime": "2026-01-01T00:00:00Z"},
                   {"type": "Initialized", "status": "True"}]}}\
                """), POD).object();

    private static final List<UnaryOperator<List<JsonNode>>> LIST_CHANGES = List.of(
            List::reversed,
            TreeReaderTest::inFront,
            elements -> elements.subList(1, elements.size()),
            TreeReaderTest::written,
            elements -> Stream.concat(
                            elements.stream().skip(1), elements.stream().limit(1))
                    .toList());

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static ObjectNode patched(Patch.Kind kind, String patch) {
        return Patch.read(kind, bytes(patch), false)
                .apply(BASE, Schema.builtIn().kind(POD).orElseThrow());
    }

    /// Knowing what the tree was made from changes nothing of what is read.
    private static void isReadAlike(ObjectNode tree) {
        String whole = read(tree, () -> CODEC.canonical(tree, POD));
        assertThat(read(tree, () -> CODEC.canonical(tree, BASE, POD))).isEqualTo(whole);
    }

    private static String read(ObjectNode tree, Supplier<Decoded> reading) {
        try {
            Decoded decoded = reading.get();
            assertThat(Json.readObject(Json.write(decoded.object())))
                    .as("%s", tree)
                    .isEqualTo(decoded.object());
            return decoded.object() + " " + decoded.strictErrors();
        } catch (DecodeException e) {
            return String.valueOf(e.getMessage());
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                "{'metadata': {'labels': {'b': null, 'c': '3'}, 'resourceVersion': '7'}}",
                "{'metadata': {'labels': {'b': null, 'a': null}, 'uid': ''}}",
                "{'spec': {'terminationGracePeriodSeconds': 1.0e3}}",
                "{'spec': {'terminationGracePeriodSeconds': 12345678901}}",
                "{'spec': {'containers': [{'name': 'y', 'resources': {'requests': {'cpu': '0.5'}}}]}}",
                "{'spec': {'tolerations': [{'key': 'k', 'tolerationSeconds': 5}, {'key': 'l'}]}}",
                "{'status': {'conditions': [{'type': 'Ready', 'status': 'False', 'lastTransitionTime': null}]}}",
                "{'status': {'conditions': [{'type': 'Ready', 'lastTransitionTime': '2026-01-01T01:00:00+01:00'}]}}",
                "{'status': {'phase': null}}",
                "{'status': {'podIPs': [{'ip': '10.0.0.1'}], 'phase': 'Failed', 'startTime': '2026-01-01T00:00:00Z'}}",
                "{'status': null}",
                "{'spec': {'volumes': [{'name': 'v', 'emptyDir': {'sizeLimit': '1024Mi'}}, {'name': 'w'}]}}",
                "{'spec': {'volumes': [{'name': 'v', 'emptyDir': {'sizeLimit': ' 1'}}, null]}}",
                "{'spec': {'volumes': [{'name': 'v', 'emptyDir': {'sizeLimit': 'much'}}]}}",
                "{'spec': {'overhead': {'memory': '0.5Gi', 'cpu': 1, 'a': null}, 'nodeSelector': {'b': '', 'a':"
                        + " null}}}",
                "{'spec': {'priority': 2147483648}}",
                "{'spec': {'priority': 7, 'activeDeadlineSeconds': 123456789012}}",
                "{'spec': {'containers': [{'name': 'x', 'livenessProbe': {'httpGet': {'port': 'web'}}}]}}",
                "{'spec': {'containers': [{'name': 'x', 'livenessProbe': {'httpGet': {'port': 80}}}]}}",
                "{'metadata': {'creationTimestamp': '0001-01-01T00:00:00Z', 'finalizers': [null, 'f']}}",
                "{'status': {'startTime': '2026-02-29T00:00:00Z'}}",
                "{'status': {'startTime': '2026-01-31T23:59:59Z', 'observedGeneration': 0}}",
                "{'spec': {'nodeName': 5}}",
                "{'spec': {'unknown': 5}}",
                "{'spec': {'hostNetwork': 'yes'}}",
                "{'status': {'startTime': 'yesterday'}}",
                "{'kind': 'Node'}",
                "{'Kind': 'Node'}",
                "{'apiVersion': 'apps/v1'}"
            })
    void mergePatches(String patch) {
        isReadAlike(patched(Patch.Kind.MERGE, patch.replace('\'', '"')));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{'status': {'conditions': [{'type': 'Ready', 'status': 'False', 'reason': 'gone'}]}}",
                "{'status': {'conditions': [{'type': 'Initialized', '$patch': 'delete'}]}}",
                "{'spec': {'containers': [{'name': 'x', 'image': 'other'}, {'name': 'z', 'image': 'new'}]}}",
                "{'spec': {'$setElementOrder/containers': [{'name': 'y'}, {'name': 'x'}]}}",
                "{'metadata': {'annotations': {'a': 'b'}}}"
            })
    void strategicMergePatches(String patch) {
        isReadAlike(patched(Patch.Kind.STRATEGIC, patch.replace('\'', '"')));
    }

    @ParameterizedTest
    @EnumSource(names = {"MERGE", "STRATEGIC"})
    void whatIsNewSharesNothingThatIsChangedInPlace(Patch.Kind kind) {
        ObjectNode tree = CODEC.canonical(patched(kind, "{\"status\": {\"phase\": \"Failed\"}}"), BASE, POD)
                .object();
        String before = BASE.toString();
        ((ObjectNode) tree.at("/metadata/labels")).put("new", "label");
        ((ArrayNode) tree.at("/spec/containers")).removeAll();
        ((ObjectNode) tree.at("/status/conditions/0")).put("status", "Unknown");
        assertThat(BASE).hasToString(before);
    }

    @Test
    void fieldsStandInTheOrderOfTheSchema() {
        ObjectNode tree = CODEC.canonical(
                        patched(Patch.Kind.MERGE, "{\"metadata\": {\"generateName\": \"p-\"}}"), BASE, POD)
                .object();
        assertThat(tree.path("metadata").fieldNames())
                .toIterable()
                .containsExactly("name", "generateName", "namespace", "labels", "managedFields");
    }

    /// A list of another order, of other elements, or of one more in front takes no longer than one that was
    /// left alone.
    @ParameterizedTest
    @ValueSource(ints = {100, 60_000})
    @Timeout(60)
    void listsAreReadInAFewWalks(int length) {
        ObjectNode base = CODEC.canonical(BASE, POD).object();
        ArrayNode tolerations = Json.array();
        for (int i = 0; i < length; i++) {
            tolerations.addObject().put("key", "k" + i);
        }
        ((ObjectNode) base.path("spec")).set("tolerations", tolerations);
        ObjectNode old = Json.readObject(Json.write(base));
        for (UnaryOperator<List<JsonNode>> change : LIST_CHANGES) {
            ObjectNode edited = WorkingTree.copy(old);
            ArrayNode list = (ArrayNode) edited.at("/spec/tolerations");
            List<JsonNode> elements = new ArrayList<>();
            list.forEach(elements::add);
            list.removeAll();
            change.apply(elements).forEach(list::add);
            String whole = read(edited, () -> CODEC.canonical(edited, POD));
            assertThat(read(edited, () -> CODEC.canonical(edited, old, POD))).isEqualTo(whole);
        }
    }

    private static List<JsonNode> inFront(List<JsonNode> elements) {
        elements.addFirst(Json.object().put("key", "new"));
        return elements;
    }

    private static List<JsonNode> written(List<JsonNode> elements) {
        return elements.stream()
                .<JsonNode>map(element -> Json.readObject(Json.write(element)))
                .toList();
    }
}
