package dev.tenure.cli.command.plan;

import dev.tenure.cli.command.CommandFailure;
import dev.tenure.cli.command.ExitCode;
import dev.tenure.cli.command.Progress;
import dev.tenure.plan.change.Change;
import dev.tenure.plan.change.ChangeException;
import dev.tenure.plan.forecast.EvictionPlan;
import dev.tenure.plan.forecast.ForecastOptions;
import dev.tenure.plan.forecast.Forecasts;
import dev.tenure.plan.forecast.RefusedDrain;
import dev.tenure.plan.report.PlanWords;
import dev.tenure.plan.resilience.ResilienceReport;
import dev.tenure.plan.saved.SavedPlan;
import dev.tenure.plan.saved.SavedPlanException;
import dev.tenure.plan.saved.SavedPlanFile;
import dev.tenure.plan.source.ClusterDump;
import dev.tenure.plan.source.DumpException;
import dev.tenure.plan.trace.ClusterTrace;
import dev.tenure.plan.trace.Replay;
import dev.tenure.plan.trace.TraceException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/// What all plans have in common: the cluster, what is taken for granted, how the answer is printed, and the
/// exit codes where a command names no others.
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
    static final String CODE_REFUSED =
            "1:no answer can be given, kubectl would refuse it, or the command line is wrong";
    static final String CODE_EFFECTS = "2:something would happen";
    static final String CODE_NAMED = "3:something that --fail-on names would happen";

    // of two forecasts that are compared
    static final String CODE_ALIKE = "0:nothing differs but by ties, or --exit-zero";
    static final String CODE_NO_ANSWER = "1:no answer can be given, or the command line is wrong";
    static final String CODE_DIFFERENT = "2:something differs";
    static final String CODE_NAMED_UNDER_B = "3:something that --fail-on names would happen under B";

    /// How deep steps may run the steps of other files.
    private static final int DEPTH_MAX = 8;

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
            requireInTime(change);
            ClusterDump dump = dump(false);
            try (var progress = progress(LookAhead.DOING)) {
                ForecastOptions options = assumptions.of(dump);
                var ahead = new LookAhead(progress::show, options.horizon());
                EvictionPlan made =
                        Forecasts.course(dump, change, options, ahead).plan();
                plan = RefusedDrain.withRefusals(dump, change, options, made);
            }
            if (saved != null) {
                SavedPlanFile.write(saved, SavedPlan.of(dump, change, plan));
            }
        } catch (DumpException | ChangeException | SavedPlanException | IllegalArgumentException e) {
            throw new CommandFailure(ExitCode.FAILED, String.valueOf(e.getMessage()));
        }
        return printed(PlanPrinter.of(plan, format), plan, plan.hasEffects());
    }

    /// Prints what came of it.
    ///
    /// @param plan that --fail-on is about
    /// @param effects whether there is something to tell with the exit code
    /// @return the exit code
    /// @throws CommandFailure when kubectl would refuse the change
    int printed(String text, EvictionPlan plan, boolean effects) {
        print(text);
        if (failOn.stream().anyMatch(each -> each.isBroken(plan))) {
            return POLICY;
        }
        requireNotRefused(plan);
        return code(effects);
    }

    /// The same for losses.
    int printed(String text, ResilienceReport report) {
        print(text);
        if (failOn.stream().anyMatch(each -> report.losses().stream().anyMatch(each::isBroken))) {
            return POLICY;
        }
        return code(report.carried() < report.losses().size());
    }

    /// The same for what --fail-on is not about.
    int printed(String text, boolean effects) {
        print(text);
        return code(effects);
    }

    private void print(String text) {
        PrintWriter out = spec.commandLine().getOut();
        out.print(text);
        out.flush();
    }

    private int code(boolean effects) {
        return effects && !exitZero ? EFFECTS : ExitCode.OK;
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

    /// @throws CommandFailure when a step of a change would come after the forecast has ended
    void requireInTime(Change change) {
        requireInTime("the change", new Change.Step(Duration.ZERO, change), assumptions.horizon());
    }

    /// @param what is done
    /// @param step when, and what
    /// @param end of the forecast
    private void requireInTime(String what, Change.Step step, Duration end) {
        Duration at = step.at();
        if (step.change() instanceof Change.Steps(var steps)) {
            for (int i = 0; i < steps.size(); i++) {
                Change.Step each = steps.get(i);
                requireInTime("step " + (i + 1), new Change.Step(at.plus(each.at()), each.change()), end);
            }
        } else if (at.isPositive() && at.compareTo(end) >= 0 && !(step.change() instanceof Change.Nothing)) {
            Duration enough = assumptions.horizon().plus(at.minus(end)).plusHours(1);
            throw new CommandFailure(
                    ExitCode.USAGE,
                    "%s is at %s, and the forecast goes no further than %s: give --for %s"
                            .formatted(what, PlanWords.time(at), PlanWords.time(end), PlanWords.time(enough)));
        }
    }

    /// For commands that forecast something else than one change.
    ///
    /// @throws CommandFailure when --out is given
    void requireNoOut() {
        if (saved != null) {
            throw new CommandFailure(
                    ExitCode.USAGE, "--out keeps the plan of one change: ask for `tenure plan CHANGE`");
        }
    }

    /// Reads the cluster.
    ///
    /// @param events whether events are read too
    /// @throws DumpException when too little can be read
    /// @throws CommandFailure when nothing answers, or what --fail-on is about is not known
    ClusterDump dump(boolean events) {
        ClusterDump dump = input.dump(events, spec.commandLine().getErr());
        failOn.forEach(policy -> policy.requireKnown(dump));
        return dump;
    }

    /// Plays a trace twice.
    ///
    /// @param first from the usual assumptions
    /// @throws CommandFailure when the trace cannot be read, or a change would come after its end
    Replay replay(
            Path file, Function<ForecastOptions, Replay.Side> first, Function<ForecastOptions, Replay.Side> second) {
        try (var progress = progress("reading " + file)) {
            ClusterTrace trace = ClusterTrace.read(file);
            progress.show("playing " + file);
            ForecastOptions usual = assumptions.of(trace.base());
            Duration end = trace.span().plus(assumptions.horizon());
            List<Replay.Side> sides = List.of(first.apply(usual), second.apply(usual));
            sides.forEach(side -> requireInTime("the change", new Change.Step(side.at(), side.change()), end));
            return Replay.of(trace, sides.getFirst(), sides.getLast());
        } catch (TraceException e) {
            throw new CommandFailure(ExitCode.FAILED, String.valueOf(e.getMessage()));
        }
    }

    /// Shows on a terminal what is being done.
    Progress progress(String what) {
        return Progress.on(spec.commandLine().getErr(), what);
    }

    AssumptionOptions assumptions() {
        return assumptions;
    }

    ClusterInput input() {
        return input;
    }

    PlanFormat format() {
        return format;
    }

    /// Where things are that the change names without a namespace.
    String namespace() {
        return plan == null
                ? input.namespace().orElse("default")
                : input.givenNamespace().orElseGet(plan::namespace);
    }

    /// The change is a step of another plan, which says what cluster it is for.
    ///
    /// @throws IllegalArgumentException when steps run steps too deep, as those of a file do that runs itself
    void isStepOf(PlanOptions other) {
        plan = other;
        if (depth() > DEPTH_MAX) {
            throw new IllegalArgumentException(
                    "steps run steps more than %d deep: does a file run itself?".formatted(DEPTH_MAX));
        }
    }

    private int depth() {
        return plan == null ? 0 : plan.depth() + 1;
    }
}
