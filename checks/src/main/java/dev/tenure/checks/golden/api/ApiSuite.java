package dev.tenure.checks.golden.api;

import dev.tenure.checks.golden.suite.CaseResult;
import dev.tenure.checks.golden.suite.Engine;
import dev.tenure.checks.golden.suite.Suite;
import dev.tenure.checks.golden.suite.SuiteResult;
import dev.tenure.runtime.time.TimeSource;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;

/// Recorded HTTP exchanges: per profile API servers with the flags of that profile, and every scenario
/// against one of them. A profile with many scenarios has several servers that work through them side by
/// side, for most of the time some watch is waited for.
public final class ApiSuite implements Suite {
    private static final int SERVERS_MAX = 4;
    private static final int SCENARIOS_PER_SERVER = 20;

    private final TimeSource time;
    private final Engine engine;

    public ApiSuite(TimeSource time, Engine engine) {
        this.time = time;
        this.engine = engine;
    }

    @Override
    public String name() {
        return switch (engine) {
            case Engine.Memory _ -> "api";
            case Engine.Etcd _ -> "api-etcd";
        };
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

    /// Deals the scenarios out to as many servers as they are worth.
    ///
    /// @return in no order
    private List<CaseResult> replay(String profile, List<JsonNode> scenarios) {
        int servers = Math.clamp(scenarios.size() / SCENARIOS_PER_SERVER, 1, SERVERS_MAX);
        List<FutureTask<List<CaseResult>>> parts = new ArrayList<>();
        for (int server = 0; server < servers; server++) {
            List<JsonNode> part = IntStream.iterate(server, at -> at < scenarios.size(), at -> at + servers)
                    .mapToObj(scenarios::get)
                    .toList();
            var task = new FutureTask<>(() -> replayOnOne(profile, part));
            Thread.ofVirtual().start(task);
            parts.add(task);
        }
        return parts.stream().flatMap(part -> ended(part).stream()).toList();
    }

    private static List<CaseResult> ended(FutureTask<List<CaseResult>> part) {
        try {
            return part.get();
        } catch (ExecutionException e) {
            throw new IllegalStateException("a replay of recorded exchanges has broken off", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while exchanges are replayed", e);
        }
    }

    private List<CaseResult> replayOnOne(String profile, List<JsonNode> scenarios) {
        var results = new ArrayList<CaseResult>();
        try (var process = ProfileServer.start(profile, time, engine)) {
            for (JsonNode scenario : scenarios) {
                try (var server = new TestedServer(process.address(), process.token())) {
                    results.addAll(new ScenarioRun(server, scenario, time).run());
                }
            }
        } catch (IOException e) {
            return scenarios.stream()
                    .flatMap(scenario -> notRun(scenario, String.valueOf(e.getMessage())).stream())
                    .toList();
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
}
