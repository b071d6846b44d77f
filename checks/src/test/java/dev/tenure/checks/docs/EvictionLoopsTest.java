package dev.tenure.checks.docs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.embed.Tenure;
import dev.tenure.embed.TenureOptions;
import dev.tenure.model.core.PodPhase;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What `tenure evictions --loops` finds, that what it says would end a loop does, and what is remembered of
/// failed pods that were removed.
final class EvictionLoopsTest {
    /// k8s#94245: the scheduler is not asked, and the node has not the labels that are asked for.
    private static final String PINNED = """
            apiVersion: apps/v1
            kind: Deployment
            metadata: {name: web}
            spec:
              replicas: 1
              selector: {matchLabels: {app: web}}
              template:
                metadata: {labels: {app: web}}
                spec:
                  nodeName: node-1
                  nodeSelector: {kubernetes.io/hostname: node-2}
                  containers: [{name: main, image: nginx}]
            """;
    private static final String RETENTION = """
            apiVersion: tenure.dev/v1alpha1
            kind: FailedPodRetention
            metadata: {name: few}
            spec: {keepPerOwner: 2, loops: {}}
            """;

    @TempDir
    private Path folder = Path.of("");

    private String evictions(Tenure cluster, String... further) throws IOException {
        return new CommandsAt(cluster, folder)
                .run(0, List.of("evictions"), further)
                .out();
    }

    private JsonNode loops(Tenure cluster) throws IOException {
        return Json.readObject(evictions(cluster, "--loops", "-o", "json").getBytes(StandardCharsets.UTF_8))
                .path("loops");
    }

    private static Tenure started() {
        return Tenure.start(TenureOptions.standing().withNodes(2).withSocket(0));
    }

    @Test
    void aTemplateThatNamesItsNodeIsALoopAndWhatIsSaidEndsIt() throws IOException {
        try (Tenure cluster = started()) {
            assertThat(loops(cluster).isEmpty()).isTrue();
            cluster.apply(PINNED);
            cluster.clock().advance(Duration.ofSeconds(5));

            JsonNode loop = loops(cluster).path(0);
            assertThat(loop.path("owner").asText()).startsWith("ReplicaSet default/web-");
            assertThat(loop.path("node").asText()).isEqualTo("node-1");
            assertThat(loop.path("often").asInt()).isGreaterThan(5);
            assertThat(loop.path("reason").asText()).isEqualTo("NodeAffinity");
            JsonNode remedy = loop.at("/remedies/0");
            assertThat(remedy.path("verified").asBoolean()).isTrue();
            assertThat(remedy.at("/nodes/0").asText()).isEqualTo("node-2");
            assertThat(remedy.path("command").asText())
                    .isEqualTo("kubectl patch deployments.apps web -n default --type=json -p"
                            + " '[{\"op\":\"remove\",\"path\":\"/spec/template/spec/nodeName\"}]'");
            assertThat(evictions(cluster, "--loops"))
                    .contains("remove nodeName from the template of Deployment default/web")
                    .contains("(tried: it then runs on node-2)");

            cluster.apply(PINNED.replace("nodeName: node-1", "hostNetwork: false"));
            assertThat(cluster.clock()
                            .await(
                                    Duration.ofMinutes(1),
                                    () -> cluster.pods("default").stream()
                                            .anyMatch(pod -> pod.status().phase() == PodPhase.RUNNING)))
                    .isPresent();
        }
    }

    @Test
    void whatARetentionRemovedIsToldAndStillCounts() throws IOException {
        try (Tenure cluster = started()) {
            cluster.apply(RETENTION);
            cluster.apply(PINNED);
            cluster.clock().advance(Duration.ofSeconds(30));
            cluster.apply(PINNED.replace("replicas: 1", "replicas: 0"));
            cluster.clock().advance(Duration.ofMinutes(1));

            assertThat(cluster.pods("default")).hasSizeLessThan(4);
            assertThat(evictions(cluster)).contains("rejected", "NodeAffinity: ", " more ");
            assertThat(evictions(cluster, "-o", "wide")).contains("ReplicaSet default/web-");
            assertThat(evictions(cluster, "--node", "node-2", "-o", "json")).contains("\"removed\": []");
            assertThat(loops(cluster).path(0).path("pods").asInt()).isGreaterThan(20);
        }
    }

    @Test
    void anOwnerThatIsPausedIsTold() throws IOException {
        try (Tenure cluster = started()) {
            cluster.apply(Files.readString(Path.of("..", "deploy", "loop-breaker.yaml")));
            cluster.apply(RETENTION.replace("loops: {}", "loops: {pauseSeconds: 600}"));
            cluster.apply(PINNED);
            cluster.clock().advance(Duration.ofMinutes(3));

            assertThat(cluster.pods("default"))
                    .as("without a pause some two hundred are made")
                    .hasSizeLessThan(20);
            assertThat(evictions(cluster, "--loops"))
                    .containsPattern("ReplicaSet default/web-[a-z0-9]+ is to make no pods for .* [(]retention few[)]")
                    .contains("What would end that of ReplicaSet default/web-");
            assertThat(loops(cluster).at("/0/pause/retention").asText()).isEqualTo("few");
        }
    }
}
