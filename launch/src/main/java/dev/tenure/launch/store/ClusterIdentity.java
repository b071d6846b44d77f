package dev.tenure.launch.store;

import dev.tenure.cli.command.CommandFailure;
import dev.tenure.cli.command.ExitCode;
import dev.tenure.cli.kubeconfig.DataDirectory;
import dev.tenure.model.meta.ObjectKey;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.store.Store;
import java.nio.file.Path;

/// The note beside the certificates which says to which cluster they belong: the uid of its namespace
/// kube-system, which cannot be deleted and stays the same wherever the objects move, from engine to engine,
/// through copies and backups. A server does not serve the objects of one cluster with the certificates and
/// keys of another one.
public final class ClusterIdentity {
    private static final ObjectKey SYSTEM = new ObjectKey("", "namespaces", "", "kube-system");

    private ClusterIdentity() {}

    private static Path file(DataDirectory directory) {
        return directory.pki().resolve("cluster-id");
    }

    /// Looks before anything is written.
    ///
    /// @param where the objects are, in words
    /// @throws CommandFailure when they are those of another cluster than the certificates
    public static void check(DataDirectory directory, Store store, String where) {
        String expected = StoreIdentity.read(file(directory));
        if (expected.isEmpty()) {
            return;
        }
        String found = of(store);
        if (found.isEmpty()) {
            throw new CommandFailure(
                    ExitCode.FAILED,
                    "%s holds no cluster, and the certificates in \"%s\" belong to cluster %s: name the etcd and the --etcd-prefix that hold it, put its objects there (`tenure store copy`, `tenure restore`), or name another --data-dir for a new cluster"
                            .formatted(where, directory.pki(), expected));
        }
        if (!found.equals(expected)) {
            throw new CommandFailure(
                    ExitCode.FAILED,
                    "%s holds the data of another cluster: %s, and the certificates in \"%s\" belong to cluster %s; name the etcd and the --etcd-prefix that belong to them, or another --data-dir with the certificates of that cluster"
                            .formatted(where, found, directory.pki(), expected));
        }
    }

    /// Notes the cluster unless it stands there, or has no name yet. The folder of certificates must be there.
    public static void note(DataDirectory directory, Store store) {
        String found = of(store);
        if (!found.isEmpty()) {
            StoreIdentity.write(file(directory), found);
        }
    }

    private static String of(Store store) {
        store.catchUp();
        return store.get(SYSTEM).map(StoredObject::uid).orElse("");
    }
}
