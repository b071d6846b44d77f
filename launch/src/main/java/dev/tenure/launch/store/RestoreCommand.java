package dev.tenure.launch.store;

import dev.tenure.cli.command.CommandFailure;
import dev.tenure.cli.command.ExitCode;
import dev.tenure.cli.kubeconfig.DataDirectory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import java.util.zip.ZipFile;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// Makes a data directory of a backup.
@Command(
        name = "restore",
        mixinStandardHelpOptions = true,
        description = {
            "Make a data directory of a file that `tenure backup` wrote. The directory must not hold a store.",
            "Revisions go on far above those of the backup, so that none that the server handed out after it comes back"
                    + " for something else."
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {"0:restored", "1:it could not be restored", "2:wrong usage"})
public final class RestoreCommand implements Callable<Integer> {
    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Parameters(paramLabel = "FILE", description = "The backup.")
    @SuppressWarnings("NullAway.Init")
    private Path file;

    @Option(
            names = "--bump-revision",
            paramLabel = "N",
            defaultValue = "1000000000",
            description = "How far above the backup's revision to go on (default: ${DEFAULT-VALUE}).")
    private long bump;

    @Mixin
    private StoreOptions store = new StoreOptions();

    @Override
    public Integer call() {
        DataDirectory directory = store.directory();
        StoreOptions.refuseWhileRunning(directory);
        if (bump < 0) {
            throw new CommandFailure(ExitCode.USAGE, "--bump-revision %d is negative".formatted(bump));
        }
        if (Files.exists(directory.store()) || Files.exists(directory.pki())) {
            throw new CommandFailure(
                    ExitCode.FAILED,
                    "there is a cluster in \"%s\" already: name an empty directory with --data-dir, or move that one away"
                            .formatted(directory.root()));
        }
        try {
            PrivateFolders.make(directory.root());
            long handedOut;
            try (var zip = new ZipFile(file.toFile())) {
                handedOut = Backup.manifest(zip, file).path("revision").asLong() + bump;
            }
            long above = handedOut;
            Backup.Summary done = StoreCommand.told(() -> restored(directory, above));
            spec.commandLine()
                    .getOut()
                    .println("restored %,d objects into %s; it goes on at revision %d"
                            .formatted(done.objects(), directory.root(), done.revision()));
            spec.commandLine().getOut().flush();
            return ExitCode.OK;
        } catch (IOException e) {
            throw Backup.failed("read", file, e);
        }
    }

    private Backup.Summary restored(DataDirectory directory, long handedOut) {
        try {
            return Backup.restore(file, directory, handedOut);
        } catch (IOException e) {
            throw Backup.failed("read", file, e);
        }
    }
}
