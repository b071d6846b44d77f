package dev.tenure.launch.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import dev.tenure.cli.command.CommandFailure;
import dev.tenure.kubelet.configuration.HousekeepingSettings;
import dev.tenure.kubelet.garbage.DeadContainersRule;
import dev.tenure.kubelet.garbage.ImageGarbageRule;
import dev.tenure.kubelet.garbage.LogLimits;
import dev.tenure.kubelet.shutdown.ShutdownRule.Share;
import dev.tenure.model.core.Taint;
import dev.tenure.model.core.TaintEffect;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.ObjectNode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

final class AgentConfigTest {
    @TempDir
    private Path folder = Path.of("");

    private final List<String> warnings = new ArrayList<>();

    private static AgentOptions options(String... arguments) {
        var options = new AgentOptions();
        new CommandLine(CommandLine.Model.CommandSpec.forAnnotatedObject(options)).parseArgs(arguments);
        return options;
    }

    private AgentConfig config(String file, String... arguments) throws IOException {
        Path path = folder.resolve("kubelet.yaml");
        Files.writeString(path, "apiVersion: kubelet.config.k8s.io/v1beta1\nkind: KubeletConfiguration\n" + file);
        AgentOptions options = options(arguments);
        options.config = path;
        return AgentConfig.read(options, warnings::add);
    }

    @Test
    void p38WithoutAFileThereAreNoHardThresholds() {
        assertThat(AgentConfig.read(options(), _ -> {}).pressure().thresholds()).isEmpty();
        assertThat(AgentConfig.read(options("--eviction-hard", "memory.available<1Gi"), _ -> {})
                        .pressure()
                        .thresholds())
                .as("and the memory of all pods")
                .hasSize(2);
    }

    @Test
    void housekeepingHasUpstreamsDefaults() throws IOException {
        assertThat(config("").housekeeping()).isEqualTo(HousekeepingSettings.STANDARD);
    }

    @Test
    void housekeepingIsRead() throws IOException {
        HousekeepingSettings housekeeping =
                config("""
                    imageGCHighThresholdPercent: 70
                    imageGCLowThresholdPercent: 60
                    imageMinimumGCAge: 30s
                    imageMaximumGCAge: 1h
                    containerLogMaxSize: 1Mi
                    containerLogMaxFiles: 3
                    shutdownGracePeriod: 60s
                    shutdownGracePeriodCriticalPods: 20s
                    """, "--maximum-dead-containers-per-container=2").housekeeping();
        assertThat(housekeeping.images())
                .isEqualTo(new ImageGarbageRule.Settings(70, 60, Duration.ofSeconds(30), Duration.ofHours(1)));
        assertThat(housekeeping.logs()).isEqualTo(new LogLimits(1 << 20, 3));
        assertThat(housekeeping.containers()).isEqualTo(new DeadContainersRule.Settings(Duration.ZERO, 2, -1));
        assertThat(housekeeping.shutdown())
                .containsExactly(
                        new Share(0, Duration.ofSeconds(40)), new Share(2_000_000_000, Duration.ofSeconds(20)));
    }

    @Test
    void housekeepingThatCannotBeIsRefused() throws IOException {
        assertThatThrownBy(() -> config("imageGCLowThresholdPercent: 90"))
                .isInstanceOf(CommandFailure.class)
                .hasMessageContaining("must be less than imageGCHighThresholdPercent");
        assertThatThrownBy(() -> config("shutdownGracePeriodCriticalPods: 20s"))
                .isInstanceOf(CommandFailure.class)
                .hasMessageContaining("must be <= shutdownGracePeriod {0");
    }

    @Test
    void whatAKubeletWouldPassOverIsRefusedWithItsLine() {
        assertThatThrownBy(() -> config("maxPods: 5\nevictionhard: {memory.available: 1Gi}"))
                .isInstanceOf(CommandFailure.class)
                .hasMessageContaining("kubelet.yaml:4: evictionhard: is no field")
                .hasMessageContaining("did you mean evictionHard?");
        assertThatThrownBy(() -> config("maxPods: 5\nmaxPods: 6")).hasMessageContaining("kubelet.yaml:4: maxPods:");
        assertThatThrownBy(() -> config("evictionSoft: {memory.available: 1Gi}"))
                .hasMessageContaining("kubelet.yaml:3: evictionSoft.memory.available: the kubelet does not start");
    }

    @Test
    void mistakesOfFlagsAreRefusedWithoutNamesOfClasses() {
        for (String flag : List.of(
                "--eviction-hard=memory.available<1O0Mi",
                "--eviction-hard=mem.available<1Gi",
                "--eviction-hard=memory.available<1Gi,memory.available<10%",
                "--eviction-soft=memory.available<1Gi",
                "--eviction-minimum-reclaim=memory.available=-1",
                "--eviction-pressure-transition-period=5mins",
                "--system-reserved=memory=much",
                "--system-reserved=gpu=1",
                "--image-gc-low-threshold=90")) {
            assertThatThrownBy(() -> AgentConfig.read(options(flag), _ -> {}))
                    .as(flag)
                    .isExactlyInstanceOf(CommandFailure.class)
                    .hasMessageNotContaining("dev.tenure")
                    .hasMessageNotContaining("expected kind")
                    .hasMessageNotContaining("Exception");
        }
    }

    @Test
    void aFlagCanMendTheFile() throws IOException {
        assertThat(config("imageGCLowThresholdPercent: 90", "--image-gc-high-threshold=95")
                        .housekeeping()
                        .images()
                        .lowPercent())
                .isEqualTo(90);
        assertThat(warnings).isEmpty();
    }

    @Test
    void ignoredSettingsAreReportedWithTheirLine() throws IOException {
        config("""
            evictionHard: {containerfs.available: 5Gi}
            ---
            apiVersion: kubelet.config.k8s.io/v1beta1
            kind: KubeletConfiguration
            """);
        assertThat(warnings).hasSize(2);
        assertThat(warnings.getFirst()).contains("kubelet.yaml:3: evictionHard.containerfs.available: is ignored");
        assertThat(warnings.getLast()).contains("kubelet.yaml:5: document 2 is ignored");
    }

    @Test
    void theHousekeepingIntervalIsThatOfLooks() throws IOException {
        assertThat(config("").every()).isEqualTo(Duration.ofSeconds(10));
        assertThat(config("", "--housekeeping-interval=2s").every()).isEqualTo(Duration.ofSeconds(2));
        AgentConfig none = config("", "--housekeeping-interval=0s");
        assertThatThrownBy(none::every).isInstanceOf(CommandFailure.class);
    }

    @Test
    void flagsThatHaveHadTheirDayNameWhatTakesTheirPlace() {
        assertThat(options("--image-gc-high-threshold=80", "--outofdisk-transition-frequency=5m")
                        .warnings())
                .containsExactly(
                        "warning: flag --image-gc-high-threshold is deprecated: use --eviction-hard or --eviction-soft"
                                + " instead",
                        "warning: flag --outofdisk-transition-frequency is without effect: use"
                                + " --eviction-pressure-transition-period instead");
        assertThat(options("--eviction-hard", "memory.available<1Gi").warnings())
                .isEmpty();
    }

    /// Flags win over the file, field by field.
    @Test
    void flagsAreFieldsOfTheConfiguration() throws IOException {
        AgentConfig config = config(
                "evictionHard: {nodefs.available: 10%}\nnodeStatusUpdateFrequency: 1m\nmaxPods: 7\n",
                "--eviction-hard=memory.available<100Mi,nodefs.available<5%",
                "--eviction-soft=memory.available<300Mi",
                "--eviction-soft-grace-period=memory.available=1m30s",
                "--eviction-minimum-reclaim=nodefs.available=500Mi",
                "--eviction-max-pod-grace-period=60",
                "--eviction-pressure-transition-period=30s",
                "--system-reserved=memory=1.5Gi,pid=1000",
                "--kube-reserved=cpu=200m",
                "--node-status-update-frequency=20s",
                "--kernel-memcg-notification",
                "--pod-max-pids=500",
                "--pod-manifest-path=/etc/pods",
                "--container-runtime-endpoint=unix:///run/c.sock",
                "--cgroups-per-qos=false",
                "--client-ca-file=/etc/ca.pem");
        ObjectNode fields = config.fields().deepCopy();
        fields.remove(List.of("apiVersion", "kind"));
        assertThat(Json.readObject(Json.write(fields)))
                .isEqualTo(Json.readObject("""
                    {"evictionHard": {"memory.available": "100Mi", "nodefs.available": "5%"},
                     "nodeStatusUpdateFrequency": "20s", "maxPods": 7,
                     "evictionSoft": {"memory.available": "300Mi"},
                     "evictionSoftGracePeriod": {"memory.available": "1m30s"},
                     "evictionMinimumReclaim": {"nodefs.available": "500Mi"},
                     "systemReserved": {"memory": "1.5Gi", "pid": "1000"}, "kubeReserved": {"cpu": "200m"},
                     "evictionMaxPodGracePeriod": 60, "evictionPressureTransitionPeriod": "30s",
                     "kernelMemcgNotification": true, "podPidsLimit": 500, "staticPodPath": "/etc/pods",
                     "containerRuntimeEndpoint": "unix:///run/c.sock", "cgroupsPerQOS": false,
                     "authentication": {"x509": {"clientCAFile": "/etc/ca.pem"}}}
                    """.getBytes(StandardCharsets.UTF_8)));
        assertThat(config.pressure().thresholds())
                .extracting(each -> each.signal().word())
                .contains("memory.available", "nodefs.available");
    }

    @Test
    void aNodeRegistersWithTheTaintsOfItsFlag() throws IOException {
        assertThat(config(
                                "registerWithTaints: [{key: old, effect: NoSchedule}]\n",
                                "--register-with-taints=a=b:NoExecute,c:NoSchedule")
                        .taints())
                .extracting(Taint::key, Taint::value, Taint::effect)
                .containsExactly(tuple("a", "b", TaintEffect.NO_EXECUTE), tuple("c", "", TaintEffect.NO_SCHEDULE));
    }

    @Test
    void theFlagsOfImagesStillHold() throws IOException {
        assertThat(config("", "--image-gc-high-threshold=70", "--image-gc-low-threshold=50")
                        .housekeeping()
                        .images()
                        .lowPercent())
                .isEqualTo(50);
    }
}
