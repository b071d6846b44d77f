package dev.tenure.node.cgroup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.tenure.model.core.Pod;
import dev.tenure.node.cgroup.ResourceRule.Limits;
import dev.tenure.rules.qos.QosClass;
import dev.tenure.testkit.fake.SystemBus;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What systemd is told of groups: on a real D-Bus of the test's own, with a stand-in for systemd on it, over
/// a tree of files. Skipped, with the reason, where the programs for that are missing.
final class SliceUnitsTest {
    private static final String COUNTED = " DefaultDependencies=b:0 Description=s:pods, ";
    private static final String POD_SLICE = "kubepods-burstable-pod" + PodSpecs.UID + ".slice";

    @TempDir
    private Path folder = Path.of("");

    private Optional<SystemBus> bus = Optional.empty();
    private Optional<BufferedReader> output = Optional.empty();
    private Map<String, String> environment = Map.of();

    @BeforeEach
    void bus() throws IOException, InterruptedException {
        Optional<String> missing = SystemBus.missing();
        assumeTrue(missing.isEmpty(), missing.orElse(""));
        var started = SystemBus.start(folder);
        bus = Optional.of(started);
        environment = started.environment();
        output = Optional.of(started.serve(SliceUnitsTest.class, "systemd1.py").lines());
    }

    @AfterEach
    void end() throws InterruptedException {
        if (bus.isPresent()) {
            bus.get().end();
        }
    }

    private void expect(String line) throws IOException {
        assertThat(output.orElseThrow().readLine()).isEqualTo(line);
    }

    private PodControlGroups groups(boolean unified) throws IOException {
        Path tree = Files.createDirectories(folder.resolve("cgroup"));
        if (unified) {
            Files.writeString(tree.resolve("cgroup.controllers"), "cpu io memory pids\n");
        }
        return PodControlGroups.at(tree, true).through(new SliceUnits(environment));
    }

    private static Limits limits(long shares, long memoryBytes, long tasks) {
        return new Limits(shares, OptionalLong.empty(), OptionalLong.of(memoryBytes), OptionalLong.of(tasks));
    }

    private static String made(String slice, String parent, String inputs) {
        return "start-replace " + slice + " CPUAccounting=b:1" + COUNTED + slice + " " + inputs
                + "Accounting=b:1 MemoryAccounting=b:1 TasksAccounting=b:1 Wants=s[" + parent + "]";
    }

    @Test
    void allPodsAndTheClassesAreSlicesWithLimitsOfTheirOwn() throws IOException {
        PodControlGroups groups = groups(true);
        groups.prepare();
        groups.enforce(limits(2048, 700_000_000, 30_000));
        expect(made("kubepods.slice", "-.slice", "IO"));
        expect(made("kubepods-burstable.slice", "kubepods.slice", "IO"));
        expect(made("kubepods-besteffort.slice", "kubepods.slice", "IO"));
        expect("set-runtime kubepods-besteffort.slice CPUWeight=t:1");
        expect("set-runtime kubepods.slice CPUWeight=t:79 MemoryMax=t:700000000 TasksMax=t:30000");
        assertThat(folder.resolve("cgroup/kubepods.slice/kubepods-besteffort.slice/cpu.weight"))
                .as("only systemd's kernel has the file")
                .doesNotExist();
    }

    @Test
    void anAgentThatComesBackChangesLimitsOfSlicesThatAreThere() throws IOException {
        groups(true).prepare();
        for (int i = 0; i < 4; i++) {
            output.orElseThrow().readLine();
        }
        PodControlGroups again = groups(true);
        again.prepare();
        again.enforce(limits(1024, 600_000_000, 20_000));
        expect("set-runtime kubepods-besteffort.slice CPUWeight=t:1");
        expect("set-runtime kubepods.slice CPUWeight=t:39 MemoryMax=t:600000000 TasksMax=t:20000");
        again.share(500);
        expect("set-runtime kubepods-burstable.slice CPUWeight=t:20");
    }

    @Test
    void aPodIsASliceUntilItIsGone() throws IOException {
        Pod pod = PodSpecs.pod(
                "containers: [{name: c, resources: {requests: {cpu: 100m}, limits: {cpu: 125m, memory: 64Mi}}}]");
        PodControlGroups groups = groups(true);
        assertThat(groups.make(pod, OptionalLong.of(100)))
                .isEqualTo("/kubepods.slice/kubepods-burstable.slice/" + POD_SLICE);
        expect(made(POD_SLICE, "kubepods-burstable.slice", "IO"));
        expect(
                "set-runtime " + POD_SLICE
                        + " CPUQuotaPerSecUSec=t:130000 CPUQuotaPeriodUSec=t:100000 CPUWeight=t:4 MemoryMax=t:67108864 TasksMax=t:100");
        GroupName name = GroupName.ofPod(QosClass.BURSTABLE, PodSpecs.UID);
        assertThat(groups.folder("memory", name).resolve("cpu.max"))
                .as("what systemd keeps, in hundredths of a CPU")
                .hasContent("13000 100000");
        groups.remove(name);
        expect("stop-replace " + POD_SLICE);
        assertThatCode(() -> groups.remove(name)).as("gone twice").doesNotThrowAnyException();
    }

    @Test
    void versionOneHasNamesOfItsOwn() throws IOException {
        PodControlGroups groups = groups(false);
        groups.prepare();
        groups.enforce(limits(2048, 700_000_000, 30_000));
        expect(made("kubepods.slice", "-.slice", "BlockIO")
                .replace("BlockIOAccounting=b:1 ", "")
                .replace(" CPUAccounting", " BlockIOAccounting=b:1 CPUAccounting"));
        for (int i = 0; i < 3; i++) {
            output.orElseThrow().readLine();
        }
        expect("set-runtime kubepods.slice CPUShares=t:2048 MemoryLimit=t:700000000 TasksMax=t:30000");
    }

    @Test
    void slicesBelowARootAreChildrenOfIt() throws IOException {
        Files.createDirectories(folder.resolve("cgroup/trial.slice"));
        groups(true).below("/trial.slice").prepare();
        expect(made("trial-kubepods.slice", "trial.slice", "IO"));
    }

    @Test
    void whatSystemdRefusesIsAnError() {
        var units = new SliceUnits(environment);
        assertThatThrownBy(() -> units.make("kubepods.scope", "-.slice", true))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("StartTransientUnit of kubepods.scope: ")
                .hasMessageContaining("Unit name kubepods.scope is not valid.");
        var nowhere = new SliceUnits(Map.of("DBUS_SYSTEM_BUS_ADDRESS", "unix:path=" + folder.resolve("nowhere")));
        assertThatThrownBy(() -> nowhere.make("kubepods.slice", "-.slice", true))
                .isInstanceOf(IOException.class);
    }
}
