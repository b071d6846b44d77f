package dev.tenure.launch.nodes;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class InitialNodesTest {
    private static final String ZONE = "/metadata/labels/topology.kubernetes.io~1zone";

    @Test
    void nodesStandInZonesInTurn() {
        assertThat(InitialNodes.numbered(5, 2))
                .extracting(node ->
                        node.at("/metadata/name").asText() + " " + node.at(ZONE).asText())
                .containsExactly("node-1 zone-1", "node-2 zone-2", "node-3 zone-1", "node-4 zone-2", "node-5 zone-1");
    }

    @Test
    void withoutZonesTheyCarryNoLabelOfOne() {
        assertThat(InitialNodes.numbered(2, 0))
                .hasSize(2)
                .allMatch(node -> node.at(ZONE).isMissingNode());
    }
}
