package dev.tenure.checks.node;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.model.core.Pod;
import dev.tenure.node.stats.MachineReader;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/// A real node whose disk is small enough to run short of room and of inodes; and one that runs short of
/// process ids.
@EnabledIfSystemProperty(named = "tenure.full", matches = "true", disabledReason = "runs with ./check full")
final class RealNodePressureTest extends OnRealNode {
    private static final String THRESHOLDS = "nodefs.available<150Mi,nodefs.inodesFree<2000";
    private static final long LEFT_MEBI = 150;
    private static final int TASKS = 600;

    private Optional<SmallDisk> disk = Optional.empty();

    @Override
    Path data(Path folder) throws Exception {
        disk = Optional.of(SmallDisk.mount(folder.resolve("disk.img"), folder.resolve("disk")));
        return disk().folder();
    }

    @Override
    List<String> flags() {
        return flags(THRESHOLDS);
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

    @Override
    @AfterEach
    void clear() throws Exception {
        disk().free();
        super.clear();
        awaitCondition("DiskPressure", "False");
        awaitCondition("PIDPressure", "False");
        node().runtime().importImages();
    }

    @Override
    @AfterAll
    void close() {
        super.close();
        disk.ifPresent(SmallDisk::close);
    }

    private SmallDisk disk() {
        return disk.orElseThrow();
    }

    @Test
    void diskPressureTakesImagesBeforePods() throws Exception {
        node().runtime().importUnused("tenure.dev/unused:1", 100);
        node().startAgent(flags());
        Pod before = steady();
        disk().fill(LEFT_MEBI - 10);
        awaitCondition("DiskPressure", "True");
        node().until("the image is gone", () -> !node().runtime().has("tenure.dev/unused:1"));
        awaitCondition("DiskPressure", "False");
        assertThat(node().runtime().has(TrialRuntime.IMAGE))
                .as("an image that is used")
                .isTrue();
        staysAsItIs(before);
    }

    @Test
    void aPodThatFillsTheDiskGoes() throws Exception {
        Pod before = steady();
        node().create(ContainerdNode.pod("hog", "dd if=/dev/zero of=/m/x bs=1M; sleep 100000"));
        assertThat(awaitEviction("hog").status().message())
                .startsWith("The node was low on resource: ephemeral-storage. Threshold quantity: 150Mi, available: ");
        staysAsItIs(before);
    }

    @Test
    void aPodThatTakesAllInodesGoes() throws Exception {
        Pod before = steady();
        String script = "i=0; while true; do i=$((i+1)); touch /m/$i || sleep 100000; done";
        node().create(ContainerdNode.pod("hog", script));
        assertThat(awaitEviction("hog").status().message())
                .startsWith("The node was low on resource: inodes. Threshold quantity: 2k, available: ");
        staysAsItIs(before);
    }

    @Test
    void aPodThatTakesProcessIdsGoes() throws Exception {
        MachineReader.Tasks tasks = new MachineReader(Path.of("/")).tasks().orElseThrow();
        node().startAgent(flags("pid.available<" + (tasks.most() - tasks.now() - TASKS)));
        Pod before = steady();
        String script = "i=0; while [ $i -lt %d ]; do i=$((i+1)); sleep 100000 & done; wait".formatted(2 * TASKS);
        node().create(ContainerdNode.pod("hog", script));
        assertThat(awaitEviction("hog").status().message())
                .startsWith("The node was low on resource: pids. Threshold quantity: ");
        staysAsItIs(before);
        node().startAgent(flags());
    }

    /// Nothing is set to make room: everything has to go on without.
    @Test
    void aFullDiskLosesNoPod() throws Exception {
        node().startAgent(flags("memory.available<1Mi"));
        Pod before = steady();
        disk().fill(0);
        String then = node().renewed();
        node().create(ContainerdNode.steady("sparing"));
        node().until(
                        "it is told why sparing waits",
                        () -> !node().events("sparing").isEmpty());
        node().killAgent();
        node().startAgent();
        node().until("the agent goes on", () -> !node().renewed().equals(then));
        assertThat(node().see("sparing").map(ContainerdNode::runs)).contains(false);
        staysAsItIs(before);
        disk().free();
        Pod late = node().await("sparing", ContainerdNode::runs);
        staysAsItIs(before);
        assertThat(node().starts(late)).isOne();
        node().startAgent(flags());
    }
}
