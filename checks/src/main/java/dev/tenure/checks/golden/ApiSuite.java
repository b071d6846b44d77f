package dev.tenure.checks.golden;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tenure.runtime.time.TimeSource;
import dev.tenure.wire.json.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;

/// Recorded HTTP exchanges: per profile an API server with the flags of that profile, and every scenario against it.
final class ApiSuite implements Suite {
    private static final String ADMISSION_CONFIGURATION = """
            apiVersion: apiserver.config.k8s.io/v1
            kind: AdmissionConfiguration
            plugins:
            - name: PodTolerationRestriction
              configuration:
                apiVersion: podtolerationrestriction.admission.k8s.io/v1alpha1
                kind: Configuration
                default: [{key: dflt, operator: Exists, effect: NoSchedule}]
                whitelist: [{key: wl, operator: Exists}, {key: dflt, operator: Exists},
                            {key: node.kubernetes.io/not-ready, operator: Exists}, {key: node.kubernetes.io/unreachable, operator: Exists}]
            """;

    private final TimeSource time;

    ApiSuite(TimeSource time) {
        this.time = time;
    }

    @Override
    public String name() {
        return "api";
    }

    @Override
    public boolean isIn(Path golden) {
        return Files.isDirectory(golden.resolve("api"));
    }

    @Override
    public SuiteResult replay(Path golden) throws IOException {
        Map<String, List<JsonNode>> profiles = new TreeMap<>();
        for (JsonNode scenario : scenarios(golden.resolve("api"))) {
            profiles.computeIfAbsent(scenario.path("profile").asText("default"), _ -> new ArrayList<>())
                    .add(scenario);
        }
        var results = new ArrayList<CaseResult>();
        for (var profile : profiles.entrySet()) {
            results.addAll(replay(profile.getKey(), profile.getValue()));
        }
        return new SuiteResult(name(), results);
    }

    static List<JsonNode> scenarios(Path folder) throws IOException {
        List<Path> files;
        try (Stream<Path> walk = Files.walk(folder)) {
            files = walk.filter(file -> file.toString().matches(".*\\.json(\\.gz)?"))
                    .sorted()
                    .toList();
        }
        var scenarios = new ArrayList<JsonNode>();
        for (Path file : files) {
            scenarios.add(Json.read(bytes(file)));
        }
        return scenarios;
    }

    private static byte[] bytes(Path file) throws IOException {
        byte[] raw = Files.readAllBytes(file);
        if (!file.toString().endsWith(".gz")) {
            return raw;
        }
        try (var unzipped = new GZIPInputStream(Files.newInputStream(file))) {
            return unzipped.readAllBytes();
        }
    }

    private List<CaseResult> replay(String profile, List<JsonNode> scenarios) throws IOException {
        Path configuration = Files.createTempFile("tenure-admission-", ".yaml");
        Files.writeString(configuration, ADMISSION_CONFIGURATION);
        var results = new ArrayList<CaseResult>();
        try (var process = ServerProcess.start("apiserver", flags(profile, configuration))) {
            for (JsonNode scenario : scenarios) {
                try (var server = new TestedServer(process.address(), process.token())) {
                    results.addAll(new ScenarioRun(server, scenario, time).run());
                }
            }
        } catch (IOException e) {
            return scenarios.stream()
                    .flatMap(scenario -> notRun(scenario, String.valueOf(e.getMessage())).stream())
                    .toList();
        } finally {
            Files.deleteIfExists(configuration);
        }
        return results;
    }

    private static List<CaseResult> notRun(JsonNode scenario, String why) {
        var results = new ArrayList<CaseResult>();
        int index = 0;
        for (JsonNode step : scenario.path("steps")) {
            String name = ScenarioRun.caseName(scenario, index++);
            if (!step.has("background")) {
                results.add(CaseResult.failed(name, "not run: " + why));
            }
        }
        return results;
    }

    private static List<String> flags(String profile, Path configuration) {
        return switch (profile) {
            case "default" -> List.of();
            case "ptr-ert" -> List.of("--enable-admission-plugins=PodTolerationRestriction,ExtendedResourceToleration");
            case "ptr-config" ->
                List.of(
                        "--enable-admission-plugins=PodTolerationRestriction",
                        "--admission-control-config-file=" + configuration);
            case "comparison-ops" -> List.of("--feature-gates=TaintTolerationComparisonOperators=true");
            case "node-restriction" -> List.of("--enable-admission-plugins=NodeRestriction");
            case "short-history" -> List.of("--compaction-interval=2s");
            case "toleration-seconds" ->
                List.of("--default-not-ready-toleration-seconds=60", "--default-unreachable-toleration-seconds=30");
            default -> throw new IllegalArgumentException("no flags are known for profile \"" + profile + "\"");
        };
    }
}
