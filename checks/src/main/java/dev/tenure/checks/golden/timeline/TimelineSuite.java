package dev.tenure.checks.golden.timeline;

import dev.tenure.checks.golden.suite.CaseResult;
import dev.tenure.checks.golden.suite.Suite;
import dev.tenure.checks.golden.suite.SuiteResult;
import dev.tenure.controllers.tainteviction.stay.Semantics;
import dev.tenure.kinds.admission.AdmissionOptions;
import dev.tenure.sim.world.ClusterSettings;
import dev.tenure.sim.world.SimulatedCluster;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/// Recorded timelines on virtual time: each plays in a simulated cluster of its own, with the flags that it
/// names and in the semantics of the recorded release.
public final class TimelineSuite implements Suite {
    /// How long the controllers run before a recording begins. A few recordings sit on a race or hang on
    /// the clock of the pod garbage collector; as with the recordings' own replayer, what fails is tried
    /// once more, here in another phase of the controllers' periods.
    private static final List<Duration> LEADS = List.of(Duration.ZERO, Duration.ofMillis(9_370));

    /// How long a process of controllers is away when it is restarted.
    public static final Duration RESTART = Duration.ofMillis(2_500);

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
                    problems.isEmpty()
                            ? CaseResult.passed(name)
                            : CaseResult.failed(name, String.join("\n    ", problems)));
        }
        return new SuiteResult(name(), results);
    }

    private static List<String> problems(JsonNode document) {
        List<String> first = List.of();
        for (Duration lead : LEADS) {
            List<String> problems = problems(document, lead);
            if (problems.isEmpty()) {
                return problems;
            }
            first = first.isEmpty() ? problems : first;
        }
        return first;
    }

    private static List<String> problems(JsonNode document, Duration lead) {
        var flags = new TimelineFlags(document);
        var settings = ClusterSettings.standard(1, Semantics.KUBERNETES_1_36)
                .withAdmission(AdmissionOptions.standard()
                        .tolerating(flags.notReadyTolerationSeconds(), flags.unreachableTolerationSeconds()))
                .withNodeLifecycle(flags.nodeLifecycle());
        var cluster = new SimulatedCluster(settings);
        cluster.startControllers();
        cluster.startScheduler();
        cluster.advance(lead);
        return TimelineRun.problems(
                new TimelineRun.Cluster(cluster.world(), cluster.endpoint(), () -> restart(cluster)), document);
    }

    private static void restart(SimulatedCluster cluster) {
        cluster.crashControllers();
        var supervisor = cluster.world().loop("supervisor");
        supervisor.alarm("start", supervisor.time().now().plus(RESTART), cluster::startControllers);
    }
}
