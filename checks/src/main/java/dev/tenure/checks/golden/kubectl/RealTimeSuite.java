package dev.tenure.checks.golden.kubectl;

import dev.tenure.checks.golden.suite.CaseResult;
import dev.tenure.checks.golden.suite.Engine;
import dev.tenure.checks.golden.suite.Suite;
import dev.tenure.checks.golden.suite.SuiteResult;
import dev.tenure.checks.golden.timeline.TimelineSuite;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.Stream;

/// Recorded timelines on real time: per profile a cluster with the flags of that profile, and the replayer
/// that stands beside the recordings. Without Python it is reported and not counted.
public final class RealTimeSuite implements Suite {
    private static final List<String> OF_THE_CLIENT = List.of("--kube-api-qps", "--kube-api-burst");

    private final Path replayer;
    private final FoundTools tools;
    private final Engine engine;
    private final Consumer<String> progress;

    public RealTimeSuite(Path replayer, FoundTools tools, Engine engine, Consumer<String> progress) {
        this.replayer = replayer;
        this.tools = tools;
        this.engine = engine;
        this.progress = progress;
    }

    @Override
    public String name() {
        return "timelines-on-real-time";
    }

    @Override
    public boolean isIn(Path golden) {
        return Files.isDirectory(golden.resolve("timelines"));
    }

    @Override
    public SuiteResult replay(Path golden) throws IOException {
        Path folder = golden.resolve("timelines");
        Map<String, List<JsonNode>> profiles = new TreeMap<>();
        for (JsonNode document : documents(folder)) {
            profiles.computeIfAbsent(document.path("profile").asText(), _ -> new ArrayList<>())
                    .add(document);
        }
        var results = new ArrayList<CaseResult>();
        var skipped = new ArrayList<String>();
        for (var profile : profiles.entrySet()) {
            if (tools.python().isEmpty()) {
                skipped.add("%d files of profile %s, there is no Python 3 with PyYAML"
                        .formatted(profile.getValue().size(), profile.getKey()));
            } else {
                results.addAll(replay(folder, profile.getKey(), profile.getValue()));
            }
        }
        return new SuiteResult(name(), results, skipped);
    }

    /// All timelines of a folder, in order of their file names.
    static List<JsonNode> documents(Path folder) throws IOException {
        List<Path> files;
        try (Stream<Path> list = Files.list(folder)) {
            files = list.filter(file -> file.toString().endsWith(".json"))
                    .sorted()
                    .toList();
        }
        var documents = new ArrayList<JsonNode>();
        for (Path file : files) {
            documents.add(Json.read(Files.readAllBytes(file)));
        }
        return documents;
    }

    /// The flags of a recording that a cluster of one process takes.
    static List<String> flags(JsonNode document) {
        var flags = new ArrayList<String>();
        for (String component : List.of("controllerManager", "apiserver")) {
            document.path(component).forEach(flag -> flags.add(flag.asText()));
        }
        flags.removeIf(flag -> OF_THE_CLIENT.stream().anyMatch(flag::startsWith));
        return flags;
    }

    private List<CaseResult> replay(Path folder, String profile, List<JsonNode> documents) {
        var flags = new ArrayList<>(List.of("--nodes", "0", "--semantics", "kubernetes-1.36"));
        flags.addAll(flags(documents.getFirst()));
        Map<String, String> failures = new HashMap<>();
        String obstacle = "";
        try (var server = ServerProcess.start(flags, engine)) {
            JsonNode report = PythonReplay.run(command(folder, profile, server), this::print);
            for (JsonNode failure : report.path("problems")) {
                failures.put(
                        failure.path("name").asText(), failure.path("problems").toString());
            }
        } catch (IOException e) {
            obstacle = String.valueOf(e.getMessage());
        }
        var results = new ArrayList<CaseResult>();
        for (JsonNode document : documents) {
            String name = document.path("name").asText();
            String why = obstacle.isEmpty() ? failures.get(name) : "not run: " + obstacle;
            results.add(why == null ? CaseResult.passed(name) : CaseResult.failed(name, why));
        }
        return results;
    }

    private List<String> command(Path folder, String profile, ServerProcess server) {
        return List.of(
                tools.python().orElseThrow().toString(),
                replayer.toString(),
                "-v",
                "--kubeconfig",
                server.kubeconfig().toString(),
                "--profile",
                profile,
                "--restart-controllers",
                "sleep " + TimelineSuite.RESTART.toMillis() / 1e3 + " && " + server.command("restart", "controllers"),
                folder.toString());
    }

    private void print(String line) {
        if (line.startsWith("ok  ") || line.startsWith("FAIL")) {
            progress.accept("  " + line);
        }
    }
}
