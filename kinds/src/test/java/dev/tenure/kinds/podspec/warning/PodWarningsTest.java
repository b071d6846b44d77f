package dev.tenure.kinds.podspec.warning;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.wire.json.ArrayNode;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.ObjectNode;
import java.util.List;
import org.junit.jupiter.api.Test;

class PodWarningsTest {
    private static final int MANY = 40_000;
    private final ObjectNode pod = Json.object();
    private final ObjectNode spec = pod.putObject("spec");

    private ArrayNode ports() {
        return spec.putArray("containers").addObject().put("name", "a").putArray("ports");
    }

    private ArrayNode items(String volume) {
        ArrayNode volumes = spec.get("volumes") instanceof ArrayNode there ? there : spec.putArray("volumes");
        return volumes.addObject()
                .put("name", volume)
                .putObject("secret")
                .put("secretName", "s")
                .putArray("items");
    }

    private List<String> warnings() {
        return PodWarnings.ofPod(pod);
    }

    @Test
    void portsThatGoBadlyTogetherAreToldInPairs() {
        ArrayNode ports = ports();
        ports.addObject().put("containerPort", 80).put("hostPort", 8080);
        ports.addObject().put("containerPort", 80);
        ports.addObject().put("containerPort", 80).put("hostPort", 8080).put("hostIP", "10.0.0.1");
        String port = "spec.containers[0].ports[%d]: %s port definition with spec.containers[0].ports[%d]";
        assertThat(warnings())
                .containsExactly(
                        port.formatted(1, "overlapping", 0),
                        port.formatted(2, "dangerously ambiguous", 0),
                        port.formatted(2, "overlapping", 1));
    }

    /// All pairs would be more than a memory holds.
    @Test
    void ofVeryManyAlikePortsSomePairsAreTold() {
        ArrayNode ports = ports();
        for (int i = 0; i < MANY; i++) {
            ports.addObject().put("containerPort", 80);
        }
        assertThat(warnings()).hasSize(1_000);
    }

    /// Held each against each, these would keep a processor for minutes.
    @Test
    void veryManyPortsOfOneNumberAreLookedAt() {
        ArrayNode ports = ports();
        for (int i = 1; i <= MANY; i++) {
            ports.addObject().put("containerPort", 80).put("hostPort", i);
        }
        assertThat(warnings()).isEmpty();
    }

    @Test
    void filesInOneAnothersWayAreTold() {
        ArrayNode items = items("v");
        for (String path : List.of("a/b", "a//", "ab", "a/b/c", "", "/", "b")) {
            items.addObject().put("key", "k").put("path", path);
        }
        String overlap = "volume \"v\" (Secret \"s\"): overlapping paths: \"%s\" with \"%s\"";
        assertThat(warnings())
                .containsExactly(
                        overlap.formatted("a", "a/b"),
                        overlap.formatted("a/b/c", "a/b"),
                        overlap.formatted("a/b/c", "a"));
    }

    @Test
    void veryManyFilesAndVeryLongPathsAreLookedAt() {
        items("long").addObject().put("path", "a" + "/".repeat(1_000_000));
        ArrayNode alike = items("alike");
        ArrayNode different = items("different");
        for (int i = 0; i < MANY; i++) {
            alike.addObject().put("path", "a");
            different.addObject().put("path", "a" + i);
        }
        assertThat(warnings()).hasSize(100);
    }
}
