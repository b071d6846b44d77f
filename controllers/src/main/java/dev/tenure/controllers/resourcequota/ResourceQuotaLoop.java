package dev.tenure.controllers.resourcequota;

import dev.tenure.client.ClusterClient;
import dev.tenure.client.informer.CompletionHandler;
import dev.tenure.client.informer.ControllerContext;
import dev.tenure.client.informer.DefinedTypes;
import dev.tenure.client.informer.Grouping;
import dev.tenure.client.informer.Informer;
import dev.tenure.client.informer.InformerHandler;
import dev.tenure.client.informer.ReconcileQueue;
import dev.tenure.client.informer.SharedInformers;
import dev.tenure.controllers.resourcequota.CountRule.Taken;
import dev.tenure.model.core.ResourceList;
import dev.tenure.model.core.ResourceQuota;
import dev.tenure.model.device.ResourceClaim;
import dev.tenure.model.meta.ApiReply;
import dev.tenure.model.meta.ObjectKey;
import dev.tenure.model.meta.ResourceType;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.model.quantity.Quantity;
import dev.tenure.rules.quota.ChargedClaim;
import dev.tenure.rules.quota.QuotaScopeRule;
import dev.tenure.rules.quota.UsageRule;
import dev.tenure.runtime.loop.EventLoop;
import dev.tenure.runtime.time.Tick;
import dev.tenure.wire.json.Document;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.ObjectNode;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;

/// The shell of the quota controller: counts anew when a quota is new or its bounds have changed, when
/// objects go or take less, and every five minutes. What they take is kept as a sum ([UsageTally]), so that a
/// deletion costs what goes and not what is there; every five minutes the sums are made anew. It follows only
/// those types that some quota counts, so that it costs nothing where there are no quotas.
///
/// Admission counts an object before it is stored, and a slow or halted server may take seconds from one to
/// the other. So a count that comes out lower than the status says may miss objects on their way. What was
/// seen to go is taken off the status at once; what else the status says too much is only when nobody has
/// counted anything for a while. Every method runs on its loop.
public final class ResourceQuotaLoop {
    /// The name of the controller and of its flag.
    public static final String NAME = "resourcequota-controller";

    private static final int WORKERS_MAX = 5;
    private static final Duration PERIOD = Duration.ofMinutes(5);
    /// How long nobody may have counted anything before what is there is believed: longer than a request may
    /// last, and so than an object is on its way, be the store out of reach meanwhile.
    private static final Duration CALM = Duration.ofSeconds(70);

    private static final Duration SECOND_LOOK = Duration.ofSeconds(1);

    private final EventLoop loop;
    private final ClusterClient client;
    private final SharedInformers informers;
    private final DefinedTypes types;
    private final ReconcileQueue<ObjectKey> queue;
    private final Informer quotas;
    private final Informer classes;
    private final KnownDevices devices;
    private boolean followsClasses;
    private final QuotasState standing = new QuotasState();
    private final Map<ResourceType, Followed> followed = new HashMap<>();
    private final Map<ObjectKey, Map<ResourceType, UsageTally>> tallies = new HashMap<>();
    private final Map<ObjectKey, Tick> changedAt = new HashMap<>();
    /// What objects took that have gone since each quota was written.
    private final Map<ObjectKey, Map<String, Quantity>> gone = new HashMap<>();

    /// @param types every kind whose objects can be listed and watched; those that are defined later are
    ///     found
    public ResourceQuotaLoop(ControllerContext context, List<ResourceType> types) {
        this.loop = context.loop();
        this.client = context.client();
        this.informers = context.informers();
        this.types = new DefinedTypes(informers, types, new Definitions());
        this.queue = new ReconcileQueue<>(loop, NAME, WORKERS_MAX, this::plan);
        this.quotas = informers.all(ResourceTypes.RESOURCE_QUOTAS, new Quotas());
        // what claims take by changed classes is found out with the next count
        this.classes = informers.all(ResourceTypes.DEVICE_CLASSES, new CompletionHandler(this::countAll));
        this.devices = new KnownDevices(
                classes, type -> Optional.ofNullable(followed.get(type)).map(follower -> follower.informer));
    }

    /// Begins to work; to be called on the loop, once.
    public void start() {
        types.start();
        quotas.start();
        resync();
    }

    private void resync() {
        loop.alarm(NAME, loop.time().now().plus(PERIOD), this::resync);
        tallies.clear();
        countAll();
    }

    private void countAll() {
        quotas.all().forEach(quota -> queue.add(quota.key()));
    }

    private Optional<Callable<Boolean>> plan(ObjectKey key) {
        Optional<StoredObject> found = quotas.get(key);
        Optional<List<Followed>> followers = followers(key);
        if (found.isEmpty() || followers.isEmpty()) {
            return Optional.empty();
        }
        StoredObject stored = found.get();
        ResourceQuota quota = stored.view(ResourceQuota.class);
        ResourceQuota.Count count = CountRule.count(
                quota,
                followers.get().stream()
                        .map(follower -> new Taken(follower.type, follower.taken(key, quota)))
                        .toList());
        Map<String, Quantity> off = gone.getOrDefault(key, Map.of());
        gone.remove(key);
        Duration calmIn = calmIn(key);
        if (calmIn.isPositive() && CountRule.lowers(quota, count)) {
            queue.addAfter(key, calmIn);
            count = CountRule.careful(quota, count, off);
        }
        if (count.equals(quota.count())) {
            return Optional.empty();
        }
        queue.addAfter(key, SECOND_LOOK);
        ResourceQuota.Count next = count;
        return Optional.of(() -> write(stored, next, off));
    }

    /// Of each type that the quota counts; empty while not all of it is known.
    private Optional<List<Followed>> followers(ObjectKey quota) {
        List<Followed> all = new ArrayList<>();
        for (ResourceType type : standing.types(quota)) {
            Followed follower = followed.get(type);
            boolean lacksClasses = type.equals(ResourceTypes.RESOURCE_CLAIMS) && !classes.hasSynced();
            if (follower == null || !follower.informer.hasSynced() || lacksClasses) {
                return Optional.empty();
            }
            all.add(follower);
        }
        return Optional.of(all);
    }

    /// How long until nobody has counted anything for a while; nothing when that is so.
    private Duration calmIn(ObjectKey key) {
        Tick now = loop.time().now();
        Duration left = CALM.minus(now.since(changedAt.getOrDefault(key, now)));
        return left.isPositive() ? left : Duration.ZERO;
    }

    /// Writes the count unless somebody else has written meanwhile; then it is made anew.
    ///
    /// @param off what was taken off; when nobody knows whether it was written, it is not taken off again
    private boolean write(StoredObject stored, ResourceQuota.Count count, Map<String, Quantity> off) {
        ObjectNode quota = Json.readObject(stored.json());
        quota.withObject("/metadata").put("resourceVersion", Long.toString(stored.revision()));
        ObjectNode status = quota.putObject("status");
        put(status.putObject("hard"), count.hard());
        put(status.putObject("used"), count.used());
        ObjectKey key = stored.key();
        ApiReply reply =
                client.updateStatus(ResourceTypes.RESOURCE_QUOTAS, key.namespace(), key.name(), Document.of(quota));
        if (reply.isConflict()) {
            loop.post(NAME, () -> off.forEach((name, amount) -> goes(key, name, amount)));
        }
        return reply.succeededOrGone();
    }

    private void goes(ObjectKey quota, String resource, Quantity amount) {
        gone.computeIfAbsent(quota, _ -> new HashMap<>()).merge(resource, amount, Quantity::plus);
    }

    private static void put(ObjectNode amounts, ResourceList list) {
        list.amounts().forEach((name, amount) -> amounts.put(name, amount.toString()));
    }

    /// Begins to follow what quotas count and ends to follow what they do not.
    private void follow() {
        for (ResourceType type : standing.types()) {
            if (type.equals(ResourceTypes.RESOURCE_CLAIMS) && !followsClasses) {
                followsClasses = true;
                classes.start();
            }
            followed.computeIfAbsent(type, Followed::new);
        }
        Set<ResourceType> wanted = standing.types();
        followed.forEach((type, follower) -> {
            if (!wanted.contains(type)) {
                follower.informer.stop();
            }
        });
        followed.keySet().retainAll(wanted);
    }

    private final class Quotas implements InformerHandler {
        @Override
        public void changed(Optional<StoredObject> before, StoredObject after) {
            ObjectKey key = after.key();
            ResourceQuota quota = after.view(ResourceQuota.class);
            changedAt.put(key, loop.time().now());
            boolean same = before.isPresent()
                    && before.get().view(ResourceQuota.class).hard().equals(quota.hard());
            if (!same) {
                tallies.remove(key);
                standing.put(key, quota, types.types());
                follow();
                queue.add(key);
            }
        }

        @Override
        public void deleted(StoredObject last) {
            changedAt.remove(last.key());
            gone.remove(last.key());
            tallies.remove(last.key());
            standing.remove(last.key());
            follow();
        }

        @Override
        public void synced() {
            queue.start();
        }
    }

    /// One type that some quota counts.
    private final class Followed implements InformerHandler {
        private final ResourceType type;
        private final Informer informer;

        private Followed(ResourceType type) {
            this.type = type;
            this.informer = informers.all(type, this);
            informer.start();
        }

        /// Whether what an object takes depends on nothing but itself and the time. That of claims of devices
        /// depends on classes, pods and other claims, so that all of them are looked at each time.
        private boolean tallied() {
            return UsageRule.differs(type) && !type.equals(ResourceTypes.RESOURCE_CLAIMS);
        }

        /// What the objects of the quota's namespace take of it.
        private Map<String, Quantity> taken(ObjectKey key, ResourceQuota quota) {
            Collection<StoredObject> objects = informer.in(Grouping.NAMESPACE, key.namespace());
            Instant now = loop.time().wall();
            if (tallied()) {
                return tallies.computeIfAbsent(key, _ -> new HashMap<>())
                        .computeIfAbsent(type, _ -> tally(quota, objects, now))
                        .taken(now);
            }
            return UsageRule.differs(type)
                    ? CountRule.sum(quota, type, objects.stream().map(this::view), now)
                    : CountRule.times(quota, type, objects.size(), now);
        }

        private UsageTally tally(ResourceQuota quota, Collection<StoredObject> objects, Instant now) {
            var tally = new UsageTally((view, moment) -> CountRule.usage(quota, type, view, moment), now);
            objects.forEach(object -> tally.put(object.key(), view(object)));
            return tally;
        }

        /// The sums of what quotas count of this type in a namespace, as far as there are any yet.
        private List<UsageTally> tallies(String namespace) {
            return standing.of(namespace, type).stream()
                    .flatMap(quota -> Optional.ofNullable(
                            tallies.getOrDefault(quota, Map.of()).get(type))
                            .stream())
                    .toList();
        }

        @Override
        public void changed(Optional<StoredObject> before, StoredObject after) {
            if (UsageRule.differs(type) && standing.any(after.key().namespace())) {
                tallies(after.key().namespace()).forEach(tally -> tally.put(after.key(), view(after)));
                before.ifPresent(object -> takesLess(object, Optional.of(after)));
            }
        }

        private Map<String, Quantity> usage(StoredObject object) {
            return UsageRule.of(type, view(object), loop.time().wall());
        }

        private Object view(StoredObject object) {
            if (!UsageRule.differs(type)) {
                return object;
            }
            Object view = object.view(Object.class);
            return view instanceof ResourceClaim claim ? ChargedClaim.of(claim, devices) : view;
        }

        /// Also when it had taken nothing any more, just because of the time: nobody may have noticed.
        @Override
        public void deleted(StoredObject last) {
            tallies(last.key().namespace()).forEach(tally -> tally.remove(last.key()));
            takesLess(last, Optional.empty());
        }

        /// @param after absent for what is gone
        private void takesLess(StoredObject before, Optional<StoredObject> after) {
            Map<String, Quantity> took = UsageRule.of(type, view(before), Instant.EPOCH);
            for (ObjectKey key : standing.of(before.key().namespace(), type)) {
                Map<String, Quantity> takes = after.filter(object -> matches(key, object))
                        .map(this::usage)
                        .orElse(Map.of());
                Map<String, Quantity> less = new HashMap<>(matches(key, before) ? took : Map.of());
                less.replaceAll((name, amount) -> amount.minus(takes.getOrDefault(name, Quantity.ZERO)));
                less.values().removeIf(amount -> amount.sign() <= 0);
                if (!less.isEmpty()) {
                    less.forEach((name, amount) -> goes(key, name, amount));
                    queue.add(key);
                }
            }
        }

        /// Whether an object is within the scopes of a quota.
        private boolean matches(ObjectKey quota, StoredObject object) {
            return quotas.get(quota)
                    .filter(found -> QuotaScopeRule.matches(found.view(ResourceQuota.class), view(object)))
                    .isPresent();
        }

        @Override
        public void synced() {
            quotas.all().stream()
                    .map(StoredObject::key)
                    .filter(quota -> standing.types(quota).contains(type))
                    .forEach(queue::add);
        }
    }

    private final class Definitions implements DefinedTypes.Listener {
        @Override
        public void added(ResourceType type) {
            learn();
        }

        @Override
        public void removed(ResourceType type) {
            learn();
        }

        /// The new kinds are published when all have been reported.
        private void learn() {
            loop.post(NAME, () -> {
                tallies.clear();
                for (StoredObject quota : quotas.all()) {
                    standing.put(quota.key(), quota.view(ResourceQuota.class), types.types());
                    queue.add(quota.key());
                }
                follow();
            });
        }
    }
}
