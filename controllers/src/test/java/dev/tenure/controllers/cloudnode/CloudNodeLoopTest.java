package dev.tenure.controllers.cloudnode;

import static dev.tenure.model.meta.ResourceTypes.NODES;
import static dev.tenure.testkit.cluster.MemoryApi.status;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.controllers.stage.LoopStage;
import dev.tenure.wire.json.JsonNode;
import java.time.Duration;
import org.junit.jupiter.api.Test;

final class CloudNodeLoopTest {
    private final LoopStage stage = new LoopStage(NODES);
    private final CloudNodeLoop loop = new CloudNodeLoop(stage.context());

    private void node(String annotations, String spec) {
        stage.put(NODES, """
                kind: Node
                metadata: {name: node-1, annotations: {%s}}
                spec:
                  taints:
                  - {key: node.cloudprovider.kubernetes.io/uninitialized, effect: NoSchedule}
                  - {key: other, effect: NoSchedule}
                %s
                """.formatted(annotations, spec.indent(2)));
    }

    private JsonNode node() {
        return stage.the(NODES, "", "node-1");
    }

    @Test
    void aNodeWhoseMachineRunsIsInitialisedInOneWrite() {
        node("tenure.dev/cloud-machine: running, tenure.dev/cloud-zone: z1", "");
        stage.begin(loop::start);
        assertThat(stage.writes()).containsExactly("patch nodes node-1");
        assertThat(node().path("spec").path("providerID").asText()).isEqualTo("tenure://node-1");
        JsonNode labels = node().path("metadata").path("labels");
        assertThat(labels.path("topology.kubernetes.io/zone").asText()).isEqualTo("z1");
        assertThat(labels.path("failure-domain.beta.kubernetes.io/zone").asText())
                .isEqualTo("z1");
        assertThat(labels.has("topology.kubernetes.io/region")).as("unknown").isFalse();
        assertThat(stage.events()).containsExactly("Synced: Node synced successfully");
        String taints = node().path("spec").path("taints").toString();
        assertThat(taints).contains("other");
    }

    @Test
    void aProviderIdThatIsThereStays() {
        node("tenure.dev/cloud-machine: running", "providerID: mine");
        stage.begin(loop::start);
        assertThat(node().path("spec").path("providerID").asText()).isEqualTo("mine");
    }

    @Test
    void aNodeWhoseMachineDoesNotRunOrIsUnknownIsLeftAlone() {
        stage.begin(loop::start);
        for (String annotations : new String[] {"", "tenure.dev/cloud-machine: pending"}) {
            node(annotations, "");
            assertThat(stage.writes()).as(annotations).isEmpty();
        }
        node("tenure.dev/cloud-machine: running", "");
        assertThat(stage.writes()).isNotEmpty();
    }

    @Test
    void aNodeWithoutTheTaintIsLeftAlone() {
        stage.put(NODES, """
                kind: Node
                metadata: {name: node-1, annotations: {tenure.dev/cloud-machine: running}}
                spec: {taints: [{key: other, effect: NoSchedule}]}
                """);
        stage.begin(loop::start);
        assertThat(stage.writes()).isEmpty();
    }

    @Test
    void aRefusedWriteIsTriedAgainAndNotToldAsDone() {
        node("tenure.dev/cloud-machine: running", "");
        stage.refuseWrites(NODES, status(409, "Conflict"));
        stage.begin(loop::start);
        assertThat(stage.events()).isEmpty();
        stage.refuseNothing();
        stage.advance(Duration.ofSeconds(1));
        assertThat(stage.events()).hasSize(1);
    }
}
