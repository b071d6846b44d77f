package dev.tenure.checks.golden.kubectl;

import dev.tenure.checks.golden.suite.CaseResult;
import dev.tenure.checks.golden.suite.Engine;
import dev.tenure.checks.golden.suite.Suite;
import dev.tenure.checks.golden.suite.SuiteResult;
import dev.tenure.wire.json.JsonNode;
import java.io.IOException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/// Recorded kubectl transcripts, replayed with every release of kubectl that was recorded and is on this
/// machine, each against a cluster of its own. A release that is missing is reported and not counted.
///
/// A few recordings depend on the moment: whether two commands fall into one second, or whether a controller
/// that looks around every five seconds has done so. A scenario that differs where it is not known to differ
/// is therefore replayed up to three times more, by itself, and a step has passed when it did once.
public final class KubectlSuite implements Suite {
    public static final String NAME = "kubectl";
    private static final String DEFAULT_RELEASE = "1.36";
    private static final int REPEATS_MAX = 3;

    /// @param steps how many steps the scenario has
    private record Scenario(String name, int steps, List<String> releases) {
        List<String> cases(String release) {
            return IntStream.rangeClosed(1, steps)
                    .mapToObj(step -> KubectlSuite.name(release, name, step))
                    .toList();
        }
    }

    private final Path replayer;
    private final FoundTools tools;
    private final Engine engine;
    private final Choice choice;
    private final Consumer<String> progress;

    /// Which scenarios are replayed.
    ///
    /// @param globs of their names, for example `taint/*`; none: all
    /// @param known cases that are known not to pass, which are not replayed again
    public record Choice(List<String> globs, Set<String> known) {
        public Choice {
            globs = List.copyOf(globs);
            known = Set.copyOf(known);
        }

        public static Choice all(Set<String> known) {
            return new Choice(List.of(), known);
        }

        boolean has(String scenario) {
            return globs.isEmpty()
                    || globs.stream()
                            .anyMatch(glob -> FileSystems.getDefault()
                                    .getPathMatcher("glob:" + glob)
                                    .matches(Path.of(scenario)));
        }
    }

    /// @param replayer the script that replays
    public KubectlSuite(Path replayer, FoundTools tools, Engine engine, Choice choice, Consumer<String> progress) {
        this.replayer = replayer;
        this.tools = tools;
        this.engine = engine;
        this.choice = choice;
        this.progress = progress;
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public boolean isIn(Path golden) {
        return Files.isDirectory(golden.resolve("kubectl"));
    }

    @Override
    public SuiteResult replay(Path golden) throws IOException {
        Path folder = golden.resolve("kubectl");
        Map<String, List<Scenario>> byRelease = new TreeMap<>();
        List<Scenario> all = scenarios(folder);
        List<Scenario> replayed =
                all.stream().filter(scenario -> choice.has(scenario.name())).toList();
        for (Scenario scenario : replayed) {
            scenario.releases()
                    .forEach(release -> byRelease
                            .computeIfAbsent(release, _ -> new ArrayList<>())
                            .add(scenario));
        }
        var results = new ArrayList<CaseResult>();
        var skipped = new ArrayList<String>();
        if (replayed.size() < all.size()) {
            skipped.add("%d scenarios that were not chosen".formatted(all.size() - replayed.size()));
        }
        for (var release : byRelease.entrySet()) {
            int steps = release.getValue().stream().mapToInt(Scenario::steps).sum();
            Path kubectl = tools.kubectls().get(release.getKey());
            if (kubectl == null || tools.python().isEmpty()) {
                String missing = kubectl == null
                        ? "no kubectl %s at hand".formatted(release.getKey())
                        : "no Python 3 with PyYAML";
                skipped.add("%d steps, there is %s".formatted(steps, missing));
                continue;
            }
            results.addAll(replay(folder, kubectl, release.getKey(), release.getValue()));
        }
        return new SuiteResult(name(), results, skipped);
    }

    private List<CaseResult> replay(Path folder, Path kubectl, String release, List<Scenario> scenarios) {
        Map<String, String> failures = new HashMap<>();
        String obstacle = "";
        try (var server = ServerProcess.start(List.of("--nodes", "0"), engine)) {
            List<String> command = command(folder, kubectl, release, server);
            for (String glob : choice.globs().isEmpty() ? List.of("*") : choice.globs()) {
                failures.putAll(differences(release, filtered(command, glob)));
            }
            for (Scenario scenario : scenarios) {
                repeat(scenario, release, command, failures);
            }
        } catch (IOException e) {
            obstacle = String.valueOf(e.getMessage());
        }
        var results = new ArrayList<CaseResult>();
        for (Scenario scenario : scenarios) {
            for (String name : scenario.cases(release)) {
                String why = obstacle.isEmpty() ? failures.get(name) : "not run: " + obstacle;
                results.add(why == null ? CaseResult.passed(name) : CaseResult.failed(name, why));
            }
        }
        return results;
    }

    /// Takes away from the failures what passes when the scenario is replayed again.
    private void repeat(Scenario scenario, String release, List<String> command, Map<String, String> failures)
            throws IOException {
        List<String> cases = scenario.cases(release);
        for (int repeat = 1; repeat <= REPEATS_MAX; repeat++) {
            if (cases.stream()
                    .noneMatch(name ->
                            failures.containsKey(name) && !choice.known().contains(name))) {
                return;
            }
            progress.accept("  again: %s %s".formatted(release, scenario.name()));
            Set<String> failedAgain =
                    differences(release, filtered(command, scenario.name())).keySet();
            cases.stream().filter(name -> !failedAgain.contains(name)).forEach(failures::remove);
        }
    }

    private static List<String> filtered(List<String> command, String glob) {
        return Stream.concat(command.stream(), Stream.of("--filter", glob)).toList();
    }

    /// Replays what the command says: how each case that failed differs, by its name.
    private Map<String, String> differences(String release, List<String> command) throws IOException {
        Map<String, String> differences = new HashMap<>();
        for (JsonNode failure : PythonReplay.run(command, this::print).path("differences")) {
            differences.put(
                    name(
                            release,
                            failure.path("scenario").asText(),
                            failure.path("step").asInt()),
                    failure.path("differences").toString());
        }
        return differences;
    }

    private static String name(String release, String scenario, int step) {
        return "%s %s step %d".formatted(release, scenario, step);
    }

    private List<String> command(Path folder, Path kubectl, String release, ServerProcess server) {
        return List.of(
                tools.python().orElseThrow().toString(),
                replayer.toString(),
                "-v",
                "--kubeconfig",
                server.kubeconfig().toString(),
                "--kubectl",
                kubectl.toString(),
                "--version",
                release,
                folder.toString());
    }

    /// Scenarios are reported, their differences are in the report.
    private void print(String line) {
        if (line.startsWith("ok  ") || (line.startsWith("FAIL") && line.endsWith("steps)"))) {
            progress.accept("  " + line);
        }
    }

    private static List<Scenario> scenarios(Path folder) throws IOException {
        List<Path> files;
        try (Stream<Path> list = Files.list(folder)) {
            files = list.filter(file -> file.toString().endsWith(".yaml"))
                    .sorted()
                    .toList();
        }
        var scenarios = new ArrayList<Scenario>();
        for (Path file : files) {
            if (new Load(LoadSettings.builder()
                                    .setCodePointLimit(Integer.MAX_VALUE)
                                    .build())
                            .loadFromString(Files.readString(file))
                    instanceof Map<?, ?> document) {
                list(document.get("scenarios")).forEach(one -> scenarios.add(scenario(one)));
            }
        }
        return scenarios;
    }

    private static Scenario scenario(Object value) {
        Map<?, ?> scenario = (Map<?, ?>) value;
        List<String> releases = texts(scenario.get("kubectl"));
        return new Scenario(
                String.valueOf(scenario.get("name")),
                list(scenario.get("steps")).size(),
                releases.isEmpty() ? List.of(DEFAULT_RELEASE) : releases);
    }

    private static List<String> texts(@Nullable Object value) {
        return list(value).stream().map(String::valueOf).toList();
    }

    private static List<?> list(@Nullable Object value) {
        return value instanceof List<?> list ? list : List.of();
    }
}
