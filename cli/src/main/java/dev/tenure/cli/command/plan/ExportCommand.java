package dev.tenure.cli.command.plan;

import dev.tenure.cli.command.CommandFailure;
import dev.tenure.cli.command.ExitCode;
import dev.tenure.plan.export.ClusterExport;
import dev.tenure.plan.export.Redaction;
import dev.tenure.plan.source.ClusterDump;
import dev.tenure.plan.source.DumpException;
import dev.tenure.plan.source.Gap;
import dev.tenure.runtime.io.IoWords;
import dev.tenure.runtime.io.PrivateFiles;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// Writes a cluster into one file.
@Command(
        name = "export",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Write a cluster into one compressed file, from which `tenure plan … --from FILE` looks ahead and `tenure"
                    + " up --from FILE` starts a copy with simulated nodes.",
            "In it are nodes, pods, their owners, budgets, services, quotas, priorities, volumes, leases and"
                    + " definitions, with uids and statuses; never Secrets, nor ConfigMaps of users."
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {"0:written", "1:the cluster cannot be read, or the file not be written", "2:wrong usage"})
public final class ExportCommand implements Callable<Integer> {
    private static final String STDOUT = "-";

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Parameters(arity = "1", paramLabel = "FILE", description = "Where to write, or - for standard output.")
    private String file = STDOUT;

    @Option(
            names = "--redact",
            description = "Replace names, labels, images, commands, addresses and texts by pseudonyms, the same word by"
                    + " the same one, so that the same would happen; definitions are left out.")
    private boolean redacted;

    @Option(
            names = "--json",
            description = "Write the objects as JSON, compressed, for other programs; it takes longer to read.")
    private boolean json;

    @Mixin
    private ClusterInput input = new ClusterInput();

    @Override
    public Integer call() {
        PrintWriter err = spec.commandLine().getErr();
        ClusterDump dump;
        try {
            dump = input.dump(false, err);
        } catch (DumpException e) {
            throw new CommandFailure(ExitCode.FAILED, String.valueOf(e.getMessage()));
        }
        dump.warnings().forEach(warning -> err.println("warning: " + warning));
        dump.gaps().stream().map(Gap::text).forEach(gap -> err.println("warning: " + gap));
        int count = write(redacted ? Redaction.of(dump) : dump);
        err.println("%s in %s"
                .formatted(count == 1 ? "1 object is" : count + " objects are", file.equals(STDOUT) ? "it" : file));
        err.flush();
        return ExitCode.OK;
    }

    private int write(ClusterDump dump, OutputStream out) throws IOException {
        return json ? ClusterExport.writeJson(dump, out) : ClusterExport.write(dump, out);
    }

    private int write(ClusterDump dump) {
        try {
            if (file.equals(STDOUT)) {
                return write(dump, System.out);
            }
            Path whole = Path.of(file).toAbsolutePath();
            if (PrivateFiles.takesWrites(whole)) {
                return write(dump, Files.newOutputStream(whole));
            }
            Path next = whole.resolveSibling(whole.getFileName() + ".next");
            Files.deleteIfExists(next);
            Files.createFile(next, PrivateFiles.ofFile(next));
            next.toFile().deleteOnExit(); // also after Ctrl-C
            int count = write(dump, Files.newOutputStream(next));
            Files.move(next, whole, StandardCopyOption.REPLACE_EXISTING);
            return count;
        } catch (NoSuchFileException _) {
            throw new CommandFailure(
                    ExitCode.FAILED, "export %s cannot be written: its folder does not exist".formatted(file));
        } catch (IOException e) {
            throw new CommandFailure(
                    ExitCode.FAILED, "export %s cannot be written: %s".formatted(file, IoWords.briefly(e)));
        }
    }
}
