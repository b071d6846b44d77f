package dev.tenure.agent.configuration;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tenure.agent.eviction.threshold.DefaultThresholdsRule;
import dev.tenure.agent.eviction.threshold.GoDurationParser;
import dev.tenure.agent.eviction.threshold.ThresholdException;
import dev.tenure.agent.eviction.threshold.ThresholdSettings;
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
    private static final String GATE = "KubeletSeparateDiskGC";

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
        String version = document.path("apiVersion").asText();
        String kind = document.path("kind").asText();
        if (!version.equals(API_VERSION) || !kind.equals(KIND)) {
            throw new ConfigurationException(
                    "expected kind %s of %s, not \"%s\" of \"%s\"".formatted(KIND, API_VERSION, kind, version));
        }
        return new KubeletConfigurationParser(document).read();
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
                map("kubeReserved").orElse(Map.of()));
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
            if (!entry.getValue().isTextual()) {
                throw wrong(field + "." + entry.getKey(), "a text; put it in quotes");
            }
            map.put(entry.getKey(), entry.getValue().asText());
        });
        return Optional.of(map);
    }

    private List<String> enforced() {
        JsonNode node = file.path("enforceNodeAllocatable");
        if (node.isMissingNode() || node.isNull()) {
            return List.of("pods");
        }
        var words = new ArrayList<String>();
        node.forEach(word -> words.add(word.asText()));
        return words;
    }

    private Duration duration(String field) {
        JsonNode node = file.path(field);
        if (node.isMissingNode() || node.isNull()) {
            return Duration.ZERO;
        }
        try {
            return GoDurationParser.parse(node.asText());
        } catch (ThresholdException e) {
            throw wrong(field, "a duration, for example 5m0s (" + e.getMessage() + ")");
        }
    }

    private long number(String field) {
        JsonNode node = file.path(field);
        if (node.isMissingNode() || node.isNull()) {
            return 0;
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
        return file.path("featureGates").path(GATE).asBoolean(true);
    }

    private ConfigurationException wrong(String field, String expected) {
        return new ConfigurationException(
                "%s is %s: expected is %s".formatted(field, file.at("/" + field.replace('.', '/')), expected));
    }
}
