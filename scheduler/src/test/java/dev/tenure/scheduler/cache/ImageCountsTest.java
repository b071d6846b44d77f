package dev.tenure.scheduler.cache;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.model.core.Node;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.scheduler.view.ClusterView.ImageSpread;
import dev.tenure.scheduler.view.NodeState;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.view.Views;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/// On how many nodes an image lies, as nodes come and go.
final class ImageCountsTest {
    private final ImageCounts counts = new ImageCounts();

    /// @param images in JSON with single quotes
    private static NodeState node(String name, String images) {
        String json = "{'metadata': {'name': '%s'}, 'status': {'images': [%s]}}"
                .formatted(name, images)
                .replace('\'', '"');
        return new NodeState(
                (Node) Views.view(ResourceTypes.NODES, Json.readObject(json.getBytes(StandardCharsets.UTF_8))));
    }

    @Test
    void nodesAreCountedWhileTheyAreThere() {
        NodeState first = node("a", "{'names': ['i:1', 'i@sha'], 'sizeBytes': 7}");
        NodeState second = node("b", "{'names': ['i:1'], 'sizeBytes': 9}");
        NodeState third = node("c", "{'names': ['i:1'], 'sizeBytes': 9}");
        counts.add(first);
        counts.add(second);
        counts.add(third);
        assertThat(counts.of("i:1")).contains(new ImageSpread(7, 3));
        assertThat(counts.of("i@sha")).contains(new ImageSpread(7, 1));
        counts.remove(second);
        assertThat(counts.of("i:1")).contains(new ImageSpread(7, 2));
        counts.remove(first);
        assertThat(counts.of("i:1")).contains(new ImageSpread(7, 1));
        assertThat(counts.of("i@sha")).isEmpty();
        counts.remove(third);
        assertThat(counts.of("i:1")).isEmpty();
    }

    /// Upstream counts names of nodes: backend/cache/cache.go (addNodeImageStates).
    @Test
    void aNodeThatTellsANameTwiceCountsOnce() {
        NodeState twice = node("a", "{'names': ['i:1', 'i:1'], 'sizeBytes': 7}, {'names': ['i:1'], 'sizeBytes': 8}");
        counts.add(twice);
        assertThat(counts.of("i:1")).contains(new ImageSpread(7, 1));
        counts.remove(twice);
        assertThat(counts.of("i:1")).isEmpty();
    }
}
