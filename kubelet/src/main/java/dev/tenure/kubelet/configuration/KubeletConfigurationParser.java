package dev.tenure.kubelet.configuration;

import dev.tenure.kubelet.eviction.threshold.DefaultThresholdsRule;
import dev.tenure.kubelet.eviction.threshold.ThresholdSettings;
import dev.tenure.kubelet.garbage.DeadContainersRule;
import dev.tenure.kubelet.garbage.ImageGarbageRule;
import dev.tenure.kubelet.garbage.LogLimits;
import dev.tenure.kubelet.shutdown.ShutdownRule;
import dev.tenure.model.quantity.DurationFormatException;
import dev.tenure.model.quantity.GoDuration;
import dev.tenure.model.quantity.GoDurationParser;
import dev.tenure.model.quantity.Quantity;
import dev.tenure.model.quantity.QuantityFormatException;
import dev.tenure.rules.feature.FeatureGate;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.yaml.Yaml;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// YAML or JSON of kind KubeletConfiguration → settings. Fields that Tenure does not act on are passed
/// over. Upstream: SetDefaults_KubeletConfiguration.
public final class KubeletConfigurationParser {
    private static final String API_VERSION = "kubelet.config.k8s.io/v1beta1";
    private static final String KIND = "KubeletConfiguration";
    private static final long PERCENT_MAX = 100;

    private final JsonNode file;

    private KubeletConfigurationParser(JsonNode file) {
        this.file = file;
    }

    /// @throws ConfigurationException when it is something else, or a field has the wrong type
    /// @throws dev.tenure.wire.yaml.YamlException when it is no YAML
    public static KubeletConfiguration parse(String text) {
        return parse(Yaml.read(text.getBytes(StandardCharsets.UTF_8)).value());
    }

    /// @throws ConfigurationException when it is something else, or a field has the wrong type
    public static KubeletConfiguration parse(JsonNode document) {
        if (!isConfiguration(document)) {
            throw otherKind(document);
        }
        return new KubeletConfigurationParser(document).read();
    }

    static boolean isConfiguration(JsonNode document) {
        return document.path("apiVersion").asText().equals(API_VERSION)
                && document.path("kind").asText().equals(KIND);
    }

    static ConfigurationException otherKind(JsonNode document) {
        return new ConfigurationException(
                "",
                "expected kind %s of %s, not \"%s\" of \"%s\""
                        .formatted(
                                KIND,
                                API_VERSION,
                                document.path("kind").asText(),
                                document.path("apiVersion").asText()));
    }

    private KubeletConfiguration read() {
        Optional<Map<String, String>> hard = map("evictionHard");
        boolean merge = flag("mergeDefaultEvictionSettings", false);
        var thresholds = new ThresholdSettings(
                DefaultThresholdsRule.hard(hard, merge),
                map("evictionSoft").orElse(Map.of()),
                map("evictionSoftGracePeriod").orElse(Map.of()),
                map("evictionMinimumReclaim").orElse(Map.of()),
                enforced());
        return new KubeletConfiguration(
                hard,
                merge,
                thresholds,
                duration("evictionPressureTransitionPeriod"),
                number("evictionMaxPodGracePeriod"),
                flag("localStorageCapacityIsolation", true),
                gate(),
                map("systemReserved").orElse(Map.of()),
                map("kubeReserved").orElse(Map.of()),
                NodeTiming.of(duration("nodeStatusUpdateFrequency"), duration("nodeStatusReportFrequency")),
                Map.of());
    }

    /// How a node with this file keeps itself in order.
    ///
    /// @throws ConfigurationException when a field has the wrong type, or upstream's kubelet would not start
    public static HousekeepingSettings housekeeping(JsonNode document) {
        var parser = new KubeletConfigurationParser(document);
        return new HousekeepingSettings(
                parser.images(), DeadContainersRule.Settings.STANDARD, parser.logs(), parser.shutdown());
    }

    private ImageGarbageRule.Settings images() {
        var standard = ImageGarbageRule.Settings.STANDARD;
        long high = number("imageGCHighThresholdPercent", standard.highPercent());
        long low = number("imageGCLowThresholdPercent", standard.lowPercent());
        Duration ageMin = duration("imageMinimumGCAge", standard.ageMin());
        Duration ageMax = duration("imageMaximumGCAge", standard.ageMax());
        percent(high, "imageGCHighThresholdPercent (--image-gc-high-threshold)");
        percent(low, "imageGCLowThresholdPercent (--image-gc-low-threshold)");
        if (low >= high) {
            throw new ConfigurationException(
                    "imageGCLowThresholdPercent",
                    ("invalid configuration: imageGCLowThresholdPercent (--image-gc-low-threshold) %d must be less than"
                                    + " imageGCHighThresholdPercent (--image-gc-high-threshold) %d")
                            .formatted(low, high));
        }
        if (!ageMax.isZero() && ageMax.compareTo(ageMin) <= 0) {
            throw new ConfigurationException(
                    "imageMaximumGCAge",
                    "invalid configuration: imageMaximumGCAge %s must be greater than"
                                    .formatted(GoDuration.text(ageMax))
                            + " imageMinimumGCAge " + GoDuration.text(ageMin));
        }
        return new ImageGarbageRule.Settings((int) high, (int) low, ageMin, ageMax);
    }

    private static void percent(long value, String name) {
        if (value < 0 || value > PERCENT_MAX) {
            throw new ConfigurationException(
                    name.substring(0, name.indexOf(' ')),
                    "invalid configuration: %s %d must be between 0 and 100, inclusive".formatted(name, value));
        }
    }

    private LogLimits logs() {
        JsonNode size = file.path("containerLogMaxSize");
        long bytes = LogLimits.STANDARD.bytesMax();
        if (!size.isMissingNode() && !size.isNull()) {
            try {
                bytes = Quantity.parse(size.asText()).value();
            } catch (QuantityFormatException e) {
                throw wrong("containerLogMaxSize", "a quantity, for example 10Mi (" + e.getMessage() + ")");
            }
        }
        long files = number("containerLogMaxFiles", LogLimits.STANDARD.filesMax());
        if (files < 2) {
            throw new ConfigurationException(
                    "containerLogMaxFiles",
                    "invalid configuration: containerLogMaxFiles %d must be greater than 1".formatted(files));
        }
        return new LogLimits(bytes, (int) files);
    }

    private List<ShutdownRule.Share> shutdown() {
        JsonNode shares = file.path("shutdownGracePeriodByPodPriority");
        Duration whole = duration("shutdownGracePeriod", Duration.ZERO);
        Duration critical = duration("shutdownGracePeriodCriticalPods", Duration.ZERO);
        if (critical.compareTo(whole) > 0) {
            throw new ConfigurationException(
                    "shutdownGracePeriodCriticalPods",
                    "invalid configuration: shutdownGracePeriodCriticalPods {%s} must be <= shutdownGracePeriod {%s}"
                            .formatted(GoDuration.text(critical), GoDuration.text(whole)));
        }
        if (shares.isEmpty()) {
            return ShutdownRule.shares(whole, critical);
        }
        if (!whole.isZero()) {
            throw new ConfigurationException(
                    "shutdownGracePeriodByPodPriority",
                    "invalid configuration: Cannot specify both"
                            + " shutdownGracePeriodByPodPriority and shutdownGracePeriod at the same time");
        }
        var list = new ArrayList<ShutdownRule.Share>();
        for (JsonNode share : shares) {
            list.add(new ShutdownRule.Share(
                    share.path("priority").asInt(),
                    Duration.ofSeconds(share.path("shutdownGracePeriodSeconds").asLong())));
        }
        return list;
    }

    private Optional<Map<String, String>> map(String field) {
        JsonNode node = file.path(field);
        if (node.isMissingNode() || node.isNull()) {
            return Optional.empty();
        }
        if (!node.isObject()) {
            throw wrong(field, "a map of texts");
        }
        var map = new TreeMap<String, String>();
        node.properties().forEach(entry -> {
            if (!entry.getValue().isTextual() && !entry.getValue().isNull()) {
                throw wrong(field + "." + entry.getKey(), "a text; put it in quotes");
            }
            map.put(entry.getKey(), text(entry.getValue()));
        });
        return Optional.of(map);
    }

    private List<String> enforced() {
        JsonNode node = file.path("enforceNodeAllocatable");
        if (node.isMissingNode() || node.isNull()) {
            return List.of("pods");
        }
        var words = new ArrayList<String>();
        node.forEach(word -> words.add(text(word)));
        return words;
    }

    /// Upstream reads a null within a list or map as an empty text.
    private static String text(JsonNode value) {
        return value.isNull() ? "" : value.asText();
    }

    private Duration duration(String field) {
        return duration(field, Duration.ZERO);
    }

    /// A null is no duration, as upstream.
    private Duration duration(String field, Duration otherwise) {
        JsonNode node = file.path(field);
        if (node.isMissingNode()) {
            return otherwise;
        }
        try {
            return GoDurationParser.parse(node.isTextual() ? node.asText() : "");
        } catch (DurationFormatException e) {
            throw wrong(field, "a duration, for example 5m0s (" + e.getMessage() + ")");
        }
    }

    private long number(String field) {
        return number(field, 0);
    }

    private long number(String field, long otherwise) {
        JsonNode node = file.path(field);
        if (node.isMissingNode() || node.isNull()) {
            return otherwise;
        }
        if (!node.canConvertToInt() || !node.isIntegralNumber()) {
            throw wrong(field, "a whole number");
        }
        return node.longValue();
    }

    private boolean flag(String field, boolean byDefault) {
        JsonNode node = file.path(field);
        if (node.isMissingNode() || node.isNull()) {
            return byDefault;
        }
        if (!node.isBoolean()) {
            throw wrong(field, "true or false");
        }
        return node.booleanValue();
    }

    private boolean gate() {
        FeatureGate gate = FeatureGate.KUBELET_SEPARATE_DISK_GC;
        return file.path("featureGates").path(gate.word()).asBoolean(gate.standard());
    }

    private ConfigurationException wrong(String field, String expected) {
        return new ConfigurationException(
                field, "%s is %s: expected is %s".formatted(field, file.at("/" + field.replace('.', '/')), expected));
    }
}
