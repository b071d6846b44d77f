package dev.tenure.checks.docs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.tenure.controllers.tainteviction.board.ComingEviction;
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
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/// What `tenure taints` tells of a whole cluster is what its controllers do.
final class TaintsOfAClusterTest {
    @TempDir
    private Path folder = Path.of("");

    private JsonNode taints(Tenure cluster, String... further) throws IOException {
        return Json.readObject(run(cluster, "taints", "-o json", further).getBytes(StandardCharsets.UTF_8))
                .path("taints");
    }

    private String run(Tenure cluster, String commands, String output, String... further) throws IOException {
        Path kubeconfig = Files.writeString(folder.resolve("config"), cluster.kubeconfig());
        var out = new StringWriter();
        CommandLine command = TenureMain.commandLine();
        command.setOut(new PrintWriter(out));
        List<String> all = new ArrayList<>(List.of(commands.split(" ")));
        all.addAll(List.of("--kubeconfig", kubeconfig.toString()));
        all.addAll(List.of(output.split(" ")));
        all.addAll(List.of(further));
        assertThat(command.execute(all.toArray(String[]::new))).isZero();
        return out.toString();
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

    private static final String POLICY = """
            apiVersion: tenure.dev/v1alpha1
            kind: TaintEvictionPolicy
            metadata: {name: quick}
            spec:
              taints: [{key: maintenance, operator: Exists}]
              maxStaySeconds: 120
            ---
            apiVersion: v1
            kind: Pod
            metadata: {name: database}
            spec:
              nodeName: node-1
              containers: [{name: main, image: postgres}]
              tolerations:
              - {key: maintenance, operator: Exists, effect: NoExecute, tolerationSeconds: 3600}
            """;

    @Test
    void aStayThatAPolicyShortensAndAPodThatOneHoldsAreTold() throws IOException {
        try (Tenure cluster = Tenure.start(TenureOptions.standing().withNodes(2).withSocket(0))) {
            cluster.apply(POLICY);
            cluster.clock().advance(Duration.ofMinutes(1));
            cluster.taint("node-1", "maintenance=disk:NoExecute");
            cluster.clock().advance(Duration.ofMinutes(1));

            JsonNode pod = taints(cluster, "maintenance").path(0).at("/podsThere/0");
            assertThat(pod.at("/stay/policy").asText()).isEqualTo("quick");
            assertThat(pod.at("/stay/change").asText()).isEqualTo("shorter");
            assertThat(Instant.parse(pod.path("until").asText()))
                    .isCloseTo(cluster.comingEvictions().getFirst().deadline(), within(1, ChronoUnit.SECONDS));
            assertThat(run(cluster, "taints maintenance", "-o text"))
                    .contains("(policy quick: 2m at most)", "The policy quick has a say");
            assertThat(run(cluster, "explain pod database", "-o text"))
                    .contains("because of the taint maintenance=disk:NoExecute (policy quick: 2m at most)");
            assertThat(run(cluster, "evictions", "-o text")).contains("(policy quick: 2m at most)");

            cluster.apply(POLICY.replace("maxStaySeconds: 120", "paused: true\n  maxStaySeconds: 120"));
            cluster.clock().advance(Duration.ofMinutes(2));

            JsonNode taint = taints(cluster, "maintenance").path(0);
            assertThat(taint.at("/pods/held").asInt()).isEqualTo(1);
            assertThat(taint.at("/podsThere/0/held/reason").asText()).isEqualTo("Paused");
            assertThat(taint.at("/policies/0/held").asInt()).isEqualTo(1);
            String holds = "policy quick holds it (Paused): paused, until somebody ends the pause";
            assertThat(run(cluster, "taints maintenance", "-o text")).contains(holds);
            assertThat(run(cluster, "explain pod database", "-o text")).contains("should have left", holds);
        }
    }

    @Test
    void whatAPolicyGrantsIsNotTakenForThePodsOwn() throws IOException {
        try (Tenure cluster = Tenure.start(TenureOptions.standing().withNodes(2).withSocket(0))) {
            cluster.apply(POLICY.replace("maxStaySeconds: 120", "tolerate: true\n  tolerateSeconds: 120")
                    .replaceAll("(?s)  tolerations:.*", ""));
            cluster.clock().advance(Duration.ofMinutes(1));
            cluster.taint("node-1", "maintenance=disk:NoExecute");
            cluster.clock().advance(Duration.ofSeconds(30));

            String granted = "maintenance=disk:NoExecute for 120s (policy quick)";
            assertThat(cluster.comingEvictions())
                    .singleElement()
                    .satisfies(coming -> assertThat(coming.toleration()).contains(granted));
            cluster.clock().advance(Duration.ofMinutes(2));
            assertThat(run(cluster, "evictions", "-o wide")).contains(granted, "ago");
        }
    }

    @Test
    void aPodThatIsToStayLongerIsToldSo() throws IOException {
        try (Tenure cluster = Tenure.start(TenureOptions.standing().withNodes(2).withSocket(0))) {
            cluster.apply(POLICY.replace("maxStaySeconds: 120", "minStaySeconds: 7200"));
            cluster.clock().advance(Duration.ofMinutes(1));
            cluster.taint("node-1", "maintenance=disk:NoExecute");
            cluster.clock().advance(Duration.ofMinutes(1));

            JsonNode pod = taints(cluster, "maintenance").path(0).at("/podsThere/0");
            assertThat(pod.at("/stay/change").asText()).isEqualTo("longer");
            Instant until = Instant.parse(pod.path("until").asText());
            cluster.clock().advance(Duration.ofMinutes(61));
            String held = taints(cluster, "maintenance")
                    .path(0)
                    .at("/podsThere/0/held/until")
                    .asText();
            assertThat(Instant.parse(held)).isCloseTo(until, within(1, ChronoUnit.SECONDS));

            cluster.clock()
                    .advance(Duration.between(cluster.clock().wall(), until).minusSeconds(2));
            assertThat(cluster.evictions()).isEmpty();
            cluster.clock().advance(Duration.ofSeconds(4));
            assertThat(cluster.evictions()).hasSize(1);
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
