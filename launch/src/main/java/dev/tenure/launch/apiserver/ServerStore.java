package dev.tenure.launch.apiserver;

import dev.tenure.apiserver.registry.KindEntry;
import dev.tenure.apiserver.registry.KindTable;
import dev.tenure.apiserver.registry.SelectableField;
import dev.tenure.cli.command.CommandFailure;
import dev.tenure.kinds.KindList;
import dev.tenure.launch.memory.Headroom;
import dev.tenure.launch.store.ClusterIdentity;
import dev.tenure.launch.store.KubernetesLayout;
import dev.tenure.launch.store.StoreIdentity;
import dev.tenure.runtime.time.TimeSource;
import dev.tenure.sim.world.PackingStore;
import dev.tenure.store.GuardedStore;
import dev.tenure.store.Store;
import dev.tenure.store.Store.ResourceId;
import dev.tenure.store.StoreUnavailableException;
import dev.tenure.store.etcd.EtcdOptions;
import dev.tenure.store.etcd.EtcdStore;
import dev.tenure.store.memory.MemoryStore;
import dev.tenure.store.memory.StateOptions;
import dev.tenure.store.sqlite.SqliteOptions;
import dev.tenure.store.sqlite.SqliteStore;
import dev.tenure.wire.view.Views;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/// The store of an API server: in memory, in the data directory or in etcd, as its configuration says.
/// Stateless.
final class ServerStore {
    private ServerStore() {}

    /// Opens the store, which takes nothing more when it fills the heap.
    ///
    /// @param lost run when it cannot be trusted any more
    static Store open(ApiConfig config, TimeSource time, Runnable lost) {
        Store opened = unguarded(config, time, lost);
        return Headroom.find()
                .<Store>map(room -> new GuardedStore(opened, room::isFull))
                .orElse(opened);
    }

    private static Store unguarded(ApiConfig config, TimeSource time, Runnable lost) {
        StateOptions state = StateOptions.indexing(indexes(KindList.standard()));
        if (config.ephemeral()) {
            return new PackingStore(new MemoryStore(state));
        }
        if (config.keeping().etcd().isPresent()) {
            ApiConfig.Etcd etcd = config.keeping().etcd().get();
            var layout = new KubernetesLayout(
                    KindList.standard(),
                    config.keeping().eventLifetime(),
                    config.keeping().encryption(),
                    etcd.prefix());
            return EtcdStore.open(
                    EtcdOptions.of(etcd.servers(), state, layout, time).under(etcd.prefix()));
        }
        ClusterIdentity.refuseWithoutEtcd(config.directory());
        Map<ResourceId, KindEntry> kinds = new HashMap<>();
        for (KindEntry entry : KindList.standard().entries()) {
            kinds.putIfAbsent(ResourceId.of(entry.stored()), entry);
        }
        SqliteOptions options = SqliteOptions.in(config.directory().store(), state, id -> {
            KindEntry entry = kinds.get(id);
            return entry == null ? Views.reader("", "") : Views.reader(entry.stored());
        });
        return SqliteStore.open(options.expecting(StoreIdentity.expected(config.directory()))
                .lying(config.keeping().encryption())
                .withQuotaBytes(config.keeping().quotaBytes())
                .whenLost(lost));
    }

    /// The store that keeps what the guard lets through, where it is on disk.
    private static Optional<SqliteStore> durable(Store store) {
        return switch (store) {
            case GuardedStore guarded -> durable(guarded.guarded());
            case SqliteStore sqlite -> Optional.of(sqlite);
            default -> Optional.empty();
        };
    }

    private static Map<ResourceId, Set<String>> indexes(KindTable kinds) {
        var indexes = new HashMap<ResourceId, Set<String>>();
        for (KindEntry entry : kinds.entries()) {
            Set<String> fields = entry.fields().stream()
                    .filter(SelectableField::indexed)
                    .map(SelectableField::name)
                    .collect(Collectors.toSet());
            if (!fields.isEmpty()) {
                indexes.put(ResourceId.of(entry.stored()), fields);
            }
        }
        return indexes;
    }

    /// Looks before anything is written.
    ///
    /// @throws CommandFailure when the cluster of the data directory is somewhere else
    static void check(ApiConfig config, Store store) {
        if (config.keeping().etcd().isPresent()) {
            String where = "etcd at " + config.keeping().etcd().get().servers();
            ClusterIdentity.check(config.directory(), store, where);
        } else if (!config.ephemeral()) {
            ClusterIdentity.checkOwn(config.directory(), store);
        }
    }

    /// Notes beside the certificates which store and which cluster they belong to.
    static void note(ApiConfig config, Store store) {
        durable(store).ifPresent(kept -> StoreIdentity.note(config.directory(), kept.identity()));
        if (config.keeping().etcd().isPresent()) {
            ClusterIdentity.note(
                    config.directory(), store, config.keeping().etcd().get().flags());
        } else if (!config.ephemeral()) {
            ClusterIdentity.note(config.directory(), store);
        }
    }

    /// Writes the objects as of one revision into a database of its own, while requests go on.
    ///
    /// @return `ok`, or `error: …`
    static String copy(Store store, Path folder) {
        Optional<SqliteStore> durable = durable(store);
        if (durable.isEmpty()) {
            return "error: the objects of this server are not in its data directory: in memory there is nothing to"
                    + " back up, an etcd is named with --etcd-servers";
        }
        try {
            durable.get().backup(folder.resolve("store.db"));
            return "ok";
        } catch (StoreUnavailableException e) {
            return "error: " + e.getMessage();
        }
    }
}
