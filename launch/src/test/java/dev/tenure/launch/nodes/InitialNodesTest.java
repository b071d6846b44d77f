package dev.tenure.launch.nodes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenure.cli.command.CommandFailure;
import dev.tenure.client.ClusterClient;
import dev.tenure.model.meta.ApiEndpoint;
import dev.tenure.model.meta.ApiReply;
import dev.tenure.model.meta.ApiRequest;
import dev.tenure.model.meta.Caller;
import dev.tenure.model.meta.Status;
import dev.tenure.model.meta.WatchReply;
import dev.tenure.wire.json.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class InitialNodesTest {
    @TempDir
    private Path folder = Path.of("");

    private static final String ZONE = "/metadata/labels/topology.kubernetes.io~1zone";

    @Test
    void nodesStandInZonesInTurn() {
        assertThat(InitialNodes.numbered(5, NodeForm.plain(2)))
                .extracting(node -> node.name() + " " + node.node().at(ZONE).asText())
                .containsExactly("node-1 zone-1", "node-2 zone-2", "node-3 zone-1", "node-4 zone-2", "node-5 zone-1");
    }

    @Test
    void withoutZonesTheyCarryNoLabelOfOne() {
        assertThat(InitialNodes.numbered(2, NodeForm.plain(0)))
                .hasSize(2)
                .allMatch(node -> node.node().at(ZONE).isMissingNode());
    }

    @Test
    void theyHaveWhatTheCommandLineGivesThem() {
        NodeForm form = NodeForm.read(
                "--node-",
                0,
                Map.of("pool", "gpu"),
                List.of("gpu=true:NoSchedule"),
                Map.of("cpu", "8", "nvidia.com/gpu", "2"));

        JsonNode node = InitialNodes.numbered(1, form).getFirst().node();

        assertThat(node.at("/metadata/labels/pool").asText()).isEqualTo("gpu");
        assertThat(node.at("/spec/taints/0/key").asText()).isEqualTo("gpu");
        for (String field : List.of("capacity", "allocatable")) {
            JsonNode amounts = node.path("status").path(field);
            assertThat(amounts.path("cpu").asText()).isEqualTo("8");
            assertThat(amounts.path("nvidia.com/gpu").asText()).isEqualTo("2");
            assertThat(amounts.path("memory").asText()).isEqualTo("16Gi");
        }
    }

    private Path file(String name, String text) throws IOException {
        return Files.writeString(folder.resolve(name), text);
    }

    private static String node(String name) {
        return "apiVersion: v1\nkind: Node\nmetadata: {name: %s}\n".formatted(name);
    }

    private static void refused(String because, Path... files) {
        assertThatThrownBy(() -> InitialNodes.ofFiles(List.of(files)))
                .isInstanceOf(CommandFailure.class)
                .hasMessage(because);
    }

    @Test
    void aFileHoldsDocumentsAndLists() throws IOException {
        Path file = file(
                "nodes.yaml",
                "---\n" + node("a") + "---\n# nothing\n---\napiVersion: v1\nkind: List\nitems:\n"
                        + "- {apiVersion: v1, kind: Node, metadata: {name: b, resourceVersion: '7', uid: u}}\n");
        List<InitialNodes.Wanted> nodes = InitialNodes.ofFiles(List.of(file));
        assertThat(nodes).extracting(InitialNodes.Wanted::name).containsExactly("a", "b");
        assertThat(nodes.get(1).node().path("metadata").has("resourceVersion")).isFalse();
    }

    @Test
    void whatIsWrongInAFileIsReportedWithFileAndPlace() throws IOException {
        Path pod = file("pod.yaml", node("a") + "---\napiVersion: v1\nkind: Pod\nmetadata: {name: p}\n");
        refused(
                "node file \"%s\", document 2: kind \"Pod\" of apiVersion \"v1\"; only kind Node of v1 can stand there"
                        .formatted(pod),
                pod);
        Path text = file("text.yaml", "hello\n");
        refused(
                "node file \"%s\", document 1: kind \"\" of apiVersion \"\"; only kind Node of v1 can stand there"
                        .formatted(text),
                text);
        Path nameless = file("nameless.yaml", "apiVersion: v1\nkind: Node\n");
        refused("node file \"%s\", document 1: a node needs a metadata.name".formatted(nameless), nameless);
        Path one = file("one.yaml", node("a"));
        Path two = file("two.yaml", node("a"));
        refused(
                "node \"a\" of node file \"%s\" stands there twice: the other one is in \"%s\"".formatted(two, one),
                one,
                two);
        Path gone = folder.resolve("gone.yaml");
        assertThatThrownBy(() -> InitialNodes.ofFiles(List.of(gone))).hasMessageContaining(gone.toString());
    }

    private static final class RefusingEndpoint implements ApiEndpoint {
        @Override
        public ApiReply call(ApiRequest request) {
            return new ApiReply.Failure(
                    new Status(422, "Invalid", "spec.taints[0].effect is wrong", Optional.empty()), List.of());
        }

        @Override
        public WatchReply watch(ApiRequest request) {
            throw new IllegalStateException("nobody watches");
        }
    }

    @Test
    void aNodeThatTheServerRefusesIsNamedWithItsFile() throws IOException {
        Path file = file("nodes.yaml", node("a"));
        var refusing = new ClusterClient(new RefusingEndpoint(), Caller.component("test", List.of(), "test"));
        assertThatThrownBy(() -> InitialNodes.create(refusing, InitialNodes.ofFiles(List.of(file)), done -> {}))
                .hasMessage("node \"a\" of node file \"%s\" cannot be made: spec.taints[0].effect is wrong"
                        .formatted(file));
    }
}
