package dev.tenure.launch.store;

import dev.tenure.cli.command.CommandFailure;
import dev.tenure.cli.command.ExitCode;
import dev.tenure.cli.kubeconfig.DataDirectory;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.store.etcd.EtcdContents;
import dev.tenure.store.sqlite.StoreFolder;
import dev.tenure.store.sqlite.StoreFolder.Report;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/// `tenure store copy`: from one engine to another, from one folder to another, or out of a snapshot of etcd.
@Command(
        name = "copy",
        mixinStandardHelpOptions = true,
        description = {
            "Copy the store into another data directory, or into an etcd, or from there, and read the copy again.",
            "Out of a snapshot, as `etcdctl snapshot save` writes it, all objects below --etcd-prefix are taken.",
            "Certificates are not copied. Out of an etcd everything is taken as of one revision, whoever writes to it"
                    + " meanwhile."
        })
final class CopyCommand implements Runnable {
    private static final String ETCD = "etcd";

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Mixin
    private EtcdConnection etcd = new EtcdConnection();

    @Option(
            names = "--from",
            paramLabel = "DIR|FILE|etcd",
            required = true,
            description = "The data directory to copy from, or a snapshot of etcd; \"etcd\" for the one of"
                    + " --etcd-servers.")
    private String from = "";

    @Option(
            names = "--to",
            paramLabel = "DIR|etcd",
            required = true,
            description = "The data directory to copy to; \"etcd\" for the one of --etcd-servers.")
    private String to = "";

    @Override
    public void run() {
        if (from.equals(ETCD) && to.equals(ETCD)) {
            throw new CommandFailure(ExitCode.USAGE, "--from and --to are both etcd: one must be a data directory");
        }
        boolean named = etcd.servers().isPresent();
        if (named && !from.equals(ETCD) && !to.equals(ETCD)) {
            throw new CommandFailure(
                    ExitCode.USAGE, "--etcd-servers is given, and neither --from nor --to is etcd: leave it out");
        }
        if (!Files.isRegularFile(Path.of(from))) {
            etcd.refusePrefixAlone();
        }
        if (to.equals(ETCD)) {
            intoEtcd();
            return;
        }
        DataDirectory target = directory(to);
        StoreOptions.refuseWhileRunning(target);
        Report copied = intoFolder(target);
        ClusterIdentity.comeHome(target);
        print("copied %,d objects at revision %d".formatted(copied.objects(), copied.revision()));
    }

    private Report intoFolder(DataDirectory target) {
        if (from.equals(ETCD)) {
            try (EtcdContents contents = etcd.open()) {
                return StoreCommand.orFailure(
                        () -> Transfer.intoFolder(contents.read(), target.store(), etcd.encryption()));
            }
        }
        Path file = Path.of(from);
        if (Files.isRegularFile(file)) {
            return StoreCommand.orFailure(
                    () -> Transfer.intoFolder(etcd.snapshot(file), target.store(), etcd.encryption()));
        }
        StoreFolder source = source();
        PrivateFolders.make(target.root());
        return StoreCommand.orFailure(() -> source.copyTo(target.store()));
    }

    /// Revisions go on above those of the source, as far as etcd can be brought.
    private void intoEtcd() {
        Path file = Path.of(from);
        if (Files.isRegularFile(file)) {
            EtcdContents.Reading reading = StoreCommand.orFailure(() -> etcd.snapshot(file));
            intoEtcd(StoreCommand.orFailure(() -> Transfer.lasting(reading)), reading.revision());
            return;
        }
        StoreFolder source = source();
        Report report = StoreCommand.orFailure(source::check);
        intoEtcd(StoreCommand.orFailure(() -> Transfer.objects(source, etcd.encryption())), report.revision());
    }

    private void intoEtcd(List<StoredObject> objects, long before) {
        try (EtcdContents contents = etcd.open()) {
            long revision = StoreCommand.orFailure(() -> contents.fill(objects, before + 1));
            print("copied %,d objects; etcd goes on at revision %d".formatted(objects.size(), revision));
        }
    }

    private StoreFolder source() {
        return StoreOptions.folderOf(directory(from));
    }

    private static DataDirectory directory(String name) {
        return DataDirectory.in(Path.of(name));
    }

    private void print(String line) {
        spec.commandLine().getOut().println(line);
        spec.commandLine().getOut().flush();
    }
}
