package dev.tenure.client.informer;

import dev.tenure.client.ClusterClient;
import dev.tenure.client.informer.Informer.Selection;
import dev.tenure.client.informer.Informer.Source;
import dev.tenure.model.meta.ResourceType;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.runtime.loop.EventLoop;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/// The informers of several components on one loop: one copy of each collection for all of them, one watch,
/// and each index once. A copy begins with its first follower; who comes later is told what there is.
/// Informers may be made by another thread before the loop knows of them; everything else is confined to the
/// loop. Upstream: client-go/informers (SharedInformerFactory).
public final class SharedInformers {
    private final EventLoop loop;
    private final ClusterClient client;
    private final EventLoop owner;
    private final Map<Selection, SharedCopy> copies;

    /// @param client lists and watches for all of them
    public SharedInformers(EventLoop loop, ClusterClient client) {
        this(loop, client, loop, new HashMap<>());
    }

    private SharedInformers(EventLoop loop, ClusterClient client, EventLoop owner, Map<Selection, SharedCopy> copies) {
        this.loop = loop;
        this.client = client;
        this.owner = owner;
        this.copies = copies;
    }

    /// The same copies for one component: what goes wrong with its informers is reported to its own loop, and
    /// they end with it.
    ///
    /// @param component runs on the same thread
    public SharedInformers of(EventLoop component) {
        return new SharedInformers(loop, client, component, copies);
    }

    /// An informer of a whole collection.
    public Informer all(ResourceType type, InformerHandler handler) {
        var source = new Source(copy(Selection.all(type)), Optional.empty());
        return new Informer(owner, () -> source, handler);
    }

    /// An informer of a part of a collection: of the copy of the whole when somebody has an informer of it by
    /// the time at which this one is first used, else of a copy of the part.
    ///
    /// @param matches says of an object of the collection whether it is in the part, as `part` does
    public Informer part(Selection part, Predicate<StoredObject> matches, InformerHandler handler) {
        return new Informer(owner, () -> source(part, matches), handler);
    }

    /// Fills the copies of all whole collections of which an informer has been made, for those who begin to
    /// follow them later. To be called on the loop.
    ///
    /// @return ends that, to be run on the loop; copies that somebody else has begun to follow by then go on
    public Runnable keep() {
        List<Informer> keeping = copies.values().stream()
                .map(copy -> new Informer(owner, () -> new Source(copy, Optional.empty()), new Nothing()))
                .toList();
        keeping.forEach(Informer::start);
        // behind what tells those who have begun what there is
        return () -> loop.post("let go", () -> keeping.forEach(Informer::stop));
    }

    /// Nobody asks yet.
    private static final class Nothing implements InformerHandler {
        @Override
        public void changed(Optional<StoredObject> before, StoredObject after) {
            // it is in the copy
        }

        @Override
        public void deleted(StoredObject last) {
            // it is in the copy no more
        }
    }

    private Source source(Selection part, Predicate<StoredObject> matches) {
        SharedCopy whole = copies.get(Selection.all(part.type()));
        return whole == null ? new Source(copy(part), Optional.empty()) : new Source(whole, Optional.of(matches));
    }

    private SharedCopy copy(Selection selection) {
        return copies.computeIfAbsent(selection, _ -> new SharedCopy(loop, client, selection, Reflector.RETRY_MAX));
    }
}
