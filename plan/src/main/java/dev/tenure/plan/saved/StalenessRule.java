package dev.tenure.plan.saved;

import dev.tenure.model.core.Pod;
import dev.tenure.model.meta.ObjectKey;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.plan.saved.Basis.Entry;
import dev.tenure.plan.source.ClusterDump;
import dev.tenure.plan.source.ClusterDump.Item;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Whether a cluster is still as a saved plan takes it to be.
public final class StalenessRule {
    private static final int FIELDS_MAX = 4;

    private final SavedPlan plan;
    private final ClusterDump now;
    private final Map<ObjectKey, Item> present;
    private final List<String> reasons = new ArrayList<>();

    private StalenessRule(SavedPlan plan, ClusterDump now) {
        this.plan = plan;
        this.now = now;
        present = now.byKey();
    }

    /// Why the plan cannot be for this cluster; empty when it may be.
    public static Optional<String> otherCluster(SavedPlan plan, ClusterDump now) {
        String here = SavedPlan.clusterOf(now);
        if (!plan.cluster().isEmpty() && !here.isEmpty()) {
            return plan.cluster().equals(here)
                    ? Optional.empty()
                    : Optional.of(
                            "it was made for another cluster: there the namespace kube-system has the uid %s, here %s"
                                    .formatted(plan.cluster(), here));
        }
        Map<ObjectKey, Item> present = now.byKey();
        boolean known = plan.basis().entries().stream()
                .anyMatch(entry -> Optional.ofNullable(present.get(entry.key()))
                        .filter(item ->
                                !entry.uid().isEmpty() && item.object().uid().equals(entry.uid()))
                        .isPresent());
        return known
                ? Optional.empty()
                : Optional.of("it was made for another cluster: none of the objects that it stands on is here");
    }

    /// What has changed of what the plan stands on, each by its name, with the revision then and now; empty
    /// when nothing has.
    public static List<String> of(SavedPlan plan, ClusterDump now) {
        var rule = new StalenessRule(plan, now);
        plan.basis().entries().forEach(rule::check);
        rule.appeared();
        return List.copyOf(rule.reasons);
    }

    private void check(Entry entry) {
        Optional<StoredObject> found =
                Optional.ofNullable(present.get(entry.key())).map(Item::object);
        String name = name(entry.key());
        if (found.isEmpty()) {
            if (!entry.uid().isEmpty()) {
                reasons.add("%s is gone".formatted(name));
            }
            return;
        }
        StoredObject object = found.get();
        if (entry.uid().isEmpty()) {
            reasons.add("%s has appeared".formatted(name));
        } else if (!object.uid().equals(entry.uid())) {
            reasons.add("%s was deleted and made again".formatted(name));
        } else if (object.revision() != entry.revision() || object.revision() == 0) {
            changed(entry, object, name);
        }
    }

    private void changed(Entry entry, StoredObject object, String name) {
        List<String> fields = CountedParts.differences(entry.counts(), CountedParts.of(object));
        if (fields.isEmpty()) {
            return;
        }
        String changed = String.join(", ", fields.subList(0, Math.min(FIELDS_MAX, fields.size())));
        reasons.add("%s has changed (revision %d, now %d): %s%s"
                .formatted(
                        name,
                        entry.revision(),
                        object.revision(),
                        changed,
                        fields.size() > FIELDS_MAX ? " and %d more".formatted(fields.size() - FIELDS_MAX) : ""));
    }

    /// What was not there and would have had a say.
    private void appeared() {
        Set<ObjectKey> known = new HashSet<>();
        plan.basis().entries().forEach(entry -> known.add(entry.key()));
        Set<String> nodes = Set.copyOf(plan.basis().nodes());
        for (String node : BasisFinder.chosen(now, plan.change())) {
            ObjectKey key = ResourceTypes.NODES.key("", node);
            if (!known.contains(key) && present.containsKey(key)) {
                reasons.add("%s has appeared, and the change means it too".formatted(name(key)));
            }
        }
        now.all(ResourceTypes.PODS)
                .filter(pod -> !known.contains(pod.key()))
                .filter(pod -> BasisFinder.counts(pod.view(Pod.class), nodes))
                .forEach(pod -> reasons.add("%s has appeared %s".formatted(name(pod.key()), place(pod))));
        BasisFinder.OF_NAMESPACES.forEach(type -> now.all(type)
                .filter(object -> !known.contains(object.key())
                        && plan.basis().namespaces().contains(object.key().namespace()))
                .forEach(object -> reasons.add("%s has appeared".formatted(name(object.key())))));
    }

    private static String place(StoredObject pod) {
        String node = pod.view(Pod.class).spec().nodeName();
        return node.isEmpty() ? "and waits for a node" : "on node " + node;
    }

    private static String name(ObjectKey key) {
        String resource = key.group().isEmpty() ? key.resource() : key.resource() + "." + key.group();
        return "%s %s".formatted(resource, key.qualifiedName());
    }
}
