package dev.tenure.checks.docs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.embed.Tenure;
import dev.tenure.junit.WithCluster;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class StayOfAPodTest {
    @Test
    @WithCluster(nodes = 3)
    void aPodStaysAsLongAsItTolerates(Tenure cluster) {
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
        cluster.taint("node-1", "maintenance=disk:NoExecute");
        Instant tainted = cluster.clock().wall();

        cluster.clock()
                .await(
                        Duration.ofHours(2),
                        () -> cluster.pod("default", "database").isEmpty());

        assertThat(Duration.between(tainted, cluster.clock().wall()))
                .isBetween(Duration.ofMinutes(60), Duration.ofSeconds(3602));
    }
}
