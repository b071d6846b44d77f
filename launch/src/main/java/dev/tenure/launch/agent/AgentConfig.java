package dev.tenure.launch.agent;

import dev.tenure.cli.command.CommandFailure;
import dev.tenure.cli.command.ExitCode;
import dev.tenure.kubelet.admission.SysctlRule;
import dev.tenure.kubelet.configuration.ConfigurationException;
import dev.tenure.kubelet.configuration.HousekeepingSettings;
import dev.tenure.kubelet.configuration.KubeletConfiguration;
import dev.tenure.kubelet.configuration.KubeletConfigurationParser;
import dev.tenure.kubelet.configuration.KubeletFile;
import dev.tenure.kubelet.configuration.Mistake;
import dev.tenure.kubelet.configuration.PullVerificationParser;
import dev.tenure.kubelet.eviction.PressureSettings;
import dev.tenure.kubelet.image.PullVerification;
import dev.tenure.launch.nodes.KubeletConfigurations;
import dev.tenure.model.core.Taint;
import dev.tenure.model.core.TaintEffect;
import dev.tenure.model.quantity.DurationFormatException;
import dev.tenure.model.quantity.GoDurationParser;
import dev.tenure.node.streaming.ClientReviews;
import dev.tenure.rules.feature.FeatureGates;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.ObjectNode;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// The settings of an agent: a KubeletConfiguration under the flags that were given.
///
/// @param fields the configuration with the flags written over it
/// @param fromFile whether there was a file, without which upstream has no thresholds at all
record AgentConfig(ObjectNode fields, boolean fromFile, AgentOptions flags) {
    private static final String API_VERSION = "kubelet.config.k8s.io/v1beta1";
    private static final String KIND = "KubeletConfiguration";
    private static final String SOCKET = "/run/containerd/containerd.sock";
    private static final int PORT = 10_250;
    private static final int PODS_MAX = 110;
    private static final Duration LOOK_EVERY = Duration.ofSeconds(10);

    /// @param warnings notified of settings that are ignored
    /// @throws CommandFailure when the file or a flag is wrong
    static AgentConfig read(AgentOptions flags, Consumer<String> warnings) {
        Path file = flags.config;
        ObjectNode fields = Json.object();
        if (file == null) {
            fields.put("apiVersion", API_VERSION).put("kind", KIND);
            flags.over(fields);
            List<Mistake> mistakes = KubeletFile.find(fields);
            if (!mistakes.isEmpty()) {
                throw usage(mistakes.stream()
                        .map(each -> each.field() + ": " + each.message())
                        .collect(Collectors.joining("; ")));
            }
        } else {
            fields.setAll((ObjectNode) KubeletConfigurations.read(file, flags::over, ExitCode.USAGE, warnings)
                    .fields());
        }
        return new AgentConfig(fields, file != null, flags);
    }

    /// Whether clients may show a token at the agent's port.
    boolean takesTokens() {
        return fields.path("authentication").path("webhook").path("enabled").asBoolean(true);
    }

    /// How long the API server's answers about those clients hold.
    ClientReviews.Keeping reviewsKept() {
        JsonNode rights = fields.path("authorization").path("webhook");
        ClientReviews.Keeping standard = ClientReviews.Keeping.STANDARD;
        return new ClientReviews.Keeping(
                kept(fields.path("authentication").path("webhook").path("cacheTTL"), standard.tokens()),
                kept(rights.path("cacheAuthorizedTTL"), standard.allowed()),
                kept(rights.path("cacheUnauthorizedTTL"), standard.refused()));
    }

    /// Nothing and zero mean what is usual, as upstream.
    private static Duration kept(JsonNode value, Duration usual) {
        try {
            Duration given = value.isTextual() ? GoDurationParser.parse(value.asText()) : Duration.ZERO;
            return given.isZero() ? usual : given;
        } catch (DurationFormatException e) {
            throw usage("a time for which answers are kept is no duration: " + e.getMessage());
        }
    }

    private static CommandFailure usage(String message) {
        return new CommandFailure(ExitCode.USAGE, message);
    }

    /// The settings that decisions run by. Without a file there are no hard thresholds but those of flags, as
    /// upstream.
    KubeletConfiguration kubelet() {
        ObjectNode document = fields.deepCopy();
        if (!fromFile && !document.has("evictionHard")) {
            document.putObject("evictionHard");
        }
        try {
            return KubeletConfigurationParser.parse(document);
        } catch (ConfigurationException e) {
            throw usage(String.valueOf(e.getMessage()));
        }
    }

    /// How the node treats pressure.
    PressureSettings pressure() {
        return kubelet().pressure();
    }

    /// How the node keeps itself in order.
    HousekeepingSettings housekeeping() {
        try {
            return KubeletConfigurationParser.housekeeping(fields).withContainers(flags.containers());
        } catch (ConfigurationException e) {
            throw usage(String.valueOf(e.getMessage()));
        }
    }

    /// Of which images it has to be shown that a pod may pull them.
    PullVerification pullVerification() {
        try {
            return PullVerificationParser.parse(fields);
        } catch (ConfigurationException e) {
            throw usage(String.valueOf(e.getMessage()));
        }
    }

    /// How often thresholds are looked at.
    Duration every() {
        String text = flags.housekeepingInterval;
        Duration every = text == null ? LOOK_EVERY : duration(text);
        if (!every.isPositive()) {
            throw usage("--housekeeping-interval %s is no time longer than zero, for example 10s".formatted(text));
        }
        return every;
    }

    static Duration duration(String text) {
        try {
            return GoDurationParser.parse(text);
        } catch (DurationFormatException e) {
            throw usage(String.valueOf(e.getMessage()));
        }
    }

    Map<String, String> map(String field) {
        var map = new LinkedHashMap<String, String>();
        fields.path(field)
                .properties()
                .forEach(entry -> map.put(entry.getKey(), entry.getValue().asText()));
        return map;
    }

    List<String> list(String field) {
        var list = new ArrayList<String>();
        fields.path(field).forEach(entry -> list.add(entry.asText()));
        return list;
    }

    /// Kernel parameters that pods may set beside the safe ones.
    List<String> sysctls() {
        List<String> allowed = list("allowedUnsafeSysctls");
        for (String each : allowed) {
            if (!SysctlRule.namespaced(each)) {
                throw usage(("allowedUnsafeSysctls has \"%s\", which is not known to be of a pod alone;"
                                + " expected is a name or a beginning with * behind, for example net.core.somaxconn or kernel.shm*")
                        .formatted(each));
            }
        }
        return allowed;
    }

    /// The feature gates of file and flag; those of the file that are not known here are left out.
    FeatureGates gates() {
        Map<String, String> known = map("featureGates");
        known.keySet().retainAll(FeatureGates.known());
        try {
            return FeatureGates.parse(known);
        } catch (IllegalArgumentException e) {
            throw usage("featureGates: " + e.getMessage());
        }
    }

    Path socket() {
        String endpoint = fields.path("containerRuntimeEndpoint").asText("");
        if (endpoint.isEmpty()) {
            return Path.of(SOCKET);
        }
        if (endpoint.contains("://") && !endpoint.startsWith("unix://")) {
            throw usage("container runtime endpoint \"%s\" is no Unix socket, for example unix://%s"
                    .formatted(endpoint, SOCKET));
        }
        return Path.of(endpoint.replaceFirst("^unix://", ""));
    }

    int port() {
        return fields.path("port").asInt(PORT);
    }

    int maxPods() {
        return fields.path("maxPods").asInt(PODS_MAX);
    }

    Path logs() {
        return Path.of(fields.path("podLogsDir").asText("/var/log/pods"));
    }

    Optional<Path> staticPods() {
        String path = fields.path("staticPodPath").asText("");
        return path.isEmpty() ? Optional.empty() : Optional.of(Path.of(path));
    }

    /// Taints of flag and file, the flag's winning.
    List<Taint> taints() {
        var taints = new ArrayList<Taint>();
        if (flags.taints != null) {
            for (String text : flags.taints.split(",")) {
                taints.add(taint(text));
            }
            return taints;
        }
        for (JsonNode taint : fields.path("registerWithTaints")) {
            taints.add(new Taint(
                    taint.path("key").asText(),
                    taint.path("value").asText(""),
                    effect(taint.path("effect").asText(""), taint.toString())));
        }
        return taints;
    }

    private static Taint taint(String text) {
        int colon = text.lastIndexOf(':');
        if (colon <= 0) {
            throw usage("taint \"%s\" is not of the form key=value:effect or key:effect".formatted(text));
        }
        String[] pair = text.substring(0, colon).split("=", 2);
        return new Taint(pair[0], pair.length > 1 ? pair[1] : "", effect(text.substring(colon + 1), text));
    }

    private static TaintEffect effect(String word, String taint) {
        return TaintEffect.ofWord(word)
                .orElseThrow(
                        () -> usage("taint \"%s\": effect \"%s\" is none of NoSchedule, PreferNoSchedule, NoExecute"
                                .formatted(taint, word)));
    }

    Map<String, String> labels() {
        var labels = new LinkedHashMap<String, String>();
        @Nullable String given = flags.labels;
        if (given != null) {
            for (String pair : given.split(",")) {
                String[] parts = pair.split("=", 2);
                labels.put(parts[0], parts.length > 1 ? parts[1] : "");
            }
        }
        return labels;
    }
}
