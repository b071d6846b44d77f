package dev.tenure.scheduler.queue;

import dev.tenure.model.core.Node;
import dev.tenure.model.core.Pod;
import dev.tenure.model.core.PodStatus;
import dev.tenure.model.core.ResourceList;
import dev.tenure.rules.fit.PodRequestsRule;
import dev.tenure.rules.fit.PodRequestsRule.Options;
import dev.tenure.scheduler.framework.EventKind;
import dev.tenure.scheduler.view.PodInfo;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/// What has changed about a pod or a node, as far as plugins tell changes apart. Upstream:
/// pkg/scheduler/framework/events.go.
public final class PodChangeRule {
    private PodChangeRule() {}

    /// Of a pod that has a node.
    public static Set<EventKind> ofAssigned(PodInfo before, PodInfo after) {
        var kinds = EnumSet.noneOf(EventKind.class);
        if (!labels(before).equals(labels(after))) {
            kinds.add(EventKind.ASSIGNED_POD_LABELS_CHANGED);
        }
        if (shrank(before, after)) {
            kinds.add(EventKind.ASSIGNED_POD_SCALED_DOWN);
        }
        if (tolerationCount(before) != tolerationCount(after)) {
            kinds.add(EventKind.ASSIGNED_POD_TOLERATIONS_CHANGED);
        }
        if (kinds.isEmpty()) {
            kinds.add(EventKind.ASSIGNED_POD_UPDATED);
        }
        return kinds;
    }

    /// Of a pod that waits for a node.
    public static Set<EventKind> ofWaiting(PodInfo before, PodInfo after) {
        var kinds = EnumSet.noneOf(EventKind.class);
        if (!labels(before).equals(labels(after))) {
            kinds.add(EventKind.WAITING_POD_LABELS_CHANGED);
        }
        if (shrank(before, after)) {
            kinds.add(EventKind.WAITING_POD_SCALED_DOWN);
        }
        if (!gates(before).isEmpty() && gates(after).isEmpty()) {
            kinds.add(EventKind.WAITING_POD_GATES_GONE);
        }
        if (tolerationCount(before) != tolerationCount(after)) {
            kinds.add(EventKind.WAITING_POD_TOLERATIONS_CHANGED);
        }
        if (!madeClaims(before).equals(madeClaims(after)) || !extended(before).equals(extended(after))) {
            kinds.add(EventKind.WAITING_POD_CLAIMS_MADE);
        }
        if (kinds.isEmpty()) {
            kinds.add(EventKind.WAITING_POD_UPDATED);
        }
        return kinds;
    }

    private static Map<String, String> labels(PodInfo pod) {
        return pod.pod().meta().labels();
    }

    private static List<String> gates(PodInfo pod) {
        return pod.pod().spec().schedulingGates();
    }

    private static List<PodStatus.MadeClaim> madeClaims(PodInfo pod) {
        return pod.pod().status().resourceClaims();
    }

    private static Optional<PodStatus.ExtendedClaim> extended(PodInfo pod) {
        return pod.pod().status().extendedClaim();
    }

    private static int tolerationCount(PodInfo pod) {
        Pod view = pod.pod();
        return view.spec().tolerations().size();
    }

    /// Whether the pod asks for less of something, or names something no more. Of most changes the answer is
    /// no without a look at the amounts: pods of one class that are not being resized share them.
    private static boolean shrank(PodInfo before, PodInfo after) {
        if (before.shape().equals(after.shape()) && !before.countsByStatus() && !after.countsByStatus()) {
            return false;
        }
        ResourceList now = PodRequestsRule.requests(after.pod(), Options.HELD);
        return PodRequestsRule.requests(before.pod(), Options.HELD).amounts().entrySet().stream()
                .anyMatch(old -> !now.amounts().containsKey(old.getKey())
                        || now.get(old.getKey()).milliValue() < old.getValue().milliValue());
    }

    /// Of a node. In this order they are reported; nothing that plugins look at may have changed.
    public static List<EventKind> ofNode(Node before, Node after) {
        var kinds = new ArrayList<EventKind>();
        boolean opened = before.spec().unschedulable() && !after.spec().unschedulable();
        if (opened || !before.spec().taints().equals(after.spec().taints())) {
            kinds.add(EventKind.NODE_TAINTS_CHANGED);
        }
        if (!before.status().allocatable().equals(after.status().allocatable())) {
            kinds.add(EventKind.NODE_ALLOCATABLE_CHANGED);
        }
        if (!before.meta().labels().equals(after.meta().labels())) {
            kinds.add(EventKind.NODE_LABELS_CHANGED);
        }
        if (!conditions(before).equals(conditions(after))) {
            kinds.add(EventKind.NODE_CONDITIONS_CHANGED);
        }
        if (!before.meta().annotations().equals(after.meta().annotations())) {
            kinds.add(EventKind.NODE_ANNOTATIONS_CHANGED);
        }
        if (!before.status().declaredFeatures().equals(after.status().declaredFeatures())) {
            kinds.add(EventKind.NODE_FEATURES_CHANGED);
        }
        return kinds;
    }

    private static Map<String, Object> conditions(Node node) {
        return node.status().conditions().stream()
                .collect(Collectors.toMap(one -> one.type(), one -> one.status(), (first, second) -> second));
    }
}
