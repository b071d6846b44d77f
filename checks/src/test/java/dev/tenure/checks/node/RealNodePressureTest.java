package dev.tenure.checks.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.tenure.agent.machine.MachineReader;
import dev.tenure.model.core.Pod;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/// A real node whose disk is small enough to run short of room and of inodes; and one that runs short of process ids.
@TestInstance(Lifecycle.PER_CLASS)
@EnabledIfSystemProperty(named = "tenure.full", matches = "true", disabledReason = "runs with ./check full")
final class RealNodePressureTest {
    private static final String THRESHOLDS = "nodefs.available<150Mi,nodefs.inodesFree<2000";
    private static final long LEFT_MEBI = 150;
    private static final int TASKS = 600;

    private Optional<SmallDisk> disk = Optional.empty();
    private Optional<RealNode> started = Optional.empty();

    @BeforeAll
    void start(@TempDir Path folder) throws Exception {
        Optional<String> lacking = TrialRuntime.lacking();
        assumeTrue(lacking.isEmpty(), lacking.orElse(""));
        disk = Optional.of(SmallDisk.mount(folder.resolve("disk.img"), folder.resolve("disk")));
        started = Optional.of(RealNode.start(folder, disk().folder(), flags(THRESHOLDS)));
    }

    private static List<String> flags(String thresholds) {
        return List.of(
                "--eviction-hard",
                thresholds,
                "--eviction-pressure-transition-period",
                "2s",
                "--minimum-image-ttl-duration",
                "1s");
    }

    @AfterEach
    void clear() throws Exception {
        disk().free();
        node().clear();
        for (String condition : List.of("DiskPressure", "PIDPressure")) {
            node().until("no " + condition, () -> node().condition(condition).startsWith("False"));
        }
        node().runtime().importImages();
    }

    @AfterAll
    void close() {
        started.ifPresent(RealNode::close);
        disk.ifPresent(SmallDisk::close);
    }

    private RealNode node() {
        return started.orElseThrow();
    }

    private SmallDisk disk() {
        return disk.orElseThrow();
    }

    private void staysAsItIs(Pod before) throws IOException {
        Pod after = node().see(before.meta().name()).orElseThrow();
        assertThat(after.status().containerStatuses()).isEqualTo(before.status().containerStatuses());
        assertThat(node().starts(before)).isOne();
    }

    @Test
    void diskPressureTakesImagesBeforePods() throws Exception {
        node().runtime().importUnused("tenure.dev/unused:1", 100);
        node().startAgent(flags(THRESHOLDS));
        node().create(RealNode.steady("steady"));
        Pod before = node().await("steady", RealNode::runs);
        disk().fill(LEFT_MEBI - 10);
        node().until("there is pressure", () -> node().condition("DiskPressure").startsWith("True"));
        node().until("the image is gone", () -> !node().runtime().has("tenure.dev/unused:1"));
        node().until(
                        "the pressure is gone",
                        () -> node().condition("DiskPressure").startsWith("False"));
        assertThat(node().runtime().has(TrialRuntime.IMAGE))
                .as("an image that is used")
                .isTrue();
        staysAsItIs(before);
    }

    @Test
    void aPodThatFillsTheDiskGoes() throws Exception {
        node().create(RealNode.steady("steady"));
        Pod before = node().await("steady", RealNode::runs);
        node().create(RealNode.pod("hog", "dd if=/dev/zero of=/m/x bs=1M; sleep 100000"));
        Pod ended = node().await("hog", RealNode::ended);
        assertThat(ended.status().reason()).isEqualTo("Evicted");
        assertThat(ended.status().message())
                .startsWith("The node was low on resource: ephemeral-storage. Threshold quantity: 150Mi, available: ");
        staysAsItIs(before);
    }

    @Test
    void aPodThatTakesAllInodesGoes() throws Exception {
        node().create(RealNode.steady("steady"));
        Pod before = node().await("steady", RealNode::runs);
        String script = "i=0; while true; do i=$((i+1)); touch /m/$i || sleep 100000; done";
        node().create(RealNode.pod("hog", script));
        Pod ended = node().await("hog", RealNode::ended);
        assertThat(ended.status().reason()).isEqualTo("Evicted");
        assertThat(ended.status().message())
                .startsWith("The node was low on resource: inodes. Threshold quantity: 2k, available: ");
        staysAsItIs(before);
    }

    @Test
    void aPodThatTakesProcessIdsGoes() throws Exception {
        MachineReader.Tasks tasks = new MachineReader(Path.of("/")).tasks().orElseThrow();
        node().startAgent(flags("pid.available<" + (tasks.most() - tasks.now() - TASKS)));
        node().create(RealNode.steady("steady"));
        Pod before = node().await("steady", RealNode::runs);
        String script = "i=0; while [ $i -lt %d ]; do i=$((i+1)); sleep 100000 & done; wait".formatted(2 * TASKS);
        node().create(RealNode.pod("hog", script));
        Pod ended = node().await("hog", RealNode::ended);
        assertThat(ended.status().reason()).isEqualTo("Evicted");
        assertThat(ended.status().message()).startsWith("The node was low on resource: pids. Threshold quantity: ");
        staysAsItIs(before);
        node().startAgent(flags(THRESHOLDS));
    }

    /// Nothing is set to make room: everything has to go on without.
    @Test
    void aFullDiskLosesNoPod() throws Exception {
        node().startAgent(flags("memory.available<1Mi"));
        node().create(RealNode.steady("steady"));
        Pod before = node().await("steady", RealNode::runs);
        disk().fill(0);
        String then = node().renewed();
        node().create(RealNode.steady("sparing"));
        node().until(
                        "it is told why sparing waits",
                        () -> !node().events("sparing").isEmpty());
        node().killAgent();
        node().startAgent();
        node().until("the agent goes on", () -> !node().renewed().equals(then));
        assertThat(node().see("sparing").map(RealNode::runs)).contains(false);
        staysAsItIs(before);
        disk().free();
        Pod late = node().await("sparing", RealNode::runs);
        staysAsItIs(before);
        assertThat(node().starts(late)).isOne();
        node().startAgent(flags(THRESHOLDS));
    }
}
