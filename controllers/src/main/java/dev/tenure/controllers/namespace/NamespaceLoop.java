package dev.tenure.controllers.namespace;

import dev.tenure.client.informer.ControllerContext;
import dev.tenure.client.informer.DiscoveredKinds;
import dev.tenure.client.informer.Informer;
import dev.tenure.client.informer.InformerHandler;
import dev.tenure.client.informer.ReconcileQueue;
import dev.tenure.client.informer.SharedInformers;
import dev.tenure.model.meta.ResourceType;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.runtime.loop.EventLoop;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;

/// The shell of namespaces: makes what belongs into each of them, again when somebody deletes it, and
/// empties those that are being deleted. Every method runs on its loop.
public final class NamespaceLoop {
    /// The name of the controller and of its flag.
    public static final String NAME = "namespace-controller";

    private static final int WORKERS_MAX = 10;

    private final EventLoop loop;
    private final ReconcileQueue<String> queue;
    private final NamespaceCalls calls;
    private final Informer namespaces;
    private final Informer accounts;
    private final Informer authorities;
    private final String authority;

    /// @param types every kind whose objects stand in namespaces
    /// @param authority PEM certificates that pods check the API server's certificate against
    /// @param elsewhere tells the kinds that other servers answer for, where there can be any
    public NamespaceLoop(
            ControllerContext context,
            List<ResourceType> types,
            String authority,
            Optional<DiscoveredKinds.Source> elsewhere) {
        this.loop = context.loop();
        this.authority = authority;
        this.calls = new NamespaceCalls(context.client(), types, authority, elsewhere);
        this.queue = new ReconcileQueue<>(loop, NAME, WORKERS_MAX, this::plan);
        this.namespaces = context.informers().all(ResourceTypes.NAMESPACES, new NamespaceChanges());
        this.accounts = named(context.informers(), ResourceTypes.SERVICE_ACCOUNTS, NamespaceCalls.DEFAULT_ACCOUNT);
        this.authorities = named(context.informers(), ResourceTypes.CONFIG_MAPS, NamespaceCalls.ROOT_AUTHORITY);
    }

    private Informer named(SharedInformers informers, ResourceType type, String name) {
        var selection = new Informer.Selection(type, "", Map.of("fieldSelector", "metadata.name=" + name));
        return informers.part(selection, object -> object.key().name().equals(name), new ContentChanges());
    }

    /// Begins to work; to be called on the loop, once.
    public void start() {
        namespaces.start();
        accounts.start();
        authorities.start();
    }

    private Optional<Callable<Boolean>> plan(String name) {
        Optional<StoredObject> namespace = namespaces.get(ResourceTypes.NAMESPACES.key("", name));
        if (namespace.isEmpty()) {
            return Optional.empty();
        }
        if (namespace.get().header().deleting()) {
            StoredObject deleting = namespace.get();
            Instant now = loop.time().wall();
            return Optional.of(() -> calls.empty(deleting, now));
        }
        boolean account = accounts.get(ResourceTypes.SERVICE_ACCOUNTS.key(name, NamespaceCalls.DEFAULT_ACCOUNT))
                .isPresent();
        Optional<StoredObject> published =
                authorities.get(ResourceTypes.CONFIG_MAPS.key(name, NamespaceCalls.ROOT_AUTHORITY));
        boolean current = published
                .filter(map -> NamespaceCalls.publishes(map, authority))
                .isPresent();
        if (account && current) {
            return Optional.empty();
        }
        return Optional.of(() -> calls.fill(name, !account, !current, published.isPresent()));
    }

    private void beginWhenSynced() {
        if (namespaces.hasSynced() && accounts.hasSynced() && authorities.hasSynced()) {
            queue.start();
        }
    }

    private final class NamespaceChanges implements InformerHandler {
        @Override
        public void changed(Optional<StoredObject> before, StoredObject after) {
            queue.add(after.key().name());
        }

        @Override
        public void deleted(StoredObject last) {
            // nothing is left to do
        }

        @Override
        public void synced() {
            beginWhenSynced();
        }
    }

    private final class ContentChanges implements InformerHandler {
        @Override
        public void changed(Optional<StoredObject> before, StoredObject after) {
            queue.add(after.key().namespace());
        }

        @Override
        public void deleted(StoredObject last) {
            queue.add(last.key().namespace());
        }

        @Override
        public void synced() {
            beginWhenSynced();
        }
    }
}
