package dev.tenure.launch.store;

import dev.tenure.cli.command.CommandFailure;
import dev.tenure.cli.command.ExitCode;
import dev.tenure.cli.kubeconfig.DataDirectory;
import dev.tenure.model.meta.ObjectKey;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.store.Store;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// The notes of a data directory which say to which cluster its certificates belong, and on which etcd that
/// is. The first one, beside the certificates, is the uid of the namespace kube-system, which cannot be
/// deleted and stays the same wherever the objects move, from engine to engine, through copies and backups. A
/// server does not serve the objects of one cluster with the certificates and keys of another one, and does
/// not begin a second cluster where the first one is on an etcd that nobody named.
public final class ClusterIdentity {
    private static final ObjectKey SYSTEM = new ObjectKey("", "namespaces", "", "kube-system");
    private static final System.Logger LOG = System.getLogger(ClusterIdentity.class.getPackageName());

    private ClusterIdentity() {}

    private static Path file(DataDirectory directory) {
        return directory.pki().resolve("cluster-id");
    }

    /// What to start a server with whose objects are on an etcd. No part of a backup, whose objects may go
    /// elsewhere.
    private static Path placeFile(DataDirectory directory) {
        return directory.root().resolve("objects-in-etcd");
    }

    /// What to name to find the objects on the etcd where they are; empty when they are on none.
    static String place(DataDirectory directory) {
        return StoreIdentity.read(placeFile(directory));
    }

    private static boolean hasStore(DataDirectory directory) {
        return Files.exists(directory.store().resolve("store.db"));
    }

    /// Looks before the store of the directory itself is opened.
    ///
    /// @throws CommandFailure when the cluster of the directory has its objects on an etcd
    public static void refuseWithoutEtcd(DataDirectory directory) {
        String flags = place(directory);
        String cluster = StoreIdentity.read(file(directory));
        if (!flags.isEmpty()) {
            throw new CommandFailure(
                    ExitCode.FAILED,
                    "data directory \"%s\" belongs to cluster %s, whose objects are on etcd: start with %s, or take another --data-dir"
                            .formatted(directory.root(), cluster, flags));
        }
        boolean own = hasStore(directory) || !StoreIdentity.expected(directory).isEmpty();
        if (!cluster.isEmpty() && !own) {
            throw new CommandFailure(
                    ExitCode.FAILED,
                    "the certificates in \"%s\" belong to cluster %s, and the objects of that are not in this data directory: start with --etcd-servers=URL if they are on an etcd, take another --data-dir for a new cluster, or remove \"%s\" to begin one with these certificates"
                            .formatted(directory.pki(), cluster, file(directory)));
        }
    }

    /// Looks at the store of the directory itself before anything is written.
    ///
    /// @throws CommandFailure when it holds another cluster than that of the certificates
    public static void checkOwn(DataDirectory directory, Store store) {
        String expected = StoreIdentity.read(file(directory));
        // A store that is noted is the right one, even where `tenure store repair` had to begin it anew.
        if (expected.isEmpty() || !StoreIdentity.expected(directory).isEmpty()) {
            return;
        }
        String found = of(store);
        if (!found.equals(expected)) {
            throw new CommandFailure(
                    ExitCode.FAILED,
                    "\"%s\" holds %s, and the certificates in \"%s\" belong to cluster %s: put those of the objects there, or remove \"%s\" to go on with these"
                            .formatted(
                                    directory.store(),
                                    found.isEmpty() ? "no cluster" : "cluster " + found,
                                    directory.pki(),
                                    expected,
                                    file(directory)));
        }
    }

    /// Looks at an etcd before anything is written, and warns when the certificates are yet to be made while
    /// others have some for the same cluster.
    ///
    /// @param where the objects are, in words
    /// @throws CommandFailure when they are those of another cluster than the certificates
    public static void check(DataDirectory directory, Store store, String where) {
        String expected = StoreIdentity.read(file(directory));
        String found = of(store);
        if (expected.isEmpty()) {
            if (!found.isEmpty() && !Files.exists(directory.pki().resolve("ca.crt"))) {
                LOG.log(System.Logger.Level.WARNING, newAuthority(directory, found, where));
            }
            return;
        }
        if (!found.equals(expected)) {
            throw new CommandFailure(
                    ExitCode.FAILED,
                    "%s holds %s, and the certificates in \"%s\" belong to cluster %s, %s"
                            .formatted(
                                    where,
                                    found.isEmpty() ? "no cluster" : "the data of another cluster: " + found,
                                    directory.pki(),
                                    expected,
                                    remedy(directory)));
        }
    }

    private static String remedy(DataDirectory directory) {
        String flags = place(directory);
        if (!flags.isEmpty()) {
            return "which is on another etcd or below another prefix: start with %s, put its objects there (`tenure store copy`, `tenure restore`), or take another --data-dir"
                    .formatted(flags);
        }
        if (hasStore(directory)) {
            return "which is in the store of this data directory: start without --etcd-servers, bring it into an empty etcd (`tenure store copy --from %s --to etcd`), or take another --data-dir"
                    .formatted(directory.root());
        }
        return "which is elsewhere: name the etcd and the --etcd-prefix that hold it, put its objects there (`tenure store copy`, `tenure restore`), or take another --data-dir";
    }

    private static String newAuthority(DataDirectory directory, String cluster, String where) {
        return "%s holds cluster %s already, and data directory \"%s\" has no certificates: it makes an authority and keys of its own, so kubeconfigs, tokens and node certificates that other servers of this cluster issued are not accepted here. To serve the same clients, stop this server, remove \"%s\", and copy pki/ (ca.crt, ca.key, service-account.crt, service-account.key) of the first server there"
                .formatted(where, cluster, directory.root(), directory.pki());
    }

    /// Notes the cluster of the directory's own store unless it stands there, or has no name yet. The folder
    /// of certificates must be there.
    public static void note(DataDirectory directory, Store store) {
        String found = of(store);
        if (!found.isEmpty()) {
            StoreIdentity.write(file(directory), found);
        }
    }

    /// The same for a cluster on an etcd.
    ///
    /// @param flags what a server has to be started with to find it again
    public static void note(DataDirectory directory, Store store, String flags) {
        note(directory, store);
        StoreIdentity.write(placeFile(directory), flags);
    }

    /// The objects of the directory's cluster are in the directory from now on.
    static void comeHome(DataDirectory directory) {
        try {
            Files.deleteIfExists(placeFile(directory));
        } catch (IOException e) {
            throw new UncheckedIOException("cannot remove " + placeFile(directory), e);
        }
    }

    private static String of(Store store) {
        store.catchUp();
        return store.get(SYSTEM).map(StoredObject::uid).orElse("");
    }
}
