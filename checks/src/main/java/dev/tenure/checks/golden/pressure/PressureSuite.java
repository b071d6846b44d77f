package dev.tenure.checks.golden.pressure;

import dev.tenure.checks.golden.suite.CaseResult;
import dev.tenure.checks.golden.suite.Suite;
import dev.tenure.checks.golden.suite.SuiteResult;
import dev.tenure.kubelet.configuration.KubeletConfiguration;
import dev.tenure.kubelet.configuration.KubeletConfigurationParser;
import dev.tenure.kubelet.eviction.ranking.OomScoreRule;
import dev.tenure.kubelet.eviction.threshold.ContainerfsRule;
import dev.tenure.kubelet.eviction.threshold.FilesystemLayout;
import dev.tenure.kubelet.eviction.threshold.Threshold;
import dev.tenure.kubelet.eviction.threshold.ThresholdException;
import dev.tenure.kubelet.eviction.threshold.ThresholdParser;
import dev.tenure.kubelet.eviction.threshold.ThresholdSettings;
import dev.tenure.model.core.Container;
import dev.tenure.model.core.Pod;
import dev.tenure.rules.qos.QosRule;
import dev.tenure.wire.json.ArrayNode;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.ObjectNode;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.zip.GZIPInputStream;

/// Recorded decisions of upstream's eviction manager: thresholds and their refusals, defaults,
/// quantities, whole runs of passes, QoS classes and OOM scores. One JSON object a line.
public final class PressureSuite implements Suite {
    private static final String FOLDER = "node-pressure";
    private static final List<String> FILES = List.of("cases.jsonl.gz", "qos-oom.jsonl.gz");

    @Override
    public String name() {
        return "node-pressure";
    }

    @Override
    public boolean isIn(Path golden) {
        return FILES.stream()
                .anyMatch(file -> Files.isReadable(golden.resolve(FOLDER).resolve(file)));
    }

    @Override
    public SuiteResult replay(Path golden) throws IOException {
        var results = new ArrayList<CaseResult>();
        for (String name : FILES) {
            Path file = golden.resolve(FOLDER).resolve(name);
            if (!Files.isReadable(file)) {
                continue;
            }
            try (var lines = new BufferedReader(
                    new InputStreamReader(new GZIPInputStream(Files.newInputStream(file)), StandardCharsets.UTF_8))) {
                for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                    if (!line.isBlank()) {
                        results.add(replay(Json.read(line.getBytes(StandardCharsets.UTF_8))));
                    }
                }
            }
        }
        return new SuiteResult(name(), results);
    }

    private static CaseResult replay(JsonNode recorded) {
        String id = recorded.path("id").asText();
        try {
            return new CaseResult(id, difference(recorded.path("input"), recorded.path("expect")));
        } catch (RuntimeException e) {
            return CaseResult.failed(id, "the case could not be decided: " + e);
        }
    }

    private static Optional<String> difference(JsonNode input, JsonNode expect) {
        return switch (input.path("kind").asText()) {
            case "parse" -> parse(input, expect);
            case "quantity" -> PressureQuantities.difference(input, expect);
            case "defaults" -> defaults(input, expect);
            case "timeline" -> timeline(input, expect);
            case "oom" -> PressureComparison.difference(expect, oom(input));
            default ->
                Optional.of(
                        "kind \"%s\" is not known".formatted(input.path("kind").asText()));
        };
    }

    static ThresholdSettings settings(JsonNode config) {
        var enforced = new ArrayList<String>();
        config.path("enforceNodeAllocatable").forEach(word -> enforced.add(word.asText()));
        return new ThresholdSettings(
                texts(config.path("evictionHard")),
                texts(config.path("evictionSoft")),
                texts(config.path("evictionSoftGracePeriod")),
                texts(config.path("evictionMinimumReclaim")),
                enforced);
    }

    private static Map<String, String> texts(JsonNode map) {
        var texts = new HashMap<String, String>();
        map.properties()
                .forEach(entry -> texts.put(entry.getKey(), entry.getValue().asText()));
        return texts;
    }

    private static Optional<String> parse(JsonNode input, JsonNode expect) {
        List<Threshold> thresholds;
        try {
            thresholds = ThresholdParser.parse(settings(input.path("config")));
        } catch (ThresholdException e) {
            String error = String.valueOf(e.getMessage());
            return refused(expect, error) ? Optional.empty() : Optional.of("refused: " + error);
        }
        ObjectNode actual = Json.object();
        actual.set("thresholds", PressureComparison.thresholds(thresholds, input.path("capacity")));
        ObjectNode layouts = actual.putObject("afterLayout");
        for (FilesystemLayout layout : FilesystemLayout.values()) {
            ContainerfsRule.Derived derived = ContainerfsRule.derive(thresholds, layout);
            ObjectNode after = layouts.putObject(layout.name().toLowerCase(Locale.ROOT));
            after.set("thresholds", PressureComparison.thresholds(derived.thresholds(), input.path("capacity")));
            derived.complaint().ifPresent(complaint -> after.put("logged", complaint));
        }
        return PressureComparison.difference(PressureComparison.withoutChoice(expect, actual), actual);
    }

    private static boolean refused(JsonNode expect, String error) {
        if (expect.path("error").asText().equals(error)) {
            return expect.has("error");
        }
        for (JsonNode each : expect.path("errorOneOf")) {
            if (each.asText().equals(error)) {
                return true;
            }
        }
        return false;
    }

    private static Optional<String> defaults(JsonNode input, JsonNode expect) {
        KubeletConfiguration configuration =
                KubeletConfigurationParser.parse(input.path("configFile").asText());
        ObjectNode actual = Json.object();
        ObjectNode hard = actual.putObject("evictionHard");
        configuration.thresholds().hard().forEach(hard::put);
        actual.put("transitionPeriodSeconds", configuration.transitionPeriod().toSeconds())
                .put("maxPodGracePeriodSeconds", configuration.maxPodGraceSeconds())
                .put("localStorageCapacityIsolation", configuration.localStorageIsolation());
        ArrayNode enforced = actual.putArray("enforceNodeAllocatable");
        configuration.thresholds().enforceNodeAllocatable().forEach(enforced::add);
        try {
            actual.set(
                    "thresholds",
                    PressureComparison.thresholds(configuration.pressure().thresholds(), Json.object()));
        } catch (ThresholdException e) {
            actual.put("parseError", e.getMessage());
        }
        return PressureComparison.difference(PressureComparison.withoutChoice(expect, actual), actual);
    }

    private static Optional<String> timeline(JsonNode input, JsonNode expect) {
        ArrayNode played = PressureTimeline.sorted(PressureTimeline.play(input));
        if (!expect.has("oneOf")) {
            return PressureComparison.steps(PressureTimeline.sorted(expect.path("steps")), played);
        }
        var differences = new ArrayList<String>();
        for (JsonNode choice : expect.path("oneOf")) {
            Optional<String> difference =
                    PressureComparison.steps(PressureTimeline.sorted(choice.path("steps")), played);
            if (difference.isEmpty()) {
                return difference;
            }
            differences.add(difference.get());
        }
        return Optional.of("none of the choices: " + String.join(" | ", differences));
    }

    private static ObjectNode oom(JsonNode input) {
        Pod pod = PressureDocument.pod(input.path("pod"));
        long capacity = input.path("memoryCapacity").asLong();
        ObjectNode actual = Json.object().put("qosClass", QosRule.of(pod).word());
        ObjectNode scores = actual.putObject("oomScoreAdj");
        var containers = new ArrayList<Container>(pod.spec().initContainers());
        containers.addAll(pod.spec().containers());
        containers.forEach(each -> scores.put(each.name(), OomScoreRule.adjustment(pod, each, capacity)));
        return actual;
    }
}
