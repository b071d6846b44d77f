package dev.tenure.checks.docs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.embed.Tenure;
import dev.tenure.embed.TenureOptions;
import dev.tenure.model.core.Pod;
import dev.tenure.rules.taint.TolerationText;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// `tenure toleration expand` against a cluster with taints.
final class TolerationExpandTest {
    @TempDir
    private Path folder = Path.of("");

    private Tenure cluster;
    private String said = "";

    @BeforeEach
    void start() {
        cluster = Tenure.start(TenureOptions.standing().withNodes(2).withSocket(0));
        cluster.taint("node-1", "readiness.k8s.io/net:NoSchedule");
        cluster.taint("node-1", "dedicated=gpu:NoExecute");
        cluster.taint("node-2", "readiness.k8s.io/gpu=x:NoExecute");
    }

    @AfterEach
    void stop() {
        cluster.close();
    }

    private String run(int code, String... words) throws IOException {
        CommandsAt.Said answer = new CommandsAt(cluster, folder).run(code, List.of("toleration", "expand"), words);
        said = answer.err();
        return answer.out();
    }

    @Test
    void aFamilyIsTheListOfThoseThatAreThere() throws IOException {
        assertThat(run(0, "readiness.k8s.io/*", "--window", "60")).isEqualToNormalizingNewlines("""
                tolerations:
                - effect: NoExecute
                  key: readiness.k8s.io/gpu
                  operator: Equal
                  tolerationSeconds: 60
                  value: x
                - effect: NoSchedule
                  key: readiness.k8s.io/net
                  operator: Equal
                """);
        assertThat(run(0, "*", "--except", "readiness.k8s.io/*"))
                .contains("dedicated")
                .doesNotContain("readiness");
        assertThat(run(0, "*:NoSchedule", "--except", "dedicated"))
                .contains("net")
                .doesNotContain("gpu");
    }

    @Test
    void asAPolicyItIsGivenToNewPods() throws IOException {
        cluster.apply(run(0, "*", "--except", "dedicated", "--as-policy", "agents", "--pods", "role=agent"));
        cluster.clock().advance(Duration.ofSeconds(5));
        for (String role : List.of("agent", "other")) {
            cluster.apply("""
                apiVersion: v1
                kind: Pod
                metadata: {name: %1$s, labels: {role: %1$s}}
                spec: {containers: [{name: main, image: i}]}
                """.formatted(role));
        }
        assertThat(tolerations("agent"))
                .contains("readiness.k8s.io/net:NoSchedule", "readiness.k8s.io/gpu=x:NoExecute");
        assertThat(tolerations("agent")).noneMatch(each -> each.startsWith("dedicated"));
        assertThat(tolerations("other")).noneMatch(each -> each.startsWith("readiness"));
        cluster.clock().advance(Duration.ofSeconds(5));
        assertThat(cluster.pod("default", "agent").map(pod -> pod.spec().nodeName()))
                .hasValue("node-2");
        assertThat(cluster.pod("default", "other").map(pod -> pod.spec().bound()))
                .hasValue(false);
    }

    private List<String> tolerations(String pod) {
        return cluster.pod("default", pod).map(Pod::spec).orElseThrow().tolerations().stream()
                .map(TolerationText::of)
                .toList();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "1 | none | No node bears such a taint.",
                "2 | gpu* | a * stands at the end of a key",
                "2 | a/*=b | a * stands at the end of a key",
                "2 | =b | names no taint",
                "2 | * -n x | give --as-policy"
            })
    void whatCannotBeExpandedIsTold(int code, String words, String message) throws IOException {
        run(code, words.split(" "));
        assertThat(said).contains(message);
    }
}
