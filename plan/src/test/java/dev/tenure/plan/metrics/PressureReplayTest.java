package dev.tenure.plan.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.management.ThreadMXBean;
import dev.tenure.plan.compare.Configuration;
import dev.tenure.plan.forecast.ForecastOptions;
import dev.tenure.plan.metrics.PressureReplay.By;
import dev.tenure.plan.metrics.PressureReplay.SignalCourse;
import dev.tenure.plan.metrics.PressureReplay.Stall;
import dev.tenure.plan.metrics.PressureReplay.Victim;
import dev.tenure.plan.source.ClusterDump;
import dev.tenure.plan.source.DumpFiles;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Memory over time leads to what the kubelet and the kernel would have done.
class PressureReplayTest {
    private static final Configuration USUAL = Configuration.of(ForecastOptions.STANDARD);
    private static final long GI = 1L << 30;

    @TempDir
    private Path folder;

    private Metrics metrics(String text) {
        try {
            return MetricsFile.read(List.of(Files.writeString(folder.resolve("metrics"), text)));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static PressureReplay replay(Metrics metrics, Configuration configuration) {
        return PressureReplay.of(metrics, Optional.empty(), configuration, Stall.STANDARD);
    }

    private static SignalCourse only(PressureReplay replay, By by) {
        return replay.signals().stream()
                .filter(each -> each.signal() == by)
                .findFirst()
                .orElseThrow();
    }

    /// A machine of 8Gi on which a pod grows within ten minutes from 1Gi to an amount.
    private static String growing(String to) {
        return """
            time,node,pod,metric,value
            0,n1,,machine_memory_bytes,8Gi
            0,n1,shop/cache,container_memory_working_set_bytes,1Gi
            600,n1,shop/cache,container_memory_working_set_bytes,%s
            0,n1,shop/web,container_memory_working_set_bytes,1Gi
            600,n1,shop/web,container_memory_working_set_bytes,1Gi
            """.formatted(to);
    }

    @Test
    void whoGrowsIsEvictedAtTheFirstLookBelowTheThreshold() {
        // 6.5Gi are reached by both together after 330 s exactly, which is not below yet
        PressureReplay replay = replay(metrics(growing("9Gi")), USUAL.with("eviction-hard", "memory.available<1536Mi"));
        SignalCourse course = only(replay, By.WORKING_SET);
        assertThat(course.shortAfter()).contains(Duration.ofSeconds(340));
        assertThat(course.evicted()).extracting(Victim::pod).containsExactly("shop/cache");
        assertThat(course.evicted().getFirst().after()).isEqualTo(Duration.ofSeconds(340));
        assertThat(course.killed()).isEmpty();
        assertThat(replay.hasEffects()).isTrue();
    }

    @Test
    void nobodyGoesWhereMemoryIsLeft() {
        PressureReplay replay = replay(metrics(growing("5Gi")), USUAL);
        assertThat(replay.hasEffects()).isFalse();
        assertThat(only(replay, By.WORKING_SET).lowest()).hasValue(2 * GI);
    }

    @Test
    void aSoftThresholdStandsForItsGrace() {
        PressureReplay replay = replay(
                metrics(growing("9Gi")),
                USUAL.with("eviction-hard", "memory.available<100Mi")
                        .with("eviction-soft", "memory.available<1536Mi")
                        .with("eviction-soft-grace-period", "memory.available=60s")
                        .checked());
        assertThat(only(replay, By.WORKING_SET).shortAfter()).contains(Duration.ofSeconds(340));
        assertThat(only(replay, By.WORKING_SET).evicted())
                .singleElement()
                .satisfies(victim -> assertThat(victim.after()).isEqualTo(Duration.ofSeconds(400)));
    }

    @Test
    void theKernelKillsFirstWhereGrowthOutrunsTheLooks() {
        PressureReplay replay = replay(metrics("""
                        time,node,pod,metric,value
                        0,n1,,machine_memory_bytes,8Gi
                        0,n1,shop/cache,memory,1Gi
                        101,n1,shop/cache,memory,1Gi
                        107,n1,shop/cache,memory,9Gi
                        300,n1,shop/cache,memory,9Gi
                        0,n1,shop/web,memory,1Gi
                        300,n1,shop/web,memory,1Gi
                        """), USUAL);
        SignalCourse course = only(replay, By.WORKING_SET);
        assertThat(course.killed()).singleElement().satisfies(victim -> {
            assertThat(victim.pod()).isEqualTo("shop/cache");
            assertThat(victim.after()).isEqualTo(Duration.ofSeconds(106));
        });
        assertThat(course.evicted()).isEmpty();
    }

    /// Reading a pod makes all kinds anew, some megabytes of them.
    @Test
    void aPodThatNoClusterHasIsReadOnceHoweverOftenTheKernelLooksAtIt() {
        int pods = 60;
        var text = new StringBuilder("time,node,pod,metric,value\n0,n1,,machine_memory_bytes,8Gi\n");
        for (int i = 0; i < pods; i++) {
            text.append("0,n1,shop/p%d,memory,%dMi\n19,n1,shop/p%d,memory,%dMi\n".formatted(i, 10 + i, i, 1000 + i));
        }
        Metrics metrics = metrics(text.toString());
        replay(metrics, USUAL);
        var thread = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long before = thread.getCurrentThreadAllocatedBytes();

        PressureReplay replay = replay(metrics, USUAL);

        assertThat(only(replay, By.WORKING_SET).killed()).hasSizeGreaterThan(pods / 2);
        assertThat(thread.getCurrentThreadAllocatedBytes() - before)
                .as("bytes that were allocated")
                .isLessThan(200L << 20);
    }

    @Test
    void whatTheKernelCouldGiveOutIsNoReasonToEvictByMemAvailable() {
        // a page cache: the working set grows to 7.95Gi, of which the kernel could give 5Gi out
        PressureReplay replay = replay(metrics("""
                        time,node,pod,metric,value
                        0,n1,,node_memory_MemTotal_bytes,8Gi
                        0,n1,,node_memory_working_set_bytes,2Gi
                        600,n1,,node_memory_working_set_bytes,8140Mi
                        0,n1,,node_memory_MemAvailable_bytes,6Gi
                        600,n1,,node_memory_MemAvailable_bytes,5Gi
                        0,n1,shop/db,memory,1Gi
                        600,n1,shop/db,memory,7Gi
                        0,n1,,node_pressure_memory_waiting_seconds_total,0
                        300,n1,,node_pressure_memory_waiting_seconds_total,3
                        400,n1,,node_pressure_memory_waiting_seconds_total,53
                        600,n1,,node_pressure_memory_waiting_seconds_total,54
                        """), USUAL);
        assertThat(only(replay, By.WORKING_SET).evicted())
                .extracting(Victim::pod)
                .containsExactly("shop/db");
        assertThat(only(replay, By.AVAILABLE).evicted()).isEmpty();
        assertThat(only(replay, By.AVAILABLE).killed()).isEmpty();
        assertThat(only(replay, By.AVAILABLE).lowest()).hasValue(5 * GI);
        assertThat(only(replay, By.STALLS).shortAfter()).contains(Duration.ofSeconds(330));
        assertThat(only(replay, By.STALLS).lowest()).hasValue(500);
    }

    @Test
    void thePriorityOfTheClusterDecidesWhoGoes() {
        ClusterDump cluster =
                DumpFiles.read(List.of("-"), new ByteArrayInputStream("""
                {apiVersion: v1, kind: Node, metadata: {name: n1, uid: n1}, status: {capacity: {memory: 8Gi}}}
                ---
                {apiVersion: v1, kind: Pod, metadata: {name: cache, namespace: shop, uid: a}, spec: {nodeName: n1, priority: 1000, containers: [{name: c, image: i}]}}
                ---
                {apiVersion: v1, kind: Pod, metadata: {name: web, namespace: shop, uid: b}, spec: {nodeName: n1, containers: [{name: c, image: i}]}}
                """.getBytes(StandardCharsets.UTF_8)));
        PressureReplay replay = PressureReplay.of(
                metrics(growing("7Gi")),
                Optional.of(cluster),
                USUAL.with("eviction-hard", "memory.available<1Gi"),
                Stall.STANDARD);
        assertThat(only(replay, By.WORKING_SET).evicted().getFirst().pod()).isEqualTo("shop/web");
    }

    @Test
    void anAnswerOfPrometheusSaysTheSameAsCsv() {
        Metrics metrics = metrics("""
                {"status":"success","data":{"resultType":"matrix","result":[
                {"metric":{"__name__":"machine_memory_bytes","node":"n1"},"values":[[0,"8589934592"]]},
                {"metric":{"__name__":"container_memory_working_set_bytes","node":"n1","namespace":"shop","pod":"web","container":"a"},"values":[[0,"536870912"],[600,"536870912"]]},
                {"metric":{"__name__":"container_memory_working_set_bytes","node":"n1","namespace":"shop","pod":"web","container":"b"},"values":[[0,"536870912"],[600,"536870912"]]},
                {"metric":{"__name__":"container_memory_working_set_bytes","node":"n1","namespace":"shop","pod":"cache","container":"c"},"values":[[0,"1073741824"],[600,"9663676416"]]},
                {"metric":{"__name__":"container_memory_working_set_bytes","node":"n1","id":"/kubepods"},"values":[[0,"1"]]},
                {"metric":{"__name__":"up","instance":"n1:9100"},"values":[[0,"1"]]}]}}
                """);
        Configuration careful = USUAL.with("eviction-hard", "memory.available<1536Mi");
        assertThat(replay(metrics, careful).signals())
                .isEqualTo(replay(metrics(growing("9Gi")), careful).signals());
        assertThat(metrics.passedOver()).containsEntry("up", 1);
    }

    @Test
    void pointsWithoutANumberArePassedOver() {
        Metrics metrics = metrics("""
                {"status":"success","data":{"resultType":"matrix","result":[
                {"metric":{"__name__":"machine_memory_bytes","node":"n1"},"values":[[0,"8589934592"]]},
                {"metric":{"__name__":"node_memory_working_set_bytes","node":"n1"},"values":[[0,"1073741824"],[300,"NaN"],[600,"1073741824"]]}]}}
                """);
        assertThat(only(replay(metrics, USUAL), By.WORKING_SET).lowest()).hasValue(7 * GI);
        assertThat(metrics.passedOver()).containsEntry("node_memory_working_set_bytes without a number", 1);
    }

    /// As where some times are in milliseconds.
    @Test
    void moreThanTwoMonthsAreNotLookedAt() {
        String text = growing("9Gi").replace("600,n1", "1767225600000,n1");
        assertThatThrownBy(() -> replay(metrics(text), USUAL))
                .hasMessageContaining("at most 62 days are looked at")
                .hasMessageContaining("in seconds, not in milliseconds");
        assertThatThrownBy(() -> metrics(growing("1e999"))).hasMessageContaining("beyond all numbers");
        assertThatThrownBy(() -> replay(metrics(growing("9Gi").replace("bytes,8Gi", "bytes,0")), USUAL))
                .hasMessageContaining("nothing says how much memory node n1 has");
    }

    @Test
    void whatIsNoMetricsSaysWhatWasExpected() {
        assertThatThrownBy(() -> metrics("a,b\n1,2")).hasMessageContaining("the first line names the columns");
        assertThatThrownBy(() -> metrics("time,node,metric,value\nnow,n1,memory,1Gi"))
                .hasMessageContaining("metrics:2")
                .hasMessageContaining("has no time and amount");
        assertThatThrownBy(() -> metrics("{\"data\":{\"resultType\":\"vector\"}}"))
                .hasMessageContaining("expected is a matrix");
        assertThatThrownBy(() -> metrics("{\"data\":{\"resultType\"")).hasMessageContaining("cut off");
        assertThatThrownBy(() -> metrics("{\"status\":\"error\",\"error\":\"too many points\"}"))
                .hasMessageContaining("too many points");
        assertThatThrownBy(() -> metrics("time,node,metric,value\n0,n1,up,1"))
                .hasMessageContaining("says nothing of the memory of any node");
        assertThatThrownBy(() -> replay(metrics("time,node,metric,value\n0,n1,memory,1Gi"), USUAL))
                .hasMessageContaining("nothing says how much memory node n1 has");
        assertThatThrownBy(() -> MetricsFile.read(List.of(folder.resolve("none"))))
                .hasMessageContaining("cannot be read");
    }
}
