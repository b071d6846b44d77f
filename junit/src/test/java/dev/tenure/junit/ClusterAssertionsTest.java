package dev.tenure.junit;

import static dev.tenure.junit.ClusterAssertions.assertThatPod;
import static dev.tenure.junit.ClusterAssertions.taint;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.tenure.embed.Tenure;
import dev.tenure.junit.ExpectedCause.Other;
import java.time.Duration;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

@WithCluster
class ClusterAssertionsTest {
    private static final String DATABASE = """
            apiVersion: v1
            kind: Pod
            metadata: {name: database}
            spec:
              nodeName: node-1
              containers: [{name: main, image: postgres}]
              tolerations:
              - {key: maintenance, operator: Exists, effect: NoExecute, tolerationSeconds: 300}
            """;

    @Test
    void anEvictionIsTold(Tenure cluster) {
        cluster.apply(DATABASE);
        cluster.clock().advance(Duration.ofSeconds(7));
        assertThatPod(cluster, "default", "database").wasNotEvicted();
        cluster.taint("node-1", "maintenance=disk:NoExecute");
        cluster.clock().advance(Duration.ofMinutes(6));

        assertThatPod(cluster, "default", "database")
                .wasEvicted()
                .by(taint("maintenance"))
                .after(Duration.ofMinutes(5))
                .from("node-1");
    }

    @Test
    void whatIsOtherwiseFails(Tenure cluster) {
        cluster.apply(DATABASE);
        fails(
                "pod default/database was not evicted",
                () -> assertThatPod(cluster, "default", "database").wasEvicted());
        cluster.clock().advance(Duration.ofSeconds(7));
        cluster.taint("node-1", "maintenance:NoExecute");
        cluster.clock().advance(Duration.ofMinutes(6));

        EvictionAssert evicted = assertThatPod(cluster, "default", "database").wasEvicted();
        fails("by taint other", () -> evicted.by(taint("other")));
        fails("by API", () -> evicted.by(Other.API));
        fails("PT4M59S after the taint", () -> evicted.after(Duration.ofSeconds(299)));
        fails("PT5M1S after the taint", () -> evicted.after(Duration.ofSeconds(301)));
        fails("from node node-2", () -> evicted.from("node-2"));
        fails(
                "pod default/database was evicted",
                () -> assertThatPod(cluster, "default", "database").wasNotEvicted());
        fails(
                "there is no pod default/databse, and none of that name was evicted",
                () -> assertThatPod(cluster, "default", "databse").wasNotEvicted());
    }

    private static void fails(String message, ThrowingCallable assertion) {
        assertThatExceptionOfType(AssertionError.class).isThrownBy(assertion).withMessageContaining(message);
    }
}
