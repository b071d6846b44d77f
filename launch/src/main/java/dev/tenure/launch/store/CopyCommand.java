package dev.tenure.launch.store;

import dev.tenure.cli.command.CommandFailure;
import dev.tenure.cli.command.ExitCode;
import dev.tenure.cli.kubeconfig.DataDirectory;
import dev.tenure.store.etcd.EtcdContents;
import dev.tenure.store.sqlite.StoreFolder;
import dev.tenure.store.sqlite.StoreFolder.Report;
import java.nio.file.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/// `tenure store copy`: from one engine to another, or from one folder to another.
@Command(
        name = "copy",
        mixinStandardHelpOptions = true,
        description = {
            "Copy the store into another data directory, or into an etcd, or from there, and read the copy again.",
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
            paramLabel = "DIR|etcd",
            required = true,
            description = "The data directory to copy from; \"etcd\" for the one of --etcd-servers.")
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
        if (to.equals(ETCD)) {
            intoEtcd();
            return;
        }
        DataDirectory target = directory(to);
        StoreOptions.refuseWhileRunning(target);
        PrivateFolders.make(target.root());
        Report copied;
        if (from.equals(ETCD)) {
            try (EtcdContents contents = etcd.open()) {
                copied = StoreCommand.told(() -> Transfer.intoFolder(contents, target.store(), etcd.encryption()));
            }
        } else {
            StoreFolder source = source();
            copied = StoreCommand.told(() -> source.copyTo(target.store()));
        }
        say("copied %,d objects at revision %d".formatted(copied.objects(), copied.revision()));
    }

    /// Revisions go on above those of the folder, as far as etcd can be brought.
    private void intoEtcd() {
        StoreFolder source = source();
        try (EtcdContents contents = etcd.open()) {
            Report report = StoreCommand.told(source::check);
            long revision = StoreCommand.told(
                    () -> Transfer.intoEtcd(source, etcd.encryption(), contents, report.revision() + 1));
            say("copied %,d objects; etcd goes on at revision %d".formatted(report.objects(), revision));
        }
    }

    private StoreFolder source() {
        DataDirectory source = directory(from);
        StoreOptions.refuseWhileRunning(source);
        return new StoreFolder(source.store(), StoreIdentity.expected(source));
    }

    private static DataDirectory directory(String name) {
        return new DataDirectory(Path.of(name).toAbsolutePath().normalize());
    }

    private void say(String line) {
        spec.commandLine().getOut().println(line);
        spec.commandLine().getOut().flush();
    }
}
