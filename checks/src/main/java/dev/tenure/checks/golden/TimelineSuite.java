package dev.tenure.checks.golden;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tenure.apiserver.admission.AdmissionPlugin;
import dev.tenure.controllers.tainteviction.Semantics;
import dev.tenure.sim.world.ClusterSettings;
import dev.tenure.sim.world.SimulatedCluster;
import dev.tenure.wire.json.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;

/// Recorded timelines on virtual time: each plays in a simulated cluster of its own, with the flags that it names and
/// in the semantics of the recorded release.
final class TimelineSuite implements Suite {
    /// As the recordings' own replayer: a few of them sit on a race, which another moment of the controllers' start
    /// decides otherwise.
    private static final List<Duration> STARTS = List.of(Duration.ZERO, Duration.ofMillis(370));

    private final Function<TimelineFlags, List<AdmissionPlugin>> admission;

    TimelineSuite(Function<TimelineFlags, List<AdmissionPlugin>> admission) {
        this.admission = admission;
    }

    @Override
    public String name() {
        return "timelines";
    }

    @Override
    public boolean isIn(Path golden) {
        return Files.isDirectory(golden.resolve("timelines"));
    }

    @Override
    public SuiteResult replay(Path golden) throws IOException {
        List<Path> files;
        try (Stream<Path> found = Files.list(golden.resolve("timelines"))) {
            files = found.filter(file -> file.toString().endsWith(".json"))
                    .sorted()
                    .toList();
        }
        var results = new ArrayList<CaseResult>();
        for (Path file : files) {
            JsonNode document = Json.read(Files.readAllBytes(file));
            String name = document.path("name").asText();
            List<String> problems = problems(document);
            results.add(
                    problems.isEmpty() ? CaseResult.passed(name) : CaseResult.failed(name, String.join("\n    ", problems)));
        }
        return new SuiteResult(name(), results);
    }

    private List<String> problems(JsonNode document) {
        List<String> first = List.of();
        for (Duration start : STARTS) {
            List<String> problems = problems(document, start);
            if (problems.isEmpty()) {
                return problems;
            }
            first = first.isEmpty() ? problems : first;
        }
        return first;
    }

    private List<String> problems(JsonNode document, Duration start) {
        var flags = new TimelineFlags(document);
        var settings = ClusterSettings.standard(1, Semantics.KUBERNETES_1_36)
                .withPlugins(admission.apply(flags))
                .withNodeLifecycle(flags.nodeLifecycle());
        var cluster = new SimulatedCluster(settings);
        cluster.advance(start);
        cluster.startControllers();
        cluster.startScheduler();
        cluster.settle();
        return TimelineRun.problems(
                new TimelineRun.Cluster(cluster.world(), cluster.endpoint(), cluster::restartControllers), document);
    }
}
