package dev.tenure.checks.docs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.tenure.controllers.tainteviction.ComingEviction;
import dev.tenure.embed.Tenure;
import dev.tenure.embed.TenureOptions;
import dev.tenure.launch.TenureMain;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/// What `tenure taints` tells of a whole cluster is what its controllers do.
final class TaintsOfAClusterTest {
    @TempDir
    private Path folder = Path.of("");

    private JsonNode taints(Tenure cluster, String... further) throws IOException {
        Path kubeconfig = Files.writeString(folder.resolve("config"), cluster.kubeconfig());
        var out = new StringWriter();
        CommandLine command = TenureMain.commandLine();
        command.setOut(new PrintWriter(out));
        String[] all = new String[further.length + 5];
        System.arraycopy(new String[] {"taints", "--kubeconfig", kubeconfig.toString(), "-o", "json"}, 0, all, 0, 5);
        System.arraycopy(further, 0, all, 5, further.length);
        assertThat(command.execute(all)).isZero();
        return Json.readObject(out.toString().getBytes(StandardCharsets.UTF_8)).path("taints");
    }

    @Test
    void thePodsLeaveWhenItSays() throws IOException {
        try (Tenure cluster = Tenure.start(TenureOptions.standing().withNodes(2).withSocket(0))) {
            cluster.apply("""
                apiVersion: v1
                kind: Pod
                metadata: {name: database}
                spec:
                  nodeName: node-1
                  containers: [{name: main, image: postgres}]
                  tolerations:
                  - {key: maintenance, operator: Exists, effect: NoExecute, tolerationSeconds: 3600}
                """);
            cluster.clock().advance(Duration.ofMinutes(1));
            cluster.taint("node-1", "maintenance=disk:NoExecute");
            cluster.clock().advance(Duration.ofMinutes(10));

            JsonNode told = taints(cluster, "maintenance").path(0);

            assertThat(told.at("/nodes/0/sinceFrom").asText()).isEqualTo("record");
            List<ComingEviction> coming = cluster.comingEvictions();
            assertThat(coming).hasSize(1);
            assertThat(Instant.parse(told.at("/podsThere/0/until").asText()))
                    .isCloseTo(coming.getFirst().deadline(), within(1, ChronoUnit.SECONDS));
        }
    }

    @Test
    void whatTheNodeLifecycleKeepsHasItsCondition() throws IOException {
        try (Tenure cluster = Tenure.start(TenureOptions.standing().withNodes(3).withSocket(0))) {
            cluster.clock().advance(Duration.ofMinutes(1));
            cluster.stopNode("node-2");
            cluster.clock().advance(Duration.ofMinutes(2));

            JsonNode told = taints(cluster);

            assertThat(told.findValuesAsText("taint"))
                    .containsExactly(
                            "node.kubernetes.io/unreachable:NoExecute", "node.kubernetes.io/unreachable:NoSchedule");
            assertThat(told.findValuesAsText("by")).containsOnly("node lifecycle");
            assertThat(told.findValuesAsText("why")).containsOnly("Ready is Unknown (NodeStatusUnknown)");
            assertThat(told.findValuesAsText("sinceFrom")).containsOnly("timeAdded");

            cluster.startNode("node-2");
            cluster.clock().advance(Duration.ofMinutes(2));
            assertThat(taints(cluster).isEmpty()).isTrue();
        }
    }
}
