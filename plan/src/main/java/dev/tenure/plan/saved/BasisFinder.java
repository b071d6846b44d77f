package dev.tenure.plan.saved;

import dev.tenure.model.core.Node;
import dev.tenure.model.core.Pod;
import dev.tenure.model.core.Volume;
import dev.tenure.model.core.WellKnownLabels;
import dev.tenure.model.meta.LabelSelector;
import dev.tenure.model.meta.ObjectKey;
import dev.tenure.model.meta.ResourceType;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.plan.change.Change;
import dev.tenure.plan.change.Change.NodeChoice;
import dev.tenure.plan.change.ChangePlayer;
import dev.tenure.plan.forecast.EvictionPlan;
import dev.tenure.plan.forecast.EvictionPlan.LeavingPod;
import dev.tenure.plan.forecast.EvictionPlan.Outcome;
import dev.tenure.plan.saved.Basis.Entry;
import dev.tenure.plan.source.ClusterDump;
import dev.tenure.plan.source.ClusterDump.Item;
import dev.tenure.rules.pod.PodRule;
import dev.tenure.sim.world.StoredForms;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.schema.GroupVersionKind;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;

/// Finds the objects that had a say in a forecast: the nodes that are changed, left or filled, all pods on
/// them and all that wait for a node, the owners, claims and services of the pods that leave, the budgets,
/// quotas and limits of their namespaces, and what the change itself names. Where pods stay pending, every
/// node.
final class BasisFinder {
    static final List<ResourceType> OF_NAMESPACES =
            List.of(ResourceTypes.POD_DISRUPTION_BUDGETS, ResourceTypes.RESOURCE_QUOTAS, ResourceTypes.LIMIT_RANGES);

    private final ClusterDump dump;
    private final Map<ObjectKey, Item> byKey;
    private final Map<String, StoredObject> byUid = new HashMap<>();
    private final Map<ObjectKey, Entry> entries = new TreeMap<>();

    private BasisFinder(ClusterDump dump) {
        this.dump = dump;
        byKey = dump.byKey();
        dump.items().forEach(item -> byUid.put(item.object().uid(), item.object()));
    }

    static Basis of(ClusterDump dump, Change change, EvictionPlan plan) {
        return new BasisFinder(dump).basis(change, plan);
    }

    private Basis basis(Change change, EvictionPlan plan) {
        var nodes = new TreeSet<>(chosen(dump, change));
        var namespaces = new TreeSet<String>();
        plan.status().pods().forEach(pod -> {
            nodes.add(pod.node());
            namespaces.add(pod.namespace());
            if (pod.outcome() instanceof Outcome.Replaced replaced) {
                nodes.add(replaced.node());
            }
        });
        plan.status().newPods().stream()
                .map(pod -> pod.node())
                .filter(node -> !node.isEmpty())
                .forEach(nodes::add);
        nodes.forEach(node -> find(ResourceTypes.NODES.key("", node)).ifPresent(this::add));
        if (hasPending(plan)) {
            dump.all(ResourceTypes.NODES).forEach(this::add);
        }
        dump.all(ResourceTypes.PODS)
                .filter(pod -> counts(pod.view(Pod.class), nodes))
                .forEach(this::add);
        plan.status().pods().stream().map(LeavingPod::uid).forEach(uid -> owners(uid, 0));
        OF_NAMESPACES.forEach(type -> dump.all(type)
                .filter(object -> namespaces.contains(object.key().namespace()))
                .forEach(this::add));
        plan.status().services().stream()
                .filter(service -> service.lowestReady() < service.ready())
                .forEach(service -> find(ResourceTypes.SERVICES.key(service.namespace(), service.name()))
                        .ifPresent(this::add));
        named(change);
        return new Basis(List.copyOf(nodes), List.copyOf(namespaces), List.copyOf(entries.values()));
    }

    private static boolean hasPending(EvictionPlan plan) {
        return plan.status().pods().stream().anyMatch(pod -> pod.outcome() instanceof Outcome.Pending)
                || plan.status().newPods().stream()
                        .anyMatch(pod -> pod.pending().isPresent());
    }

    /// Whether a pod takes room on one of the nodes, or may soon.
    static boolean counts(Pod pod, Set<String> nodes) {
        return !PodRule.terminal(pod)
                && (!pod.spec().bound() || nodes.contains(pod.spec().nodeName()));
    }

    private static final int OWNERS_DEEP_MAX = 8;

    private void owners(String uid, int depth) {
        StoredObject object = byUid.get(uid);
        if (object == null || depth > OWNERS_DEEP_MAX) {
            return;
        }
        add(object);
        object.header().ownerUids().forEach(owner -> owners(owner, depth + 1));
        if (object.view(Object.class) instanceof Pod pod) {
            pod.spec().volumes().forEach(volume -> {
                if (volume.source() instanceof Volume.Source.Claim claim) {
                    find(ResourceTypes.PERSISTENT_VOLUME_CLAIMS.key(object.key().namespace(), claim.claimName()))
                            .ifPresent(this::add);
                }
            });
        }
    }

    private Optional<StoredObject> find(ObjectKey key) {
        return Optional.ofNullable(byKey.get(key)).map(Item::object);
    }

    private void add(StoredObject object) {
        entries.put(object.key(), entry(object));
    }

    private static Entry entry(StoredObject object) {
        return new Entry(object.key(), object.uid(), object.revision(), CountedParts.of(object));
    }

    /// What the change itself names: it may be there, or must not be.
    private void named(Change change) {
        keys(change)
                .forEach(key -> entries.put(
                        key, find(key).map(BasisFinder::entry).orElseGet(() -> new Entry(key, "", 0, Json.object()))));
    }

    private static Stream<ObjectKey> keys(Change change) {
        return switch (change) {
            case Change.Apply(var manifests, var namespace) -> {
                var forms = new StoredForms();
                var keys = new ArrayList<ObjectKey>();
                manifests.forEach(manifest -> {
                    var kind = GroupVersionKind.of(
                            manifest.path("apiVersion").asText(),
                            manifest.path("kind").asText());
                    String stated = manifest.at("/metadata/namespace").asText();
                    String name = manifest.at("/metadata/name").asText();
                    forms.type(kind)
                            .filter(_ -> !name.isEmpty())
                            .ifPresent(type -> keys.add(
                                    type.key(type.namespaced() ? stated.isEmpty() ? namespace : stated : "", name)));
                });
                yield keys.stream();
            }
            case Change.Scale scale ->
                ChangePlayer.scalable(scale.resource()).map(type -> type.key(scale.namespace(), scale.name())).stream();
            case Change.Steps(var steps) -> steps.stream().flatMap(step -> keys(step.change()));
            case Change.Nothing _,
                    Change.TaintNodes _,
                    Change.Cordon _,
                    Change.Drain _,
                    Change.DeleteNodes _,
                    Change.LoseNodes _,
                    Change.Recorded _ -> Stream.empty();
        };
    }

    /// The names of the nodes that a change means in a cluster.
    static Set<String> chosen(ClusterDump dump, Change change) {
        return switch (change) {
            case Change.TaintNodes taint -> chosen(dump, taint.nodes());
            case Change.Cordon cordon -> chosen(dump, cordon.nodes());
            case Change.Drain drain -> chosen(dump, drain.nodes());
            case Change.DeleteNodes delete -> chosen(dump, delete.nodes());
            case Change.LoseNodes lose -> chosen(dump, lose.nodes());
            case Change.Steps(var steps) -> {
                var all = new TreeSet<String>();
                steps.forEach(step -> all.addAll(chosen(dump, step.change())));
                yield all;
            }
            case Change.Nothing _, Change.Apply _, Change.Scale _, Change.Recorded _ -> Set.of();
        };
    }

    private static Set<String> chosen(ClusterDump dump, NodeChoice choice) {
        if (!choice.names().isEmpty() && choice.selector().isEmpty()) {
            return Set.copyOf(choice.names());
        }
        LabelSelector selector = LabelSelector.parse(choice.selector());
        var names = new TreeSet<String>();
        for (Node node : dump.views(ResourceTypes.NODES, Node.class)) {
            Map<String, String> labels = node.meta().labels();
            boolean zone = choice.zone().isEmpty() || choice.zone().get().equals(labels.get(WellKnownLabels.ZONE));
            if (zone && selector.matches(labels)) {
                names.add(node.name());
            }
        }
        return names;
    }
}
