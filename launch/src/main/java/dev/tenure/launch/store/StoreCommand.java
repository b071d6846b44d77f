package dev.tenure.launch.store;

import dev.tenure.cli.command.CommandFailure;
import dev.tenure.cli.command.ExitCode;
import dev.tenure.cli.command.OutputOption;
import dev.tenure.cli.print.TextTable;
import dev.tenure.runtime.io.SizeWords;
import dev.tenure.store.StoreUnavailableException;
import dev.tenure.store.sqlite.StoreFolder;
import dev.tenure.store.sqlite.StoreFolder.Report;
import dev.tenure.wire.json.Json;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/// Looks at the store of a data directory and mends it, while no server has it open; or at an etcd, whoever
/// uses it.
@Command(
        name = "store",
        mixinStandardHelpOptions = true,
        description = {
            "Look at the store of a data directory, and mend it. No server may be running on it.",
            "With --etcd-servers: at what is in an etcd, which servers may use meanwhile."
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {"0:done; with check: whole", "1:it could not be done; with check: not whole", "2:wrong usage"})
public final class StoreCommand implements Runnable {
    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "missing command: status, check, repair, copy or compact");
    }

    /// What a store says, or its refusal as the failure of a command.
    static <T> T orFailure(Supplier<T> asked) {
        try {
            return asked.get();
        } catch (StoreUnavailableException e) {
            throw new CommandFailure(ExitCode.FAILED, String.valueOf(e.getMessage()));
        }
    }

    private static PrintWriter out(CommandSpec spec) {
        return spec.commandLine().getOut();
    }

    private static void print(PrintWriter out, Report report, OutputOption output, String remedy) {
        if (output.forPrograms()) {
            var tree = Json.object();
            tree.put("identity", report.identity())
                    .put("revision", report.revision())
                    .put("objects", report.objects())
                    .put("bytes", report.bytes())
                    .put("whole", report.whole());
            var resources = tree.putObject("resources");
            new TreeMap<>(report.byResource()).forEach(resources::put);
            report.faults().forEach(tree.putArray("faults")::add);
            report.lost().forEach(tree.putArray("lost")::add);
            out.print(output.written("StoreReport", tree));
        } else {
            out.println("identity   " + report.identity());
            out.println("revision   " + report.revision());
            out.println("objects    %,d".formatted(report.objects()));
            out.println("size       " + SizeWords.of(report.bytes()));
            report.faults().forEach(fault -> out.println("FAULT      " + fault));
            out.println(
                    report.whole() ? "whole      everything that was acknowledged is there" : "NOT WHOLE  " + remedy);
        }
        out.flush();
    }

    /// `tenure store status`.
    @Command(name = "status", mixinStandardHelpOptions = true, description = "Show what is in the store, by resource.")
    static final class Status implements Runnable {
        @Spec
        @SuppressWarnings("NullAway.Init")
        private CommandSpec spec;

        @Mixin
        private StoreOptions store = new StoreOptions();

        @Mixin
        private OutputOption output = new OutputOption();

        @Override
        public void run() {
            Report report = orFailure(store::check);
            print(out(spec), report, output, store.remedy());
            if (!output.forPrograms()) {
                var table = new TextTable("RESOURCE", "OBJECTS");
                for (Map.Entry<String, Long> entry : new TreeMap<>(report.byResource()).entrySet()) {
                    table.row(entry.getKey().replaceFirst("^/", ""), String.valueOf(entry.getValue()));
                }
                out(spec).println();
                out(spec).print(table.text());
                out(spec).flush();
            }
        }
    }

    /// `tenure store check`.
    @Command(
            name = "check",
            mixinStandardHelpOptions = true,
            description = "Read everything and say whether all is there that was acknowledged. Changes nothing.")
    static final class Check implements Callable<Integer> {
        @Spec
        @SuppressWarnings("NullAway.Init")
        private CommandSpec spec;

        @Mixin
        private StoreOptions store = new StoreOptions();

        @Mixin
        private OutputOption output = new OutputOption();

        @Override
        public Integer call() {
            Report report = orFailure(store::check);
            print(out(spec), report, output, store.remedy());
            return report.whole() ? ExitCode.OK : ExitCode.FAILED;
        }
    }

    /// `tenure store repair`.
    @Command(
            name = "repair",
            mixinStandardHelpOptions = true,
            description = {
                "Make a whole store of what can be read, at a revision above all that was handed out.",
                "The files as they were stay in a folder beside it; `check` says beforehand what is lost."
            })
    static final class Repair implements Runnable {
        @Spec
        @SuppressWarnings("NullAway.Init")
        private CommandSpec spec;

        @Mixin
        private StoreOptions store = new StoreOptions();

        @Override
        public void run() {
            if (store.inEtcd()) {
                throw new CommandFailure(
                        ExitCode.USAGE, "etcd mends its database itself: what to do there is " + store.remedy());
            }
            StoreFolder folder = store.folder();
            Report before = orFailure(folder::check);
            Optional<Path> aside = orFailure(folder::repair);
            PrintWriter out = out(spec);
            if (aside.isEmpty()) {
                out.println("nothing is wrong with the store: nothing was changed");
            } else {
                before.faults().forEach(fault -> out.println("was wrong  " + fault));
                before.lost().forEach(key -> out.println("lost       " + key));
                Report now = orFailure(folder::check);
                out.println("repaired: %,d objects at revision %d; the files as they were are in %s"
                        .formatted(now.objects(), now.revision(), aside.get()));
            }
            out.flush();
        }
    }

    /// `tenure store compact`.
    @Command(
            name = "compact",
            mixinStandardHelpOptions = true,
            description = {
                "Write the database anew without the room that deleted objects left.",
                "In etcd: forget all history, and defragment each member, which answers nothing meanwhile."
            })
    static final class Compact implements Runnable {
        @Spec
        @SuppressWarnings("NullAway.Init")
        private CommandSpec spec;

        @Mixin
        private StoreOptions store = new StoreOptions();

        @Override
        public void run() {
            long[] bytes = orFailure(store::compact);
            out(spec).println("compacted from %s to %s".formatted(SizeWords.of(bytes[0]), SizeWords.of(bytes[1])));
            out(spec).flush();
        }
    }

    /// The command with its subcommands.
    public static CommandLine commandLine() {
        return new CommandLine(new StoreCommand())
                .addSubcommand(new Status())
                .addSubcommand(new Check())
                .addSubcommand(new Repair())
                .addSubcommand(new CopyCommand())
                .addSubcommand(new Compact());
    }
}
