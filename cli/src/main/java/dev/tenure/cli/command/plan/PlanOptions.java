package dev.tenure.cli.command.plan;

import dev.tenure.cli.command.CommandFailure;
import dev.tenure.cli.command.ExitCode;
import dev.tenure.cli.command.Progress;
import dev.tenure.plan.change.Change;
import dev.tenure.plan.change.ChangeException;
import dev.tenure.plan.compare.Comparison;
import dev.tenure.plan.compare.Configuration;
import dev.tenure.plan.forecast.EvictionPlan;
import dev.tenure.plan.forecast.ForecastOptions;
import dev.tenure.plan.forecast.Forecasts;
import dev.tenure.plan.forecast.RefusedDrain;
import dev.tenure.plan.metrics.Metrics;
import dev.tenure.plan.metrics.MetricsException;
import dev.tenure.plan.metrics.MetricsFile;
import dev.tenure.plan.metrics.PressureReplay;
import dev.tenure.plan.metrics.PressureReplayDocument.Side;
import dev.tenure.plan.report.PlanWords;
import dev.tenure.plan.resilience.Resilience;
import dev.tenure.plan.resilience.ResilienceReport;
import dev.tenure.plan.saved.SavedPlan;
import dev.tenure.plan.saved.SavedPlanException;
import dev.tenure.plan.saved.SavedPlanFile;
import dev.tenure.plan.source.ClusterDump;
import dev.tenure.plan.source.DumpException;
import dev.tenure.plan.timeline.Timeline;
import dev.tenure.plan.trace.ClusterTrace;
import dev.tenure.plan.trace.Replay;
import dev.tenure.plan.trace.TraceException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.PicocliException;
import picocli.CommandLine.Spec;

/// What all plans have in common: the cluster, what is taken for granted, how the answer is printed, and the exit codes
/// where a command names no others.
@Command(
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            PlanOptions.CODE_NOTHING,
            PlanOptions.CODE_REFUSED,
            PlanOptions.CODE_EFFECTS,
            PlanOptions.CODE_NAMED
        })
final class PlanOptions {
    static final String CODE_NOTHING = "0:nothing would happen, or --exit-zero";
    static final String CODE_REFUSED = "1:no answer can be given, or kubectl would refuse it";
    static final String CODE_EFFECTS = "2:something would happen; also: the command line is wrong";
    static final String CODE_NAMED = "3:something that --fail-on names would happen";

    /// Something would happen.
    static final int EFFECTS = 2;
    /// Something would happen that must not.
    static final int POLICY = 3;

    @Spec(Spec.Target.MIXEE)
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    private @Nullable PlanOptions plan;

    @Option(
            names = "--fail-on",
            paramLabel = "WHAT",
            split = ",",
            description =
                    "End with 3 when a pod stays pending, a budget is broken, a pod is lost, data is lost, a service has"
                            + " no endpoint, or a pod that is to leave is kept: ${COMPLETION-CANDIDATES}.")
    private List<PlanPolicy> failOn = List.of();

    @Option(
            names = "--out",
            paramLabel = "FILE",
            description = "Also save the plan, for `tenure show FILE` and `tenure apply FILE`.")
    private @Nullable Path saved;

    @Option(names = "--exit-zero", description = "End with 0 although something would happen.")
    private boolean exitZero;

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FORMAT",
            defaultValue = "text",
            description = "One of: ${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE}).")
    private PlanFormat format = PlanFormat.text;

    @Mixin
    private AssumptionOptions assumptions = new AssumptionOptions();

    @Mixin
    private ClusterInput input = new ClusterInput();

    /// Forecasts a change and tells what comes of it.
    ///
    /// @return the exit code
    /// @throws CommandFailure when the cluster cannot be read or the change does not fit it
    int forecast(ChangeCommand command) {
        EvictionPlan plan;
        try {
            Change change = command.change();
            requireWithinHorizon(change);
            ClusterDump dump = dump(false);
            try (var _ = Progress.on(spec.commandLine().getErr(), "looking ahead")) {
                ForecastOptions options = assumptions.of(dump);
                plan = RefusedDrain.withRefusals(dump, change, options, Forecasts.of(dump, change, options));
            }
            if (saved != null) {
                SavedPlanFile.write(saved, SavedPlan.of(dump, change, plan));
            }
        } catch (DumpException | ChangeException | SavedPlanException | IllegalArgumentException e) {
            throw new CommandFailure(ExitCode.FAILED, String.valueOf(e.getMessage()));
        }
        return printed(PlanPrinter.of(plan, format), plan);
    }

    /// Tells what was and what is coming.
    ///
    /// @param back how far to look back at most
    /// @return the exit code, as of a plan in which nothing is changed
    /// @throws CommandFailure when the cluster cannot be read
    int timeline(Duration back) {
        refuseOut();
        Timeline timeline;
        try {
            ClusterDump dump = dump(true);
            try (var _ = Progress.on(spec.commandLine().getErr(), "looking ahead")) {
                timeline = Timeline.of(dump, back, assumptions.of(dump));
            }
        } catch (DumpException | IllegalArgumentException e) {
            throw new CommandFailure(ExitCode.FAILED, String.valueOf(e.getMessage()));
        }
        return printed(PlanPrinter.of(timeline, format), timeline.coming());
    }

    private int printed(String text, EvictionPlan plan) {
        PrintWriter out = spec.commandLine().getOut();
        out.print(text);
        out.flush();
        if (failOn.stream().anyMatch(each -> each.isBroken(plan))) {
            return POLICY;
        }
        requireNotRefused(plan);
        return plan.hasEffects() && !exitZero ? EFFECTS : ExitCode.OK;
    }

    private void requireNotRefused(EvictionPlan plan) {
        if (!plan.refused().isEmpty() && !exitZero) {
            // one node may be refused for several reasons
            boolean one = plan.refused().stream()
                            .map(note -> note.replaceFirst(" is refused: .*", ""))
                            .distinct()
                            .count()
                    == 1;
            throw new CommandFailure(
                    ExitCode.FAILED,
                    "kubectl would cordon %s and refuse to drain %s: see what is told of it above"
                            .formatted(one ? "the node" : "the nodes", one ? "it" : "some of them"));
        }
    }

    /// Forecasts each loss and tells what comes of it.
    ///
    /// @param top how many losses are shown as text; 0 for all
    /// @return the exit code
    /// @throws CommandFailure when the cluster cannot be read
    int resilience(Resilience.Asked asked, int top) {
        refuseOut();
        ResilienceReport report;
        try {
            ClusterDump dump = dump(false);
            int processors = Runtime.getRuntime().availableProcessors();
            try (var progress = Progress.on(spec.commandLine().getErr(), "looking ahead")) {
                report = Resilience.of(
                        dump,
                        asked,
                        assumptions.of(dump),
                        processors,
                        done -> progress.show("%d losses forecast".formatted(done)));
            }
        } catch (DumpException | IllegalArgumentException e) {
            throw new CommandFailure(ExitCode.FAILED, String.valueOf(e.getMessage()));
        }
        PrintWriter out = spec.commandLine().getOut();
        out.print(PlanPrinter.of(report, top, format));
        out.flush();
        if (failOn.stream().anyMatch(each -> report.losses().stream().anyMatch(each::isBroken))) {
            return POLICY;
        }
        return report.carried() < report.losses().size() && !exitZero ? EFFECTS : ExitCode.OK;
    }

    /// Forecasts a change under two configurations and tells where that differs; of a trace, what is recorded happens
    /// too.
    ///
    /// @return the exit code
    /// @throws CommandFailure when the cluster or a configuration cannot be read, or the change does not fit
    int compare(CompareCommand command) {
        refuseOut();
        Optional<Path> trace = input.trace();
        try {
            Change change = command.change();
            if (trace.isPresent()) {
                Replay replay = replay(
                        trace.get(),
                        usual -> new Replay.Side(change, Duration.ZERO, command.first(usual)),
                        usual -> new Replay.Side(change, Duration.ZERO, command.second(usual)));
                return printed(
                        PlanPrinter.of(replay, format),
                        replay.comparison(),
                        replay.comparison().differs());
            }
            ClusterDump dump = dump(false);
            Configuration first = command.first(assumptions.of(dump));
            Configuration second = command.second(assumptions.of(dump));
            Comparison comparison;
            try (var _ = Progress.on(spec.commandLine().getErr(), "looking ahead")) {
                comparison = Comparison.of(dump, change, first, second);
            }
            return printed(PlanPrinter.of(comparison, format), comparison, comparison.differs());
        } catch (DumpException | ChangeException | PicocliException | IllegalArgumentException e) {
            throw new CommandFailure(ExitCode.FAILED, String.valueOf(e.getMessage()));
        }
    }

    /// Plays a trace with and without a change and tells where that differs.
    ///
    /// @return the exit code
    /// @throws CommandFailure when the trace or a configuration cannot be read, or the change does not fit
    int replay(ReplayCommand command) {
        refuseOut();
        if (input.isNamed()) {
            throw new CommandFailure(ExitCode.USAGE, "replay plays a trace: it takes no other cluster");
        }
        input.isOfTrace();
        try {
            Replay replay = replay(command.file(), command::first, command::second);
            boolean differs = command.isPlain()
                    ? !replay.fidelity().isSame()
                    : replay.comparison().differs();
            return printed(PlanPrinter.of(replay, format), replay.comparison(), differs);
        } catch (DumpException | ChangeException | PicocliException | IllegalArgumentException e) {
            throw new CommandFailure(ExitCode.FAILED, String.valueOf(e.getMessage()));
        }
    }

    /// Holds metrics against eviction thresholds, those of two configurations if a second one is given.
    ///
    /// @return the exit code
    /// @throws CommandFailure when metrics, cluster or a configuration cannot be read
    int metrics(ReplayCommand command) {
        refuseOut();
        try {
            Metrics metrics = MetricsFile.read(command.metrics());
            Optional<ClusterDump> cluster = command.trace().isPresent()
                    ? Optional.of(ClusterTrace.read(command.trace().get()).base())
                    : input.isNamed() ? Optional.of(dump(false)) : Optional.empty();
            var sides = new ArrayList<Side>();
            sides.add(side("a", metrics, cluster, command.first(assumptions.ofNone()), command.stall()));
            if (!command.isPlain()) {
                sides.add(side("b", metrics, cluster, command.second(assumptions.ofNone()), command.stall()));
            }
            PrintWriter out = spec.commandLine().getOut();
            out.print(PlanPrinter.of(sides, format));
            out.flush();
            return sides.getLast().replay().hasEffects() && !exitZero ? EFFECTS : ExitCode.OK;
        } catch (MetricsException | TraceException | DumpException | PicocliException | IllegalArgumentException e) {
            throw new CommandFailure(ExitCode.FAILED, String.valueOf(e.getMessage()));
        }
    }

    private static Side side(
            String name,
            Metrics metrics,
            Optional<ClusterDump> cluster,
            Replay.Side given,
            PressureReplay.Stall stall) {
        return new Side(
                name,
                given.configuration().settings(),
                PressureReplay.of(metrics, cluster, given.configuration(), stall));
    }

    private Replay replay(
            Path file, Function<ForecastOptions, Replay.Side> first, Function<ForecastOptions, Replay.Side> second) {
        try (var progress = Progress.on(spec.commandLine().getErr(), "reading " + file)) {
            ClusterTrace trace = ClusterTrace.read(file);
            progress.show("playing " + file);
            ForecastOptions usual = assumptions.of(trace.base());
            return Replay.of(trace, first.apply(usual), second.apply(usual));
        } catch (TraceException e) {
            throw new CommandFailure(ExitCode.FAILED, String.valueOf(e.getMessage()));
        }
    }

    private int printed(String text, Comparison comparison, boolean differs) {
        PrintWriter out = spec.commandLine().getOut();
        out.print(text);
        out.flush();
        if (failOn.stream().anyMatch(each -> each.isBroken(comparison.b()))) {
            return POLICY;
        }
        requireNotRefused(comparison.b());
        return differs && !exitZero ? EFFECTS : ExitCode.OK;
    }

    private void requireWithinHorizon(Change change) {
        if (change instanceof Change.Steps all) {
            for (int i = 0; i < all.steps().size(); i++) {
                Duration at = all.steps().get(i).at();
                if (at.compareTo(assumptions.horizon()) >= 0) {
                    throw new CommandFailure(
                            ExitCode.USAGE,
                            "step %d is at %s, and the forecast goes no further than %s: give --for %s"
                                    .formatted(
                                            i + 1,
                                            PlanWords.time(at),
                                            PlanWords.time(assumptions.horizon()),
                                            PlanWords.time(at.plusHours(1))));
                }
            }
        }
    }

    private void refuseOut() {
        if (saved != null) {
            throw new CommandFailure(
                    ExitCode.USAGE, "--out keeps the plan of one change: ask for `tenure plan CHANGE`");
        }
    }

    /// @param events whether events are read too
    private ClusterDump dump(boolean events) {
        ClusterDump dump = input.dump(events, spec.commandLine().getErr());
        failOn.forEach(policy -> policy.requireKnown(dump));
        return dump;
    }

    /// Where things are that the change names without a namespace.
    String namespace() {
        return plan == null
                ? input.namespace().orElse("default")
                : input.givenNamespace().orElseGet(plan::namespace);
    }

    /// The change is a step of another plan, which says what cluster it is for.
    void isStepOf(PlanOptions other) {
        plan = other;
    }
}
