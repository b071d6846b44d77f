package dev.tenure.kubelet.configuration;

import dev.tenure.kubelet.configuration.FieldShape.Fields;
import dev.tenure.kubelet.configuration.FieldShape.ListOf;
import dev.tenure.kubelet.configuration.FieldShape.MapOf;
import dev.tenure.kubelet.configuration.FieldShape.One;
import java.util.Map;
import java.util.TreeMap;

/// The fields of a KubeletConfiguration. Upstream, release 1.36: k8s.io/kubelet/config/v1beta1.
final class KubeletFields {
    private static final String TEXTS = "apiVersion kind staticPodPath podLogsDir staticPodURL address tlsCertFile"
            + " tlsPrivateKeyFile tlsMinVersion imagePullCredentialsVerificationPolicy healthzBindAddress clusterDomain"
            + " kubeletCgroups systemCgroups cgroupRoot cgroupDriver cpuManagerPolicy memoryManagerPolicy"
            + " topologyManagerPolicy topologyManagerScope hairpinMode podCIDR resolvConf contentType containerLogMaxSize"
            + " configMapAndSecretChangeDetectionStrategy reservedSystemCPUs showHiddenMetricsForVersion"
            + " systemReservedCgroup kubeReservedCgroup volumePluginDir providerID memoryReservationPolicy"
            + " containerRuntimeEndpoint imageServiceEndpoint";
    private static final String NUMBERS = "port readOnlyPort registryPullQPS registryBurst eventRecordQPS eventBurst"
            + " healthzPort oomScoreAdj nodeLeaseDurationSeconds imageGCHighThresholdPercent imageGCLowThresholdPercent"
            + " maxPods podPidsLimit nodeStatusMaxImages maxOpenFiles kubeAPIQPS kubeAPIBurst maxParallelImagePulls"
            + " evictionMaxPodGracePeriod podsPerCore iptablesMasqueradeBit iptablesDropBit containerLogMaxFiles"
            + " containerLogMaxWorkers";
    private static final String FLAGS = "enableServer rotateCertificates serverTLSBootstrap enableDebuggingHandlers"
            + " enableContentionProfiling cgroupsPerQOS singleProcessOOMKill runOnce cpuCFSQuota serializeImagePulls"
            + " mergeDefaultEvictionSettings enableControllerAttachDetach protectKernelDefaults makeIPTablesUtilChains"
            + " failSwapOn kernelMemcgNotification enableSystemLogHandler enableSystemLogQuery enableProfilingHandler"
            + " enableDebugFlagsHandler seccompDefault registerNode localStorageCapacityIsolation failCgroupV1";
    private static final String DURATIONS = "syncFrequency fileCheckFrequency httpCheckFrequency"
            + " streamingConnectionIdleTimeout nodeStatusUpdateFrequency nodeStatusReportFrequency imageMinimumGCAge"
            + " imageMaximumGCAge volumeStatsAggPeriod cpuManagerReconcilePeriod runtimeRequestTimeout"
            + " evictionPressureTransitionPeriod shutdownGracePeriod"
            + " shutdownGracePeriodCriticalPods";
    private static final String DURATIONS_OR_NULL = "cpuCFSQuotaPeriod containerLogMonitorInterval";
    private static final String TEXT_LISTS = "tlsCipherSuites preloadedImagesVerificationAllowlist clusterDNS"
            + " enforceNodeAllocatable allowedUnsafeSysctls";
    private static final String TEXT_MAPS = "cpuManagerPolicyOptions topologyManagerPolicyOptions qosReserved"
            + " evictionHard evictionSoft evictionSoftGracePeriod evictionMinimumReclaim systemReserved kubeReserved";

    /// What a KubeletConfiguration may hold.
    static final Fields ALL = all();

    private KubeletFields() {}

    private static Fields all() {
        Map<String, FieldShape> fields = new TreeMap<>();
        put(fields, TEXTS, One.TEXT);
        put(fields, NUMBERS, One.NUMBER);
        put(fields, FLAGS, One.FLAG);
        put(fields, DURATIONS, One.DURATION);
        put(fields, DURATIONS_OR_NULL, One.DURATION_OR_NULL);
        put(fields, TEXT_LISTS, new ListOf(One.TEXT));
        put(fields, TEXT_MAPS, new MapOf(One.TEXT));
        put(fields, "featureGates", new MapOf(One.FLAG));
        put(fields, "memoryThrottlingFactor", One.DECIMAL);
        put(fields, "tlsCurvePreferences", new ListOf(One.NUMBER));
        put(fields, "staticPodURLHeader", new MapOf(new ListOf(One.TEXT)));
        put(fields, "logging", One.ANY);
        fields.put("authentication", authentication());
        fields.put("authorization", authorization());
        fields.put("memorySwap", of(Map.of("swapBehavior", One.TEXT)));
        fields.put("crashLoopBackOff", of(Map.of("maxContainerRestartPeriod", One.DURATION_OR_NULL)));
        fields.put("userNamespaces", of(Map.of("idsPerPod", One.NUMBER)));
        fields.put("tracing", of(Map.of("endpoint", One.TEXT, "samplingRatePerMillion", One.NUMBER)));
        fields.put(
                "shutdownGracePeriodByPodPriority",
                new ListOf(of(Map.of("priority", One.NUMBER, "shutdownGracePeriodSeconds", One.NUMBER))));
        fields.put("reservedMemory", new ListOf(of(Map.of("numaNode", One.NUMBER, "limits", new MapOf(One.ANY)))));
        fields.put(
                "registerWithTaints",
                new ListOf(of(Map.of("key", One.TEXT, "value", One.TEXT, "effect", One.TEXT, "timeAdded", One.TEXT))));
        return of(fields);
    }

    private static Fields authentication() {
        return of(Map.of(
                "x509", of(Map.of("clientCAFile", One.TEXT)),
                "webhook", of(Map.of("enabled", One.FLAG, "cacheTTL", One.DURATION)),
                "anonymous", of(Map.of("enabled", One.FLAG))));
    }

    private static Fields authorization() {
        return of(Map.of(
                "mode",
                One.TEXT,
                "webhook",
                of(Map.of("cacheAuthorizedTTL", One.DURATION, "cacheUnauthorizedTTL", One.DURATION))));
    }

    private static Fields of(Map<String, FieldShape> fields) {
        return new Fields(fields);
    }

    private static void put(Map<String, FieldShape> fields, String names, FieldShape shape) {
        for (String name : names.split(" ")) {
            fields.put(name, shape);
        }
    }
}
