package dev.tenure.launch.store;

import dev.tenure.cli.command.CommandFailure;
import dev.tenure.cli.command.ExitCode;
import dev.tenure.cli.kubeconfig.DataDirectory;
import dev.tenure.launch.process.ControlServer;
import dev.tenure.launch.process.DirectoryLock;
import dev.tenure.runtime.io.IoWords;
import dev.tenure.runtime.io.SizeWords;
import dev.tenure.store.etcd.EtcdContents;
import dev.tenure.store.sqlite.StoreFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// Writes everything that a cluster is into one file, while it runs or not.
@Command(
        name = "backup",
        mixinStandardHelpOptions = true,
        description = {
            "Write store, certificates and keys of a data directory into one compressed file.",
            "The server may be running: the file holds all objects as of one revision. Keep it as safe as the data"
                    + " directory, for it holds keys and secrets.",
            "With --etcd-servers the objects are those in etcd; certificates and keys are those of the data directory."
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {"0:written", "1:it could not be written", "2:wrong usage"})
public final class BackupCommand implements Callable<Integer> {
    /// The order that a running server takes, followed by the path of a folder in which it puts its database.
    public static final String ORDER = "copy-store ";

    /// What may lie in a copy of a store, while it is made and looked at.
    private static final List<String> COPIED =
            List.of("store.db", "store.db-journal", "store.db-wal", "store.db-shm", "store.lock", "store.mark");

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Parameters(paramLabel = "FILE", description = "The file to write; it must not be there yet.")
    @SuppressWarnings("NullAway.Init")
    private Path file;

    @Mixin
    private StoreOptions store = new StoreOptions();

    @Override
    public Integer call() {
        DataDirectory directory = store.directory();
        store.etcd().refusePrefixAlone();
        Path target = file.toAbsolutePath().normalize();
        if (Files.exists(target)) {
            throw new CommandFailure(ExitCode.FAILED, "\"%s\" is there already: name a new file".formatted(target));
        }
        refuseUnlessThere(directory);
        try {
            Path copy = Files.createTempDirectory(placeOfCopy(directory.root(), target), "backup-");
            goneOnExit(copy);
            try {
                if (store.inEtcd()) {
                    copyEtcd(copy);
                } else {
                    copyStore(directory, copy);
                }
                Backup.Summary done =
                        StoreCommand.orFailure(() -> written(directory, copy.resolve("store.db"), target));
                spec.commandLine()
                        .getOut()
                        .println("wrote %s: %,d objects at revision %d, %s"
                                .formatted(file, done.objects(), done.revision(), SizeWords.of(done.bytes())));
                spec.commandLine().getOut().flush();
                return ExitCode.OK;
            } finally {
                remove(copy);
            }
        } catch (IOException e) {
            throw Backup.failed("write", target, e);
        }
    }

    /// Where the copy lies meanwhile, for its owner alone: with what is copied, or with the backup where
    /// nothing may be written there.
    private static Path placeOfCopy(Path root, Path target) {
        Path beside = target.getParent();
        return Files.isWritable(root) || beside == null ? root : beside;
    }

    /// Before anything is made: a mistyped path holds nothing, and a backup without certificates is no whole
    /// one.
    private void refuseUnlessThere(DataDirectory directory) {
        if (!store.inEtcd() && !DirectoryLock.isHeld(directory)) {
            StoreOptions.kept(directory);
        } else if (store.inEtcd() && !Files.exists(directory.pki())) {
            throw new CommandFailure(
                    ExitCode.FAILED,
                    "there are no certificates in \"%s\": name with --data-dir the data directory of a server on this etcd"
                            .formatted(directory.pki()));
        }
    }

    /// Also where a signal ends the process, the copy, which has all that is secret, does not stay.
    private static void goneOnExit(Path copy) {
        copy.toFile().deleteOnExit();
        // in the order that is the other way round, what lies in it before it
        COPIED.forEach(name -> copy.resolve(name).toFile().deleteOnExit());
    }

    private static Backup.Summary written(DataDirectory directory, Path database, Path target) {
        try {
            return Backup.write(directory, database, target);
        } catch (IOException e) {
            throw Backup.failed("write", target, e);
        }
    }

    private void copyEtcd(Path target) {
        try (EtcdContents contents = store.etcd().open()) {
            StoreCommand.orFailure(() ->
                    Transfer.intoFolder(contents.read(), target, store.etcd().encryption()));
        }
    }

    private static void copyStore(DataDirectory directory, Path target) throws IOException {
        if (!DirectoryLock.isHeld(directory)) {
            StoreCommand.orFailure(
                    () -> new StoreFolder(directory.store(), StoreIdentity.expected(directory)).copyTo(target));
            return;
        }
        try {
            ControlServer.order(directory, ORDER + target);
        } catch (IOException e) {
            throw new CommandFailure(
                    ExitCode.FAILED,
                    "the server of data directory \"%s\" takes no orders (%s): stop it and back up then"
                            .formatted(directory.root(), IoWords.briefly(e)));
        }
    }

    /// A folder with all that is in it, if it is there.
    static void remove(Path folder) throws IOException {
        if (!Files.exists(folder)) {
            return;
        }
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path one : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(one);
            }
        }
    }
}
