package dev.tenure.launch.store;

import dev.tenure.cli.command.CommandFailure;
import dev.tenure.cli.command.ExitCode;
import dev.tenure.cli.kubeconfig.DataDirectory;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.store.etcd.EtcdContents;
import dev.tenure.store.etcd.EtcdContents.Reading;
import dev.tenure.store.etcd.SnapshotFile;
import dev.tenure.store.sqlite.StoreFolder;
import dev.tenure.store.sqlite.StoreFolder.Report;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.zip.ZipException;
import java.util.zip.ZipFile;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// Makes a data directory of a backup, or of a snapshot of etcd.
@Command(
        name = "restore",
        mixinStandardHelpOptions = true,
        description = {
            "Make a data directory of a file that `tenure backup` wrote. The directory must not hold a store.",
            "Revisions go on far above those of the backup, so that none that the server handed out after it comes back"
                    + " for something else.",
            "With --etcd-servers the objects go into an etcd, which must hold nothing below its prefix; certificates"
                    + " and keys go into the data directory.",
            "FILE may be a snapshot of etcd instead, as `etcdctl snapshot save` writes it. It has no certificates:"
                    + " those that the data directory has in pki/ are used, or new ones are made at the first start."
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {"0:restored", "1:it could not be restored", "2:wrong usage"})
public final class RestoreCommand implements Callable<Integer> {
    private static final long BUMP = 1_000_000_000;
    private static final long BUMP_IN_ETCD = 10_000;

    /// Where everything is put together before it takes its place.

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Parameters(paramLabel = "FILE", description = "The backup, or a snapshot of etcd.")
    @SuppressWarnings("NullAway.Init")
    private Path file;

    @Option(
            names = "--bump-revision",
            paramLabel = "N",
            description = "How far above the backup's revision to go on (default: 1000000000; in etcd 10000, as each"
                    + " is a write there, and 1000000 the most).")
    private Optional<Long> bump = Optional.empty();

    @Mixin
    private StoreOptions store = new StoreOptions();

    @Override
    public Integer call() {
        DataDirectory directory = store.directory();
        StoreOptions.refuseWhileRunning(directory);
        long jump = bump.orElse(store.inEtcd() ? BUMP_IN_ETCD : BUMP);
        if (jump < 0) {
            throw new CommandFailure(ExitCode.USAGE, "--bump-revision %d is negative".formatted(jump));
        }
        boolean snapshot = SnapshotFile.isOne(file);
        if (!snapshot) {
            store.etcd().refusePrefixAlone();
        }
        if (Files.exists(directory.store()) || (!snapshot && Files.exists(directory.pki()))) {
            throw new CommandFailure(
                    ExitCode.FAILED,
                    "there is a cluster in \"%s\" already: name an empty directory with --data-dir, or move that one away"
                            .formatted(directory.root()));
        }
        try {
            long handedOut = snapshot ? 0 : revision() + jump;
            PrivateFolders.make(directory.root());
            var partial = new DataDirectory(directory.halfRestored());
            try {
                // What a run before this one left when it was killed.
                BackupCommand.remove(partial.root());
                PrivateFolders.make(partial.root());
                if (snapshot) {
                    ofSnapshot(partial, directory, jump);
                } else {
                    ofBackup(partial, directory, handedOut);
                }
            } finally {
                BackupCommand.remove(partial.root());
            }
            return ExitCode.OK;
        } catch (IOException e) {
            throw Backup.failed("read", file, e);
        }
    }

    private long revision() throws IOException {
        try (var zip = new ZipFile(file.toFile())) {
            return Backup.manifest(zip, file).path("revision").asLong();
        } catch (ZipException e) {
            throw Backup.damaged(file, String.valueOf(e.getMessage()));
        }
    }

    /// The certificates there, if there are some, belong to no store of a data directory any more.
    private void ofSnapshot(DataDirectory partial, DataDirectory directory, long jump) throws IOException {
        Reading reading = StoreCommand.orFailure(() -> store.etcd().snapshot(file));
        long above = reading.revision() + jump;
        if (store.inEtcd()) {
            List<StoredObject> objects = StoreCommand.orFailure(() -> Transfer.lasting(reading));
            try (EtcdContents contents = store.etcd().open()) {
                long revision = StoreCommand.orFailure(() -> contents.fill(objects, above));
                print("restored %,d objects into etcd, which goes on at revision %d"
                        .formatted(objects.size(), revision));
            }
            return;
        }
        Report report = StoreCommand.orFailure(
                () -> Transfer.intoFolder(reading, partial.store(), store.etcd().encryption()));
        long revision = StoreCommand.orFailure(() -> new StoreFolder(partial.store()).raiseRevision(above));
        StoreIdentity.forget(directory);
        publish(partial, directory);
        print("restored %,d objects into %s; it goes on at revision %d"
                .formatted(report.objects(), directory.root(), revision));
    }

    private void ofBackup(DataDirectory partial, DataDirectory directory, long handedOut) throws IOException {
        if (store.inEtcd()) {
            intoEtcd(partial, directory, handedOut);
            return;
        }
        Backup.Summary done = StoreCommand.orFailure(() -> restored(partial, handedOut));
        publish(partial, directory);
        print("restored %,d objects into %s; it goes on at revision %d"
                .formatted(done.objects(), directory.root(), done.revision()));
    }

    /// Puts what is whole in its place: the certificates first, for they alone begin no cluster.
    private static void publish(DataDirectory partial, DataDirectory directory) throws IOException {
        if (Files.exists(partial.pki())) {
            Files.move(partial.pki(), directory.pki());
        }
        Files.move(partial.store(), directory.store());
        ClusterIdentity.comeHome(directory);
    }

    /// By way of a folder that goes away again, so that nothing comes into etcd before all of the file is
    /// read.
    private void intoEtcd(DataDirectory partial, DataDirectory directory, long above) throws IOException {
        try (EtcdContents contents = store.etcd().open()) {
            Backup.Summary read = StoreCommand.orFailure(() -> restored(partial, 0));
            var folder = new StoreFolder(partial.store());
            long revision = StoreCommand.orFailure(
                    () -> contents.fill(Transfer.objects(folder, store.etcd().encryption()), above));
            StoreIdentity.forget(partial);
            if (!Backup.filesOf(partial.pki()).isEmpty()) {
                Files.move(partial.pki(), directory.pki());
            }
            print("restored %,d objects into etcd, and certificates into %s; etcd goes on at revision %d"
                    .formatted(read.objects(), directory.root(), revision));
        }
    }

    private void print(String line) {
        spec.commandLine().getOut().println(line);
        spec.commandLine().getOut().flush();
    }

    private Backup.Summary restored(DataDirectory directory, long handedOut) {
        try {
            return Backup.restore(file, directory, handedOut);
        } catch (IOException e) {
            throw Backup.failed("read", file, e);
        }
    }
}
