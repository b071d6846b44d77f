package dev.tenure.controllers.podautoscaler;

import dev.tenure.controllers.workload.SelectorGroups;
import dev.tenure.model.meta.LabelSelector;
import dev.tenure.model.meta.ObjectKey;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BiPredicate;

/// Which pods each autoscaler scales, since it was looked at; tells who scales the same pods without a look
/// at all autoscalers. Confined to one loop. Upstream: controller/util/selectors (BiMultimap).
final class ScaledPods {
    private final Map<ObjectKey, LabelSelector> selectors = new HashMap<>();
    private final Map<String, Set<ObjectKey>> groups = new HashMap<>();
    private final BiPredicate<LabelSelector, Map<String, String>> matches;

    ScaledPods() {
        this(LabelSelector::matches);
    }

    /// @param matches whether a selector matches labels; a test counts how often that is asked
    ScaledPods(BiPredicate<LabelSelector, Map<String, String>> matches) {
        this.matches = matches;
    }

    void put(ObjectKey autoscaler, LabelSelector selector) {
        if (!selector.equals(selectors.get(autoscaler))) {
            remove(autoscaler);
            selectors.put(autoscaler, selector);
            groups.computeIfAbsent(SelectorGroups.groupOf(autoscaler.namespace(), selector), _ -> new HashSet<>())
                    .add(autoscaler);
        }
    }

    void remove(ObjectKey autoscaler) {
        LabelSelector last = selectors.remove(autoscaler);
        if (last != null) {
            groups.computeIfPresent(SelectorGroups.groupOf(autoscaler.namespace(), last), (_, members) -> {
                members.remove(autoscaler);
                return members.isEmpty() ? null : members;
            });
        }
    }

    /// The autoscalers of a namespace that scale any of its pods with these labels, in the order of their
    /// names.
    List<ObjectKey> scaling(String namespace, Collection<Map<String, String>> pods) {
        Set<ObjectKey> scaling = new TreeSet<>(Comparator.comparing(ObjectKey::name));
        for (Map<String, String> labels : new HashSet<>(pods)) {
            for (String group : SelectorGroups.groupsFor(namespace, labels)) {
                for (ObjectKey member : groups.getOrDefault(group, Set.of())) {
                    LabelSelector selector = selectors.get(member);
                    if (selector != null && !scaling.contains(member) && matches.test(selector, labels)) {
                        scaling.add(member);
                    }
                }
            }
        }
        return List.copyOf(scaling);
    }
}
