package dev.tenure.launch.store;

import dev.tenure.cli.command.CommandFailure;
import dev.tenure.cli.command.ExitCode;
import dev.tenure.cli.kubeconfig.DataDirectory;
import dev.tenure.launch.process.DirectoryLock;
import dev.tenure.launch.process.DirectoryOption;
import dev.tenure.runtime.io.ShellWord;
import dev.tenure.store.etcd.EtcdContents;
import dev.tenure.store.sqlite.StoreFolder;
import dev.tenure.store.sqlite.StoreFolder.Report;
import picocli.CommandLine.Mixin;

/// Which store a command is about: that of a data directory, or an etcd.
final class StoreOptions {
    @Mixin
    private EtcdConnection etcd = new EtcdConnection();

    @Mixin
    private DirectoryOption data = new DirectoryOption();

    /// Whether an etcd is named.
    boolean inEtcd() {
        return etcd.servers().isPresent();
    }

    EtcdConnection etcd() {
        return etcd;
    }

    /// What is in the store; changes nothing.
    Report check() {
        if (!inEtcd()) {
            return folder().check();
        }
        try (EtcdContents contents = etcd.open()) {
            return Transfer.report(contents);
        }
    }

    /// What to do when it is not whole.
    String remedy() {
        return inEtcd()
                ? "give --encryption-provider-config for what is encrypted, delete what is damaged (DELETE with ignoreStoreReadErrorWithClusterBreakingPotential=true), see"
                        + " to the members that do not answer, and disarm alarms once their cause is gone (`etcdctl alarm"
                        + " disarm`)"
                : "`tenure store repair` goes on with the objects that can be read";
    }

    /// @return bytes before and after
    long[] compact() {
        if (!inEtcd()) {
            return folder().compact();
        }
        try (EtcdContents contents = etcd.open()) {
            return contents.compact();
        }
    }

    DataDirectory directory() {
        return data.directory();
    }

    /// The store of the data directory, which no running server may have.
    StoreFolder folder() {
        etcd.refusePrefixAlone();
        return folderOf(directory());
    }

    /// The store that is in a data directory, where no running server may have it.
    ///
    /// @throws CommandFailure when there is none
    static StoreFolder folderOf(DataDirectory directory) {
        refuseWhileRunning(directory);
        return kept(directory);
    }

    /// @throws CommandFailure when there is none
    static StoreFolder kept(DataDirectory directory) {
        var folder = new StoreFolder(directory.store(), StoreIdentity.expected(directory));
        if (!folder.isThere()) {
            String flags = ClusterIdentity.place(directory);
            throw new CommandFailure(
                    ExitCode.FAILED,
                    flags.isEmpty()
                            ? "there is no cluster in \"%s\": name its data directory, or with --etcd-servers the etcd that holds its objects"
                                    .formatted(directory.root())
                            : "the objects of the cluster of \"%s\" are on etcd: give %s"
                                    .formatted(directory.root(), flags));
        }
        return folder;
    }

    static void refuseWhileRunning(DataDirectory directory) {
        if (DirectoryLock.isHeld(directory)) {
            throw new CommandFailure(
                    ExitCode.FAILED,
                    "data directory \"%s\" is in use by a running tenure: stop it with `tenure down --data-dir %s` first"
                            .formatted(directory.root(), ShellWord.of(directory.root())));
        }
    }
}
