package dev.tenure.controllers.ttl;

import static dev.tenure.model.meta.ResourceTypes.NODES;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.controllers.stage.LoopStage;
import org.junit.jupiter.api.Test;

final class TtlLoopTest {
    private final LoopStage stage = new LoopStage(NODES);
    private final TtlLoop loop = new TtlLoop(stage.context());

    private void nodes(int from, int to) {
        for (int i = from; i <= to; i++) {
            stage.put(NODES, "{kind: Node, metadata: {name: node-%d}}".formatted(i));
        }
    }

    private String seconds(int node) {
        return stage.the(NODES, "", "node-" + node)
                .path("metadata")
                .path("annotations")
                .path(TtlLoop.ANNOTATION)
                .asText();
    }

    @Test
    void eachNodeIsAnnotatedOnce() {
        nodes(1, 3);
        stage.begin(loop::start);
        assertThat(stage.writes()).containsExactly("patch nodes node-1", "patch nodes node-2", "patch nodes node-3");
        assertThat(seconds(1)).isEqualTo("0");
        nodes(4, 4);
        assertThat(stage.writes()).containsExactly("patch nodes node-4");
    }

    @Test
    void allAreAnnotatedAnewWhenTheClusterGrowsAndShrinks() {
        nodes(1, 100);
        stage.begin(loop::start);
        assertThat(seconds(1)).isEqualTo("0");
        nodes(101, 101);
        assertThat(seconds(1)).isEqualTo("15");
        assertThat(seconds(101)).isEqualTo("15");
        for (int i = 101; i > 89; i--) {
            assertThat(seconds(1)).as("with %d nodes", i).isEqualTo("15");
            stage.remove(NODES, "", "node-" + i);
        }
        assertThat(seconds(1)).isEqualTo("0");
    }

    @Test
    void whatSomebodyWritesIsPutRight() {
        stage.begin(loop::start);
        stage.put(NODES, """
                kind: Node
                metadata: {name: node-1, annotations: {node.alpha.kubernetes.io/ttl: "600"}}
                """);
        assertThat(seconds(1)).isEqualTo("0");
        stage.writes();
        stage.put(NODES, """
                kind: Node
                metadata: {name: node-1, annotations: {node.alpha.kubernetes.io/ttl: "15"}}
                """);
        assertThat(seconds(1)).isEqualTo("0");
        assertThat(stage.writes()).containsExactly("patch nodes node-1");
    }
}
