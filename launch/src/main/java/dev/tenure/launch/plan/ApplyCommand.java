package dev.tenure.launch.plan;

import dev.tenure.cli.command.ClusterOptions;
import dev.tenure.cli.command.CommandFailure;
import dev.tenure.cli.command.DurationConverter;
import dev.tenure.cli.command.ExitCode;
import dev.tenure.cli.command.plan.LiveOptions;
import dev.tenure.cli.print.FactsText;
import dev.tenure.client.ClusterClient;
import dev.tenure.client.rest.ConnectionException;
import dev.tenure.client.rest.HttpEndpoint;
import dev.tenure.plan.change.Change;
import dev.tenure.plan.saved.PlanFacts;
import dev.tenure.plan.saved.PlanFactsDocument;
import dev.tenure.plan.saved.PlanRun;
import dev.tenure.plan.saved.SavedPlan;
import dev.tenure.plan.saved.SavedPlanException;
import dev.tenure.plan.saved.SavedPlanFile;
import dev.tenure.plan.saved.StalenessRule;
import dev.tenure.plan.source.ClusterDump;
import dev.tenure.plan.source.DumpException;
import dev.tenure.plan.source.LiveCluster;
import dev.tenure.runtime.io.Pause;
import dev.tenure.runtime.io.Termination;
import dev.tenure.runtime.loop.Inquiry;
import dev.tenure.runtime.loop.Published;
import dev.tenure.runtime.loop.ThreadedLoop;
import dev.tenure.runtime.observe.FaultReporter;
import dev.tenure.runtime.time.SystemTime;
import dev.tenure.sim.world.StoredForms;
import dev.tenure.wire.json.PrettyJson;
import dev.tenure.wire.yaml.Yaml;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// Carries a saved plan out.
@Command(
        name = "apply",
        exitCodeOnInvalidInput = ExitCode.FAILED,
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Carry out a plan that `tenure plan … --out FILE` saved, unless the cluster has changed since, and tell the"
                    + " forecast beside what happens: which pods left, and when, and where they went.",
            "It does what kubectl would do, with the rights of the caller: pods are evicted through the eviction API."
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:done, and it came as forecast; with --dry-run: it still fits",
            "1:not done, or not to its end: the last line says why; also: the command line is wrong",
            "2:done, and it came differently",
            "4:nothing was done, for what the plan stands on has changed, or it is of another cluster"
        },
        footer = {
            "",
            "Examples:",
            "  tenure plan drain node-1 --ignore-daemonsets --out drain.plan",
            "  tenure apply drain.plan --dry-run",
            "  tenure apply drain.plan"
        })
public final class ApplyCommand implements Callable<Integer> {
    private static final int DIFFERENT = 2;
    private static final int STALE = 4;
    private static final int REASONS_MAX = 20;
    private static final int WORKERS_MAX = 8;
    private static final Duration LOOK = Duration.ofMillis(200);
    private static final Duration ANSWER_WITHIN = Duration.ofMinutes(2);

    /// How the outcome is reported.
    enum Format {
        text,
        json,
        yaml
    }

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Parameters(arity = "1", paramLabel = "FILE", description = "A saved plan.")
    private Path file = Path.of("");

    @Option(
            names = "--step",
            description = "Make each step only when the cluster is as the plan has it before the step; stop when it is"
                    + " not.")
    private boolean stepwise;

    @Option(
            names = "--patience",
            paramLabel = "DURATION",
            defaultValue = "1m",
            converter = DurationConverter.class,
            description = "How much longer than forecast things may take (default: ${DEFAULT-VALUE}).")
    private Duration patience = Duration.ofMinutes(1);

    @Option(names = "--dry-run", description = "Only check whether the plan still fits the cluster.")
    private boolean dryRun;

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FORMAT",
            defaultValue = "text",
            description = "One of: ${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE}).")
    private Format format = Format.text;

    @Mixin
    private LiveOptions cluster = new LiveOptions();

    @Override
    public Integer call() {
        try {
            SavedPlan plan = SavedPlanFile.read(file);
            if (plan.change() instanceof Change.Nothing) {
                throw new CommandFailure(
                        ExitCode.FAILED, "plan %s changes nothing: there is nothing to carry out".formatted(file));
            }
            try (HttpEndpoint endpoint = cluster.endpoint()) {
                ClusterClient client = ClusterOptions.client(endpoint);
                check(plan, client);
                return dryRun ? ExitCode.OK : carriedOut(plan, client);
            }
        } catch (SavedPlanException | DumpException | ConnectionException e) {
            throw new CommandFailure(ExitCode.FAILED, String.valueOf(e.getMessage()));
        }
    }

    /// Whoever stops it is told how far it came.
    private int carriedOut(SavedPlan plan, ClusterClient client) {
        Termination termination = Termination.install();
        try {
            return termination.ending(printed(run(plan, client, termination)));
        } finally {
            termination.done();
        }
    }

    private void check(SavedPlan plan, ClusterClient client) {
        ClusterDump now = LiveCluster.read(client, cluster.name(), new SystemTime(), _ -> {});
        StalenessRule.otherCluster(plan, now).ifPresent(why -> {
            throw new CommandFailure(
                    STALE,
                    "plan %s is not for %s: %s; nothing was done. Give the cluster that it was made of, or make a plan of this one"
                            .formatted(file, cluster.name(), why));
        });
        List<String> stale = StalenessRule.of(plan, now);
        if (!stale.isEmpty()) {
            PrintWriter err = spec.commandLine().getErr();
            stale.stream().limit(REASONS_MAX).forEach(reason -> err.println("! " + reason));
            if (stale.size() > REASONS_MAX) {
                err.println("! and %d more".formatted(stale.size() - REASONS_MAX));
            }
            err.flush();
            throw new CommandFailure(
                    STALE,
                    "plan %s is stale: %s that it stands on changed since; nothing was done. Make it anew with `tenure plan … --out`"
                            .formatted(file, stale.size() == 1 ? "an object" : stale.size() + " of the objects"));
        }
        int objects = plan.basis().entries().size();
        print("plan %s still fits: %s that it stands on has changed"
                .formatted(
                        file, objects == 1 ? "nothing of the object" : "nothing of the %d objects".formatted(objects)));
    }

    private void print(String line) {
        PrintWriter err = spec.commandLine().getErr();
        err.println(line);
        err.flush();
    }

    private PlanFacts run(SavedPlan plan, ClusterClient client, Termination termination) {
        var time = new SystemTime();
        var broken = new Published<>(Optional.<String>empty());
        FaultReporter faults = (component, about, fault) -> {
            broken.publish(Optional.of("%s of %s failed: %s".formatted(about, component, fault)));
            return "";
        };
        try (var acting = new ThreadedLoop("acting", time, WORKERS_MAX, faults);
                var watching = new ThreadedLoop("watching", time, WORKERS_MAX, faults)) {
            var site = new PlanRun.Site(client, new StoredForms(), acting, watching);
            var run = new PlanRun(site, plan, new PlanRun.Settings(stepwise, patience), this::print);
            run.start();
            while (true) {
                broken.get().ifPresent(run::fail);
                Optional<PlanFacts> facts = Inquiry.ask(watching, "facts", ANSWER_WITHIN, run::facts)
                        .flatMap(known -> known);
                if (facts.isPresent()) {
                    return facts.get();
                }
                if (termination.isAsked()) {
                    run.fail("It was interrupted");
                }
                Pause.of(LOOK, time);
            }
        }
    }

    private int printed(PlanFacts facts) {
        PrintWriter out = spec.commandLine().getOut();
        out.print(
                switch (format) {
                    case text -> FactsText.of(facts);
                    case json -> PrettyJson.write(PlanFactsDocument.of(facts)) + "\n";
                    case yaml -> new String(Yaml.write(PlanFactsDocument.of(facts)), StandardCharsets.UTF_8);
                });
        out.flush();
        if (!facts.progress().complete()) {
            return ExitCode.FAILED;
        }
        return facts.asForecast() ? ExitCode.OK : DIFFERENT;
    }
}
