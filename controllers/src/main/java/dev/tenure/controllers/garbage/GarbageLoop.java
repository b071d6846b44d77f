package dev.tenure.controllers.garbage;

import dev.tenure.client.informer.ControllerContext;
import dev.tenure.client.informer.DefinedTypes;
import dev.tenure.client.informer.DiscoveredKinds;
import dev.tenure.client.informer.Informer;
import dev.tenure.client.informer.InformerHandler;
import dev.tenure.client.informer.ReconcileQueue;
import dev.tenure.client.informer.SharedInformers;
import dev.tenure.controllers.garbage.GarbageRule.OwnerState;
import dev.tenure.model.core.Pod;
import dev.tenure.model.meta.ObjectKey;
import dev.tenure.model.meta.ObjectMeta;
import dev.tenure.model.meta.OwnerReference;
import dev.tenure.model.meta.ResourceType;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.runtime.loop.EventLoop;
import dev.tenure.runtime.loop.Outcome;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.view.Views;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;

/// The shell of garbage collection: follows every kind, keeps the graph of owners, and deletes what nobody
/// owns any more. Every method runs on its loop.
public final class GarbageLoop {
    /// The name of the controller and of its flag.
    public static final String NAME = "garbage-collector-controller";

    private static final int WORKERS_MAX = 20;
    /// Whom events are about does not own them. Upstream: DefaultIgnoredResources.
    private static final Set<Kind> IGNORED = Set.of(new Kind("", "events"), new Kind("events.k8s.io", "events"));

    private static final Duration DISCOVERY_EVERY = Duration.ofSeconds(30);

    private final EventLoop loop;
    private final Optional<DiscoveredKinds.Source> elsewhere;
    private final OwnershipState graph = new OwnershipState(this::find);
    private final WaitingOwners waitingOwners = new WaitingOwners();
    private final ReconcileQueue<String> queue;
    private final GarbageCalls calls;
    private final SharedInformers shared;
    private final DefinedTypes types;
    private final Map<Kind, Followed> followed = new LinkedHashMap<>();
    private final Set<ResourceType> unsynced = new HashSet<>();

    /// A kind whatever its version.
    private record Kind(String group, String resource) {}

    private record Followed(ResourceType type, Informer informer) {}

    /// @param types every kind whose objects may own or be owned; those that are defined later are found
    /// @param elsewhere tells the kinds that other servers answer for, where there can be any
    public GarbageLoop(
            ControllerContext context, List<ResourceType> types, Optional<DiscoveredKinds.Source> elsewhere) {
        this.loop = context.loop();
        this.elsewhere = elsewhere;
        this.shared = context.informers();
        this.types = new DefinedTypes(shared, types, new Definitions());
        this.calls = new GarbageCalls(context.client(), this.types::types);
        this.queue = new ReconcileQueue<>(context.loop(), NAME, WORKERS_MAX, this::plan);
        for (ResourceType type : types) {
            if (!IGNORED.contains(kind(type))) {
                unsynced.add(type);
                followed.put(kind(type), new Followed(type, informer(type)));
            }
        }
    }

    private static Kind kind(ResourceType type) {
        return new Kind(type.group(), type.resource());
    }

    private Optional<OwnershipState.Entry> find(ObjectKey key) {
        Followed found = followed.get(new Kind(key.group(), key.resource()));
        return found == null
                ? Optional.empty()
                : found.informer().get(key).map(object -> new OwnershipState.Entry(found.type(), object));
    }

    /// Begins to work; to be called on the loop, once.
    public void start() {
        followed.values().forEach(each -> each.informer().start());
        types.start();
        elsewhere.ifPresent(this::discover);
    }

    /// Upstream: Sync, which looks at discovery as often.
    private void discover(DiscoveredKinds.Source source) {
        loop.work(NAME + "-discovery", source::ask, outcome -> {
            if (outcome instanceof Outcome.Done<DiscoveredKinds>(DiscoveredKinds found)) {
                types.discovered(found);
            }
            loop.alarm(NAME + "-discovery", loop.time().now().plus(DISCOVERY_EVERY), () -> discover(source));
        });
    }

    private Informer informer(ResourceType type) {
        return shared.all(type, new Changes(type));
    }

    private Optional<Callable<Boolean>> plan(String uid) {
        Optional<OwnershipState.Entry> found = graph.get(uid);
        if (found.isEmpty()) {
            return Optional.empty();
        }
        OwnershipState.Entry entry = found.get();
        if (stays(entry)) {
            return Optional.empty();
        }
        ObjectMeta meta = meta(entry.object());
        if (meta.deleting() && meta.finalizers().contains(GarbageRule.ORPHAN)) {
            return Optional.of(orphan(entry, meta));
        }
        if (meta.deleting() && meta.finalizers().contains(GarbageRule.FOREGROUND)) {
            return foreground(entry, meta);
        }
        if (meta.deleting() || meta.ownerReferences().isEmpty()) {
            return Optional.empty();
        }
        return judge(entry, meta);
    }

    /// Whether the headers alone tell that there is nothing to do: the object and all its owners stay.
    private boolean stays(OwnershipState.Entry entry) {
        if (entry.object().header().deleting()) {
            return false;
        }
        for (String uid : entry.object().header().ownerUids()) {
            Optional<OwnershipState.Entry> owner = graph.get(uid);
            if (owner.isEmpty() || owner.get().object().header().deleting() || !within(entry, owner.get())) {
                return false;
            }
        }
        return true;
    }

    /// Whether the one may own the other at all: owners are of the same namespace, or of none.
    private static boolean within(OwnershipState.Entry entry, OwnershipState.Entry owner) {
        String namespace = owner.object().key().namespace();
        return namespace.isEmpty() || namespace.equals(entry.object().key().namespace());
    }

    private Optional<Callable<Boolean>> judge(OwnershipState.Entry entry, ObjectMeta meta) {
        var known = new HashMap<String, OwnerState>();
        var unknown = new ArrayList<OwnerReference>();
        for (OwnerReference owner : meta.ownerReferences()) {
            graph.get(owner.uid())
                    .filter(found -> within(entry, found))
                    .ifPresentOrElse(found -> known.put(owner.uid(), state(found)), () -> unknown.add(owner));
        }
        boolean allStay = unknown.isEmpty() && known.values().stream().allMatch(s -> s == OwnerState.SOLID);
        if (allStay) {
            return Optional.empty();
        }
        GarbageRule.Owned owned = ownedBy(entry.object().uid());
        return Optional.of(() -> calls.judge(entry, known, unknown, owned));
    }

    private GarbageRule.Owned ownedBy(String uid) {
        if (!graph.ownsOthers(uid)) {
            return GarbageRule.Owned.NOTHING;
        }
        boolean waits = owned(uid).stream().anyMatch(dependent -> state(dependent) == OwnerState.WAITING);
        return waits ? GarbageRule.Owned.WAITING : GarbageRule.Owned.SOMETHING;
    }

    private static OwnerState state(OwnershipState.Entry owner) {
        if (!owner.object().header().deleting()) {
            return OwnerState.SOLID;
        }
        return meta(owner.object()).finalizers().contains(GarbageRule.FOREGROUND)
                ? OwnerState.WAITING
                : OwnerState.SOLID;
    }

    private Callable<Boolean> orphan(OwnershipState.Entry owner, ObjectMeta meta) {
        List<OwnershipState.Entry> owned = owned(owner.object().uid());
        return () -> calls.orphan(owner, meta, owned);
    }

    private Optional<Callable<Boolean>> foreground(OwnershipState.Entry owner, ObjectMeta meta) {
        String uid = owner.object().uid();
        WaitingOwners.Waiting waiting =
                waitingOwners.of(uid, () -> owned(uid).stream().map(entry -> meta(entry.object())));
        if (!waiting.blocked()) {
            return Optional.of(() -> calls.dropFinalizer(owner, meta, GarbageRule.FOREGROUND));
        }
        // those that wait themselves are told when what they wait for is gone: in a circle they would wake
        // each other
        if (waiting.tells()) {
            owned(uid).stream()
                    .filter(entry -> state(entry) != OwnerState.WAITING)
                    .forEach(entry -> queue.add(entry.object().uid()));
        }
        return Optional.empty();
    }

    private List<OwnershipState.Entry> owned(String uid) {
        return graph.dependents(uid).stream()
                .flatMap(dependent -> graph.get(dependent).stream())
                .toList();
    }

    /// Of pods, which are most of what is collected, it has been read already.
    static ObjectMeta meta(StoredObject object) {
        ObjectKey key = object.key();
        boolean pod = key.resource().equals(ResourceTypes.PODS.resource())
                && key.group().isEmpty();
        return pod ? object.view(Pod.class).meta() : Views.meta(Json.readObject(object.json()));
    }

    private final class Definitions implements DefinedTypes.Listener {
        @Override
        public void added(ResourceType type) {
            Informer informer = informer(type);
            followed.put(kind(type), new Followed(type, informer));
            informer.start();
        }

        @Override
        public void removed(ResourceType type) {
            Followed gone = followed.remove(kind(type));
            if (gone != null) {
                List<StoredObject> last = List.copyOf(gone.informer().all());
                gone.informer().stop();
                last.forEach(new Changes(type)::deleted);
            }
        }
    }

    private final class Changes implements InformerHandler {
        private final ResourceType type;

        private Changes(ResourceType type) {
            this.type = type;
        }

        @Override
        public void changed(Optional<StoredObject> before, StoredObject after) {
            graph.put(before, after);
            if (after.header().deleting() || !after.header().ownerUids().isEmpty()) {
                queue.add(after.uid());
            }
            if (after.header().deleting()
                    && before.filter(old -> goesAlike(old, after)).isEmpty()) {
                graph.dependents(after.uid()).forEach(queue::add);
            }
            after.header().ownerUids().forEach(owner -> waitingOwners.changed(owner, after.uid(), () -> meta(after)));
            before.ifPresent(old -> {
                released(old, after);
                unblocked(old, after);
            });
        }

        /// Whether a change tells nothing new to what the object owns: a set that goes in the foreground
        /// changes with each of its pods.
        private static boolean goesAlike(StoredObject before, StoredObject after) {
            return before.header().deleting()
                    && meta(before).finalizers().equals(meta(after).finalizers());
        }

        /// Looks again at owners that waited for the object and may wait no longer. Upstream:
        /// addUnblockedOwnersToDeleteQueue.
        private void unblocked(StoredObject before, StoredObject after) {
            for (String owner : after.header().ownerUids()) {
                boolean waits = graph.get(owner)
                        .filter(found -> state(found) == OwnerState.WAITING)
                        .isPresent();
                if (waits && !meta(before).ownerReferences().equals(meta(after).ownerReferences())) {
                    queue.add(owner);
                }
            }
        }

        /// Looks again at owners that have lost the object.
        private void released(StoredObject before, StoredObject after) {
            for (String owner : before.header().ownerUids()) {
                if (!after.header().ownerUids().contains(owner)) {
                    waitingOwners.gone(owner, after.uid());
                    queue.add(owner);
                }
            }
        }

        @Override
        public void deleted(StoredObject last) {
            graph.remove(last);
            waitingOwners.forget(last.uid());
            last.header().ownerUids().forEach(owner -> waitingOwners.gone(owner, last.uid()));
            graph.dependents(last.uid()).forEach(queue::add);
            last.header().ownerUids().forEach(queue::add);
        }

        /// Nothing is judged before every kind is known.
        @Override
        public void synced() {
            if (unsynced.remove(type) && unsynced.isEmpty()) {
                queue.start();
            }
        }
    }
}
