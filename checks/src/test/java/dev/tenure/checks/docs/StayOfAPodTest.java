package dev.tenure.checks.docs;

import static dev.tenure.junit.ClusterAssertions.assertThatPod;
import static dev.tenure.junit.ClusterAssertions.taint;

import dev.tenure.embed.Tenure;
import dev.tenure.junit.WithCluster;
import java.time.Duration;
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
        cluster.clock().advance(Duration.ofMinutes(1));
        cluster.taint("node-1", "maintenance=disk:NoExecute");
        cluster.clock().advance(Duration.ofMinutes(59));
        assertThatPod(cluster, "default", "database").wasNotEvicted();

        cluster.clock().advance(Duration.ofMinutes(2));

        assertThatPod(cluster, "default", "database")
                .wasEvicted()
                .by(taint("maintenance"))
                .after(Duration.ofHours(1));
    }
}
