package dev.tenure.cli.command;

import dev.tenure.runtime.io.IoWords;
import dev.tenure.sim.fault.FaultPlan;
import dev.tenure.sim.scenario.Layout;
import dev.tenure.sim.scenario.Manifests;
import dev.tenure.sim.scenario.RunTimeline;
import dev.tenure.sim.scenario.Scenario;
import dev.tenure.sim.scenario.World;
import dev.tenure.sim.scenario.WorldBuilder;
import dev.tenure.sim.world.Substitutes;
import dev.tenure.wire.json.ArrayNode;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.ObjectNode;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/// Runs a whole cluster on virtual time, with faults by seed, and tells what happens. Needs no running
/// cluster.
@Command(
        name = "simulate",
        mixinStandardHelpOptions = true,
        description = "Simulate a cluster with faults on virtual time and print what happens.",
        footer = {
            "",
            "The same seed and options give the same timeline. After every event the",
            "invariants are checked: nobody is evicted early or stays too long, no zone is",
            "tainted too fast, no write is lost, and more."
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {"0:everything held", "1:something was violated, or a manifest was refused"})
public final class SimulateCommand implements Callable<Integer> {
    private static final double HOURS_MIN = 0.25;
    private static final double HOURS_MAX = 10_000;
    private static final double SECONDS_PER_HOUR = 3_600;
    private static final int NODES = 20;
    private static final int PODS = 200;
    private static final int SIZE_MAX = 1_000_000;
    private static final int REPORTS = 10;

    /// Which faults there are.
    public enum Kinds {
        all,
        nodes
    }

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Option(
            names = "--seed",
            paramLabel = "S",
            defaultValue = "0",
            description = "Decides everything (default: ${DEFAULT-VALUE}).")
    private long seed;

    @Option(
            names = "--hours",
            paramLabel = "H",
            defaultValue = "1",
            description = "How long, 0.25 to 10000 (default: ${DEFAULT-VALUE}).")
    private double hours = 1;

    @Option(
            names = "--nodes",
            paramLabel = "N",
            defaultValue = "-1",
            description =
                    "How many nodes are made, in three zones (default: 20, or none when the manifests have nodes).")
    private int nodes = -1;

    @Option(
            names = "--pods",
            paramLabel = "P",
            defaultValue = "-1",
            description = "How many pods are made, in Deployments (default: 200, or none with manifests).")
    private int pods = -1;

    @Option(
            names = "--faults",
            paramLabel = "F",
            defaultValue = "30",
            description = "How many faults (default: ${DEFAULT-VALUE}).")
    private int faults = 30;

    @Option(
            names = "--fault-kinds",
            paramLabel = "KINDS",
            defaultValue = "all",
            description = "Which faults: all, or those of nodes only (${COMPLETION-CANDIDATES}; default: all).")
    private Kinds faultKinds = Kinds.all;

    @Option(
            names = {"-f", "--filename"},
            paramLabel = "FILE",
            description = "Manifests in YAML or JSON that the world is made of; may be repeated.")
    private List<Path> files = new ArrayList<>();

    @Mixin
    private OutputOption output = new OutputOption();

    @Option(names = "--quiet", description = "Show no progress on standard error.")
    private boolean quiet;

    @Override
    public Integer call() {
        check(hours >= HOURS_MIN && hours <= HOURS_MAX, "--hours", String.valueOf(hours), "0.25 to 10000");
        check(nodes >= -1 && nodes <= SIZE_MAX, "--nodes", String.valueOf(nodes), "0 to 1000000");
        check(pods >= -1 && pods <= SIZE_MAX, "--pods", String.valueOf(pods), "0 to 1000000");
        check(faults >= 0 && faults <= SIZE_MAX, "--faults", String.valueOf(faults), "0 to 1000000");
        World world = world();
        if (world.targets().nodesByZone().isEmpty()) {
            throw new CommandFailure(
                    ExitCode.FAILED, "there is no node to simulate: say --nodes, or give manifests of nodes");
        }
        Duration span = Duration.ofSeconds(Math.round(hours * SECONDS_PER_HOUR));
        ArrayNode timeline = Json.array();
        Consumer<RunTimeline.Entry> printer = output.forPrograms() ? entry -> add(timeline, entry) : this::print;
        var options = Set.of(Scenario.Option.SUM_OF_BYTES);
        var settings = new Scenario.Settings(seed, kinds(), faults, span, options);
        var scenario = new Scenario(world, settings, Substitutes.NONE, printer);
        Scenario.Outcome outcome = run(scenario, span);
        if (output.forPrograms()) {
            printJson(timeline, outcome);
        } else {
            printText(outcome);
        }
        return outcome.violation().isEmpty() ? ExitCode.OK : ExitCode.FAILED;
    }

    private FaultPlan.Kinds kinds() {
        return switch (faultKinds) {
            case all -> FaultPlan.Kinds.ALL;
            case nodes -> FaultPlan.Kinds.NODES;
        };
    }

    private void check(boolean holds, String option, String value, String expected) {
        if (!holds) {
            throw new ParameterException(
                    spec.commandLine(), "%s is \"%s\": expected is %s".formatted(option, value, expected));
        }
    }

    private World world() {
        var manifests = new ArrayList<ObjectNode>();
        try {
            for (Path file : files) {
                manifests.addAll(read(file));
            }
            boolean bring = manifests.stream()
                    .anyMatch(manifest -> manifest.path("kind").asText().equals("Node"));
            int made = nodes >= 0 ? nodes : bring ? 0 : NODES;
            int filled = pods >= 0 ? pods : files.isEmpty() ? PODS : 0;
            var layout = Layout.ofSeed(seed, made, filled);
            if (files.isEmpty()) {
                progress("making a world of %d nodes and %d pods".formatted(made, filled));
                return WorldBuilder.build(layout);
            }
            manifests.addAll(layout.manifests());
            progress("making a world of %d manifests".formatted(manifests.size()));
            return WorldBuilder.build(layout.seed(), manifests);
        } catch (IllegalArgumentException e) {
            throw new CommandFailure(ExitCode.FAILED, String.valueOf(e.getMessage()));
        }
    }

    private static List<ObjectNode> read(Path file) {
        try {
            return Manifests.read(Files.readString(file));
        } catch (NoSuchFileException _) {
            throw new CommandFailure(ExitCode.FAILED, "file %s does not exist".formatted(file));
        } catch (IOException e) {
            throw new CommandFailure(ExitCode.FAILED, "file %s cannot be read: %s".formatted(file, IoWords.briefly(e)));
        } catch (IllegalArgumentException e) {
            throw new CommandFailure(ExitCode.FAILED, "%s: %s".formatted(file, e.getMessage()));
        }
    }

    private Scenario.Outcome run(Scenario scenario, Duration span) {
        Duration part = span.dividedBy(REPORTS);
        boolean more = true;
        while (more) {
            more = scenario.advance(part);
            var outcome = scenario.outcome();
            progress("simulated %s of %s: %d evicted, %d bound, %d writes"
                    .formatted(
                            hours(outcome.simulated()),
                            hours(span),
                            outcome.counts().evicted(),
                            outcome.counts().bound(),
                            outcome.counts().writes()));
        }
        return scenario.outcome();
    }

    private void progress(String text) {
        if (!quiet) {
            PrintWriter err = spec.commandLine().getErr();
            err.println(text);
            err.flush();
        }
    }

    private static String hours(Duration span) {
        return "%d:%02d:%02d".formatted(span.toHours(), span.toMinutesPart(), span.toSecondsPart());
    }

    private static String seconds(Duration span) {
        return String.format(Locale.ROOT, "%.3f", span.toNanos() / 1e9);
    }

    private void print(RunTimeline.Entry entry) {
        spec.commandLine()
                .getOut()
                .println("%10s  %-8s %s%s%s"
                        .formatted(
                                seconds(entry.at()),
                                entry.kind(),
                                entry.object(),
                                entry.object().isEmpty() ? "" : "  ",
                                entry.text()));
    }

    private void printText(Scenario.Outcome outcome) {
        PrintWriter out = spec.commandLine().getOut();
        RunTimeline.Counts counts = outcome.counts();
        out.println("seed %d: %s simulated, %d faults, %d times a node was lost, %d pods evicted, %d deleted, %d bound"
                .formatted(
                        outcome.seed(),
                        hours(outcome.simulated()),
                        counts.faults(),
                        counts.lost(),
                        counts.evicted(),
                        counts.deleted(),
                        counts.bound()));
        out.println("%d writes, trace %08x; %s"
                .formatted(
                        counts.writes(),
                        outcome.writeChecksum(),
                        outcome.violation().map(v -> "VIOLATED: " + v).orElse("everything held")));
        out.flush();
    }

    private static void add(ArrayNode timeline, RunTimeline.Entry entry) {
        timeline.addObject()
                .put("seconds", entry.at().toNanos() / 1e9)
                .put("kind", entry.kind())
                .put("object", entry.object())
                .put("text", entry.text());
    }

    private void printJson(ArrayNode timeline, Scenario.Outcome outcome) {
        RunTimeline.Counts counts = outcome.counts();
        ObjectNode json = Json.object()
                .put("seed", outcome.seed())
                .put("simulatedSeconds", outcome.simulated().toSeconds())
                .put("trace", "%08x".formatted(outcome.writeChecksum()));
        json.putObject("counts")
                .put("faults", counts.faults())
                .put("nodesLost", counts.lost())
                .put("podsEvicted", counts.evicted())
                .put("podsDeleted", counts.deleted())
                .put("podsBound", counts.bound())
                .put("writes", counts.writes());
        outcome.violation()
                .ifPresent(violation -> json.putObject("violation")
                        .put("invariant", violation.invariant())
                        .put("seconds", violation.at().nanos() / 1e9)
                        .put("what", violation.what()));
        json.set("timeline", timeline);
        PrintWriter out = spec.commandLine().getOut();
        out.print(output.written("SimulationReport", json));
        out.flush();
    }
}
