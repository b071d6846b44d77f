package dev.tenure.plan.copy;

import dev.tenure.model.coordination.Lease;
import dev.tenure.model.core.Condition;
import dev.tenure.model.core.Node;
import dev.tenure.model.core.Pod;
import dev.tenure.model.core.PodPhase;
import dev.tenure.model.core.Taint;
import dev.tenure.model.core.TaintEffect;
import dev.tenure.model.meta.ObjectKey;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.plan.source.ClusterDump;
import dev.tenure.plan.source.ClusterDump.Item;
import dev.tenure.plan.source.DumpException;
import dev.tenure.plan.source.LastTaintChange;
import dev.tenure.rules.node.HeldState;
import dev.tenure.rules.node.ManagedNodeRule;
import dev.tenure.rules.pod.PodRule;
import dev.tenure.sim.world.PlayedKinds;
import dev.tenure.sim.world.StoredForms;
import dev.tenure.simnodes.Declared;
import dev.tenure.simnodes.ReadinessDelay;
import dev.tenure.wire.json.ArrayNode;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.ObjectNode;
import dev.tenure.wire.schema.GroupVersionKind;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import java.util.function.Predicate;

/// The objects with which the simulated cluster begins: those of the dump with uids, statuses and times, and
/// the little that has to be changed or added so that they go on as they would. Nodes that are silent stay
/// silent, pods that are stuck stay stuck, owners that the dump does not have are not missed. Confined to one
/// thread.
public final class WorldObjects {
    private static final String NEVER = "87600h";
    private static final String GATE = "tenure.dev/stays-unready";
    /// A node that renews its lease every 10 s has missed two of them by then.
    private static final Duration SILENT_AFTER = Duration.ofSeconds(25);
    private static final Duration STUCK_AFTER = Duration.ofMinutes(2);

    private final ClusterDump dump;
    private final StoredForms forms;
    private final Predicate<ObjectKey> wanted;
    private final Set<String> uids;
    private final Map<String, Instant> renewed = new HashMap<>();
    private final Map<String, Instant> silences = new HashMap<>();
    private final List<StoredObject> objects = new ArrayList<>();
    private final List<Item> manifests = new ArrayList<>();
    private final List<String> notes = new ArrayList<>();
    private final Map<String, Integer> priorities = new TreeMap<>();
    private final Set<String> namespaces = new TreeSet<>();
    private final Set<String> recorded;
    private final Set<String> held = new TreeSet<>();
    private int stuck;

    private WorldObjects(ClusterDump dump, StoredForms forms, Predicate<ObjectKey> wanted) {
        this.dump = dump;
        this.forms = forms;
        this.wanted = wanted;
        this.recorded = LastTaintChange.recorded(dump);
        this.uids = HashSet.newHashSet(dump.items().size());
    }

    /// @param wanted which objects of the dump are taken
    public static WorldObjects of(ClusterDump dump, StoredForms forms, Predicate<ObjectKey> wanted) {
        var made = new WorldObjects(dump, forms, wanted);
        made.make();
        return made;
    }

    /// Each with a revision of its own, in order.
    public List<StoredObject> objects() {
        return objects;
    }

    /// What has still to be created, nodes and what others need first.
    public List<Item> manifests() {
        return manifests;
    }

    /// When nodes were last heard of that are silent, by name.
    public Map<String, Instant> silences() {
        return silences;
    }

    public List<String> notes() {
        return notes;
    }

    private void make() {
        for (Item item : dump.items()) {
            if (item.manifest()) {
                manifests.add(item);
                continue;
            }
            uids.add(item.object().uid());
            if (item.key().resource().equals("leases") && item.object().view(Object.class) instanceof Lease lease) {
                lease.renewTime().ifPresent(at -> renewed.put(item.key().name(), at));
            }
        }
        for (Item item : dump.items()) {
            if (!item.manifest() && wanted.test(item.key())) {
                add(item.object());
            }
        }
        manifests.sort(Comparator.comparingInt(WorldObjects::rank));
        addWhatIsNeeded();
        for (int i = 0; i < objects.size(); i++) {
            objects.set(i, objects.get(i).withRevision(i + 1L));
        }
        noteWhatIsHeld();
    }

    private static int rank(Item item) {
        return switch (item.key().resource()) {
            case "namespaces" -> 0;
            case "priorityclasses", "storageclasses", "runtimeclasses" -> 1;
            case "nodes", "limitranges", "resourcequotas", "persistentvolumes", "persistentvolumeclaims" -> 2;
            case "pods" -> 4;
            default -> 3;
        };
    }

    private void add(StoredObject object) {
        if (!object.key().namespace().isEmpty()) {
            namespaces.add(object.key().namespace());
        }
        StoredObject owned = withOwnersThatAreThere(object);
        switch (owned.view(Object.class)) {
            case Pod pod -> objects.add(pod(owned, pod));
            case Node node -> objects.add(node(dated(withoutOverdueTerms(owned, node), node), node));
            default -> objects.add(owned);
        }
    }

    private StoredObject withOwnersThatAreThere(StoredObject object) {
        if (uids.containsAll(object.header().ownerUids())) {
            return object;
        }
        ObjectNode tree = Json.readObject(object.json());
        if (tree.at("/metadata/ownerReferences") instanceof ArrayNode owners) {
            for (int i = owners.size() - 1; i >= 0; i--) {
                if (!uids.contains(owners.get(i).path("uid").asText())) {
                    owners.remove(i);
                }
            }
        }
        return again(object, tree);
    }

    private StoredObject again(StoredObject object, ObjectNode tree) {
        return read(tree).withRevision(object.revision());
    }

    private StoredObject read(ObjectNode tree) {
        var kind = GroupVersionKind.of(
                tree.path("apiVersion").asText(), tree.path("kind").asText());
        return forms.read(Json.write(tree), kind);
    }

    private StoredObject pod(StoredObject object, Pod pod) {
        if (!pod.spec().priorityClassName().isEmpty()) {
            priorities.put(pod.spec().priorityClassName(), pod.spec().priority());
        }
        boolean bound = pod.spec().bound() && !pod.meta().deleting();
        Optional<Condition> ready = pod.status().condition(Pod.CONTAINERS_READY);
        Instant since =
                ready.map(Condition::lastTransitionTime).orElse(pod.meta().creationTimestamp());
        Instant stuckFrom = since.plus(STUCK_AFTER);
        boolean reachable = !held.contains(pod.spec().nodeName());
        if (!bound || !stuckFrom.isBefore(dump.moment().at()) || !reachable) {
            return object;
        }
        // nearly all pods of a cluster are in order: they are not read again
        boolean starting = pod.status().phase() == PodPhase.PENDING && ready.isPresent();
        boolean mayBeStuck = starting || isUnready(pod, ready);
        if (!mayBeStuck
                || !stuckFrom
                        .plus(ReadinessDelay.of(object))
                        .isBefore(dump.moment().at())) {
            return object;
        }
        ObjectNode tree = Json.readObject(object.json());
        if (starting) {
            tree.withObject("/metadata/annotations").put(Declared.START_DELAY, NEVER);
        } else {
            tree.withObject("/spec").withArray("readinessGates").addObject().put("conditionType", GATE);
        }
        stuck++;
        return again(object, tree);
    }

    private static boolean isUnready(Pod pod, Optional<Condition> containers) {
        return pod.status().phase() == PodPhase.RUNNING
                && containers.filter(condition -> !condition.isTrue()).isPresent()
                && !PodRule.ready(pod);
    }

    private StoredObject withoutOverdueTerms(StoredObject object, Node node) {
        List<String> overdue = DumpedTerms.overdue(node, dump.moment().at());
        if (overdue.isEmpty()) {
            return object;
        }
        ObjectNode tree = Json.readObject(object.json());
        overdue.forEach(tree.withObject("/metadata/annotations")::remove);
        return again(object, tree);
    }

    /// A taint that does not say since when it is there counts from when the node's taints were last changed.
    private StoredObject dated(StoredObject object, Node node) {
        boolean undated = node.spec().taints().stream().anyMatch(WorldObjects::isUndated);
        if (!undated || recorded.contains(node.name())) {
            return object;
        }
        ObjectNode tree = Json.readObject(object.json());
        Optional<Instant> since = LastTaintChange.lastChange(tree)
                .filter(at -> at.isBefore(dump.moment().at()));
        if (since.isEmpty()) {
            return object;
        }
        for (JsonNode taint : tree.at("/spec/taints")) {
            if (taint instanceof ObjectNode one
                    && one.path("effect").asText().equals(TaintEffect.NO_EXECUTE.word())
                    && one.path("timeAdded").asText("").isEmpty()) {
                one.put("timeAdded", since.get().toString());
            }
        }
        return again(object, tree);
    }

    private static boolean isUndated(Taint taint) {
        return taint.effect() == TaintEffect.NO_EXECUTE && taint.timeAdded().isEmpty();
    }

    private StoredObject node(StoredObject object, Node node) {
        boolean faulty = node.meta().annotations().containsKey(ManagedNodeRule.FAULT);
        boolean silent = isSilent(node);
        if ((silent || faulty) && renewed.containsKey(node.name())) {
            silences.put(node.name(), renewed.get(node.name()));
        }
        List<HeldState> states = states(node, silent);
        boolean played = faulty || node.meta().annotations().containsKey(ManagedNodeRule.ANNOTATION);
        if ((!silent && states.isEmpty()) || (played && !silent)) {
            return object;
        }
        held.add(node.name());
        if (faulty) {
            return object;
        }
        ObjectNode tree = Json.readObject(object.json());
        ObjectNode annotations = tree.withObject("/metadata/annotations");
        if (silent) {
            annotations.put(ManagedNodeRule.FAULT, ManagedNodeRule.Fault.PARTITIONED.word());
        }
        states.forEach(state -> annotations.put(state.annotation(), "true"));
        return again(object, tree);
    }

    private boolean isSilent(Node node) {
        Condition.Truth ready = ready(node);
        Instant heard = renewed.getOrDefault(node.name(), dump.moment().at());
        return ready == Condition.Truth.UNKNOWN
                || (ready == Condition.Truth.TRUE
                        && heard.plus(SILENT_AFTER).isBefore(dump.moment().at()));
    }

    private static Condition.Truth ready(Node node) {
        return node.condition(Node.READY).map(Condition::status).orElse(Condition.Truth.TRUE);
    }

    private static List<HeldState> states(Node node, boolean silent) {
        var states = new ArrayList<HeldState>();
        if (!silent && ready(node) == Condition.Truth.FALSE) {
            states.add(HeldState.NOT_READY);
        }
        hold(node, Node.MEMORY_PRESSURE, HeldState.MEMORY_PRESSURE, states);
        hold(node, Node.DISK_PRESSURE, HeldState.DISK_PRESSURE, states);
        hold(node, Node.PID_PRESSURE, HeldState.PID_PRESSURE, states);
        hold(node, Node.NETWORK_UNAVAILABLE, HeldState.NETWORK_UNAVAILABLE, states);
        return states;
    }

    private static void hold(Node node, String condition, HeldState state, List<HeldState> states) {
        if (node.isTrue(condition)) {
            states.add(state);
        }
    }

    /// What pods and sets name and the dump does not have.
    private void addWhatIsNeeded() {
        Set<ObjectKey> there = new HashSet<>();
        objects.forEach(object -> there.add(object.key()));
        manifests.forEach(item -> {
            there.add(item.key());
            if (!item.key().namespace().isEmpty()) {
                namespaces.add(item.key().namespace());
            }
        });
        for (String namespace : namespaces) {
            if (!there.contains(ResourceTypes.NAMESPACES.key("", namespace))) {
                ObjectNode tree = named("v1", "Namespace", namespace);
                tree.withObject("/metadata/labels").put("kubernetes.io/metadata.name", namespace);
                tree.putObject("spec").putArray("finalizers").add("kubernetes");
                tree.putObject("status").put("phase", "Active");
                objects.add(read(tree));
            }
        }
        addDefinitions(there);
        MissingRevisions.of(dump).forEach(tree -> objects.add(read(born(tree))));
        priorities.forEach((name, value) -> {
            if (!name.startsWith("system-") && !there.contains(ResourceTypes.PRIORITY_CLASSES.key("", name))) {
                ObjectNode tree =
                        named("scheduling.k8s.io/v1", "PriorityClass", name).put("value", value);
                objects.add(read(tree));
            }
        });
    }

    /// Policies, retentions and rules may also come with the change that is looked at.
    private void addDefinitions(Set<ObjectKey> there) {
        List<ObjectNode> definitions = new ArrayList<>(
                List.of(PlayedKinds.policies(), PlayedKinds.retentions(), PlayedKinds.readinessRules()));
        if (MachineNodes.hasMachines(dump)) {
            definitions.addAll(PlayedKinds.machines());
        }
        for (ObjectNode definition : definitions) {
            StoredObject made = read(definition);
            if (!there.contains(made.key())) {
                objects.add(made);
            }
        }
    }

    private ObjectNode named(String apiVersion, String kind, String name) {
        ObjectNode tree = Json.object().put("apiVersion", apiVersion).put("kind", kind);
        tree.putObject("metadata").put("name", name);
        return born(tree);
    }

    /// Gives what is made here a uid and a time.
    private ObjectNode born(ObjectNode tree) {
        ObjectNode metadata = tree.withObject("/metadata");
        String name = "%s/%s/%s"
                .formatted(
                        tree.path("kind").asText(),
                        metadata.path("namespace").asText(),
                        metadata.path("name").asText());
        metadata.put(
                        "uid",
                        UUID.nameUUIDFromBytes(name.getBytes(StandardCharsets.UTF_8))
                                .toString())
                .put("creationTimestamp", dump.moment().at().toString().replaceAll("\\.\\d+Z", "Z"));
        return tree;
    }

    private void noteWhatIsHeld() {
        if (!held.isEmpty()) {
            notes.add("nodes that are not in order stay as they are: " + String.join(", ", held));
        }
        if (stuck > 0) {
            notes.add(
                    stuck == 1
                            ? "1 pod that has not been ready for 2 minutes stays as it is"
                            : stuck + " pods that have not been ready for 2 minutes stay as they are");
        }
        if (dump.all(ResourceTypes.NODES).findAny().isEmpty()) {
            throw new DumpException("%s has no nodes, and no pod runs without them; add `kubectl get nodes -o yaml`"
                    .formatted(dump.origin()));
        }
    }
}
