package dev.tenure.launch.agent;

import dev.tenure.cli.command.CommandFailure;
import dev.tenure.cli.command.ExitCode;
import dev.tenure.kubelet.eviction.threshold.FlagParser;
import dev.tenure.kubelet.eviction.threshold.ThresholdException;
import dev.tenure.kubelet.garbage.DeadContainersRule;
import dev.tenure.launch.process.GateOptions;
import dev.tenure.wire.json.ObjectNode;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// The flags of the node agent, named as the kubelet's. Those that stand for a field of
/// KubeletConfiguration win over the file.
final class AgentOptions {
    private static final String SIGNALS = "SIGNAL<VALUE,…";
    private static final String PAIRS = "NAME=VALUE,…";

    @Option(names = "--kubeconfig", paramLabel = "FILE", description = "The cluster to join.")
    @Nullable
    Path kubeconfig;

    @Option(
            names = "--config",
            paramLabel = "FILE",
            description = "A KubeletConfiguration (kubelet.config.k8s.io/v1beta1).")
    @Nullable
    Path config;

    @Option(
            names = "--hostname-override",
            paramLabel = "NAME",
            description = "Name of the node (default: the machine's).")
    @Nullable
    String hostname;

    @Option(names = "--node-ip", paramLabel = "ADDRESS", description = "Address of the node (default: found out).")
    @Nullable
    String nodeIp;

    @Option(
            names = "--root-dir",
            paramLabel = "DIR",
            defaultValue = "/var/lib/kubelet",
            description = "Where volumes of pods are kept (default: ${DEFAULT-VALUE}).")
    Path root = Path.of("/var/lib/kubelet");

    @Option(
            names = "--pod-logs-dir",
            paramLabel = "DIR",
            description = "Where containers log (default: podLogsDir of the configuration, else /var/log/pods).")
    @Nullable
    String podLogs;

    @Option(
            names = "--container-runtime-endpoint",
            paramLabel = "URL",
            description = "Socket of the runtime (default: unix:///run/containerd/containerd.sock).")
    @Nullable
    String runtime;

    @Option(names = "--node-labels", paramLabel = PAIRS, description = "Labels of the node when it registers.")
    @Nullable
    String labels;

    @Option(
            names = "--register-with-taints",
            paramLabel = "KEY=VALUE:EFFECT,…",
            description = "Taints of the node when it registers.")
    @Nullable
    String taints;

    @Option(names = "--port", paramLabel = "PORT", description = "Port of the agent's server (default: 10250).")
    @Nullable
    Integer port;

    @Option(names = "--eviction-hard", paramLabel = SIGNALS, description = "Thresholds at which pods go at once.")
    List<String> evictionHard = new ArrayList<>();

    @Option(names = "--eviction-soft", paramLabel = SIGNALS, description = "Thresholds at which pods go after a while.")
    List<String> evictionSoft = new ArrayList<>();

    @Option(
            names = "--eviction-soft-grace-period",
            paramLabel = "SIGNAL=DURATION,…",
            description = "How long a soft threshold must be met.")
    List<String> evictionSoftGracePeriod = new ArrayList<>();

    @Option(
            names = "--eviction-minimum-reclaim",
            paramLabel = "SIGNAL=VALUE,…",
            description = "What is freed beyond a threshold.")
    List<String> evictionMinimumReclaim = new ArrayList<>();

    @Option(
            names = "--eviction-max-pod-grace-period",
            paramLabel = "SECONDS",
            description = "Longest grace of pods that go at a soft threshold.")
    @Nullable
    Integer evictionMaxPodGracePeriod;

    @Option(
            names = "--eviction-pressure-transition-period",
            paramLabel = "DURATION",
            description = "How long pressure is told of after it has gone (default: 5m).")
    @Nullable
    String evictionPressureTransitionPeriod;

    @Option(names = "--system-reserved", paramLabel = PAIRS, description = "What the system keeps: cpu, memory, …")
    List<String> systemReserved = new ArrayList<>();

    @Option(names = "--kube-reserved", paramLabel = PAIRS, description = "What the agent and the runtime keep.")
    List<String> kubeReserved = new ArrayList<>();

    @Option(
            names = "--housekeeping-interval",
            paramLabel = "DURATION",
            description = "How often thresholds are looked at (default: 10s).")
    @Nullable
    String housekeepingInterval;

    @Option(
            names = "--node-status-update-frequency",
            paramLabel = "DURATION",
            description = "How often the node's status is worked out (default: 10s).")
    @Nullable
    String nodeStatusUpdateFrequency;

    @Option(
            names = "--kernel-memcg-notification",
            paramLabel = "BOOL",
            arity = "0..1",
            fallbackValue = "true",
            description = "Let the kernel tell at once when memory crosses a threshold.")
    @Nullable
    Boolean kernelMemcgNotification;

    @Option(names = "--max-pods", paramLabel = "N", description = "How many pods the node takes (default: 110).")
    @Nullable
    Integer maxPods;

    @Option(names = "--pod-max-pids", paramLabel = "N", description = "How many processes a pod may have.")
    @Nullable
    Long podMaxPids;

    @Option(names = "--pod-manifest-path", paramLabel = "DIR", description = "Folder of static pods.")
    @Nullable
    String podManifestPath;

    @Option(names = "--client-ca-file", paramLabel = "FILE", description = "Who may use the agent's server.")
    @Nullable
    String clientCaFile;

    @Option(
            names = "--cgroups-per-qos",
            paramLabel = "BOOL",
            arity = "0..1",
            fallbackValue = "true",
            description = "Limit pods by control groups.")
    @Nullable
    Boolean cgroupsPerQos;

    @Option(
            names = "--cgroup-root",
            paramLabel = "PATH",
            description = "The control group below which those of pods are made; it has to be there (default: /).")
    @Nullable
    String cgroupRoot;

    @Option(
            names = "--image-credential-provider-config",
            paramLabel = "PATH",
            description =
                    "Which programs hand out credentials for images: a CredentialProviderConfig, or a folder of such.")
    @Nullable
    Path credentialProviders;

    @Option(
            names = "--image-credential-provider-bin-dir",
            paramLabel = "DIR",
            description = "Where these programs are.")
    @Nullable
    Path credentialPrograms;

    @Mixin
    GateOptions gates = new GateOptions();

    @Option(
            names = "--image-gc-high-threshold",
            paramLabel = "PERCENT",
            description = "Deprecated: use --eviction-hard or --eviction-soft.")
    @Nullable
    Integer imageGcHigh;

    @Option(
            names = "--image-gc-low-threshold",
            paramLabel = "PERCENT",
            description = "Deprecated: use --eviction-minimum-reclaim.")
    @Nullable
    Integer imageGcLow;

    @Option(
            names = "--minimum-image-ttl-duration",
            paramLabel = "DURATION",
            description = "Deprecated: use imageMinimumGCAge in the file of --config.")
    @Nullable
    String minimumImageTtl;

    @Option(
            names = "--maximum-dead-containers",
            paramLabel = "N",
            description = "Deprecated: use --eviction-hard or --eviction-soft.")
    @Nullable
    Integer maximumDeadContainers;

    @Option(
            names = "--maximum-dead-containers-per-container",
            paramLabel = "N",
            description = "Deprecated: use --eviction-hard or --eviction-soft.")
    @Nullable
    Integer maximumDeadContainersPerContainer;

    @Option(
            names = "--minimum-container-ttl-duration",
            paramLabel = "DURATION",
            description = "Deprecated: use --eviction-hard or --eviction-soft.")
    @Nullable
    String minimumContainerTtl;

    @Option(
            names = "--low-diskspace-threshold-mb",
            paramLabel = "MB",
            description = "Deprecated: use --eviction-hard.",
            hidden = true)
    @Nullable
    Integer lowDiskSpace;

    @Option(
            names = "--outofdisk-transition-frequency",
            paramLabel = "DURATION",
            description = "Deprecated: use --eviction-pressure-transition-period.",
            hidden = true)
    @Nullable
    String outOfDisk;

    /// Writes the flags that were given over the fields of a KubeletConfiguration.
    void over(ObjectNode file) {
        pairs(file, "evictionHard", evictionHard, '<');
        pairs(file, "evictionSoft", evictionSoft, '<');
        pairs(file, "evictionSoftGracePeriod", evictionSoftGracePeriod, '=');
        pairs(file, "evictionMinimumReclaim", evictionMinimumReclaim, '=');
        pairs(file, "systemReserved", systemReserved, '=');
        pairs(file, "kubeReserved", kubeReserved, '=');
        set(evictionMaxPodGracePeriod, value -> file.put("evictionMaxPodGracePeriod", value));
        set(evictionPressureTransitionPeriod, value -> file.put("evictionPressureTransitionPeriod", value));
        set(nodeStatusUpdateFrequency, value -> file.put("nodeStatusUpdateFrequency", value));
        set(kernelMemcgNotification, value -> file.put("kernelMemcgNotification", value));
        set(maxPods, value -> file.put("maxPods", value));
        set(podMaxPids, value -> file.put("podPidsLimit", value));
        set(podManifestPath, value -> file.put("staticPodPath", value));
        set(podLogs, value -> file.put("podLogsDir", value));
        set(port, value -> file.put("port", value));
        set(runtime, value -> file.put("containerRuntimeEndpoint", value));
        set(cgroupsPerQos, value -> file.put("cgroupsPerQOS", value));
        set(cgroupRoot, value -> file.put("cgroupRoot", value));
        set(imageGcHigh, value -> file.put("imageGCHighThresholdPercent", value));
        set(imageGcLow, value -> file.put("imageGCLowThresholdPercent", value));
        set(minimumImageTtl, value -> file.put("imageMinimumGCAge", value));
        gates.gates()
                .switched()
                .forEach((gate, on) -> file.withObjectProperty("featureGates").put(gate.word(), on));
        set(
                clientCaFile,
                value -> file.withObjectProperty("authentication")
                        .withObjectProperty("x509")
                        .put("clientCAFile", value));
    }

    /// How many ended containers stay.
    DeadContainersRule.Settings containers() {
        var standard = DeadContainersRule.Settings.STANDARD;
        return new DeadContainersRule.Settings(
                minimumContainerTtl == null ? standard.ageMin() : AgentConfig.duration(minimumContainerTtl),
                maximumDeadContainersPerContainer == null ? standard.perContainer() : maximumDeadContainersPerContainer,
                maximumDeadContainers == null ? standard.total() : maximumDeadContainers);
    }

    /// What is to be said of flags that have had their day, each with what takes its place.
    List<String> warnings() {
        var warnings = new ArrayList<String>();
        BiConsumer<@Nullable Object, String> check = (value, text) -> {
            if (value != null) {
                warnings.add("warning: flag " + text);
            }
        };
        String evict = " is deprecated: use --eviction-hard or --eviction-soft instead";
        check.accept(imageGcHigh, "--image-gc-high-threshold" + evict);
        check.accept(imageGcLow, "--image-gc-low-threshold is deprecated: use --eviction-minimum-reclaim instead");
        check.accept(
                minimumImageTtl,
                "--minimum-image-ttl-duration is deprecated: use imageMinimumGCAge in the file of --config instead");
        check.accept(maximumDeadContainers, "--maximum-dead-containers" + evict);
        check.accept(maximumDeadContainersPerContainer, "--maximum-dead-containers-per-container" + evict);
        check.accept(minimumContainerTtl, "--minimum-container-ttl-duration" + evict);
        check.accept(lowDiskSpace, "--low-diskspace-threshold-mb is without effect: use --eviction-hard instead");
        check.accept(
                outOfDisk,
                "--outofdisk-transition-frequency is without effect: use --eviction-pressure-transition-period"
                        + " instead");
        return warnings;
    }

    private interface Put<T> {
        void put(T value);
    }

    private static <T> void set(@Nullable T value, Put<T> put) {
        if (value != null) {
            put.put(value);
        }
    }

    private static void pairs(ObjectNode file, String field, List<String> given, char separator) {
        if (given.isEmpty()) {
            return;
        }
        try {
            if (separator == '<') {
                mixed(field, given);
            }
            ObjectNode map = file.putObject(field);
            (separator == '<' ? FlagParser.thresholds(given) : FlagParser.assignments(given)).forEach(map::put);
        } catch (ThresholdException e) {
            throw new CommandFailure(ExitCode.USAGE, "%s: %s".formatted(field, e.getMessage()));
        }
    }

    /// For one signal a threshold is an amount or a share. Upstream takes whichever comes last, without a
    /// word.
    private static void mixed(String field, List<String> given) {
        Map<String, String> seen = new HashMap<>();
        for (String one : String.join(",", given).split(",")) {
            FlagParser.thresholds(List.of(one)).forEach((signal, value) -> {
                String before = seen.put(signal, value);
                if (before != null && before.endsWith("%") != value.endsWith("%")) {
                    throw new CommandFailure(
                            ExitCode.USAGE,
                            "%s: %s<%s and %s<%s cannot be used together: a threshold is an amount or a share"
                                    .formatted(field, signal, before, signal, value));
                }
            });
        }
    }
}
