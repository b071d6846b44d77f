package dev.tenure.rules.quota;

import dev.tenure.model.core.Affinity.PodTerm;
import dev.tenure.model.core.Affinity.PodTerms;
import dev.tenure.model.core.Affinity.PreferredPods;
import dev.tenure.model.core.PersistentVolumeClaim;
import dev.tenure.model.core.Pod;
import dev.tenure.model.core.ResourceQuota;
import dev.tenure.model.core.ResourceQuota.Scope;
import dev.tenure.rules.qos.QosClass;
import dev.tenure.rules.qos.QosRule;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/// Which objects a quota is about. Upstream: podMatchesScopeFunc and pvcMatchesScopeFunc.
public final class QuotaScopeRule {
    private QuotaScopeRule() {}

    /// Whether all scopes of the quota apply to the object. Scopes speak of pods and claims only.
    public static boolean matches(ResourceQuota quota, Object view) {
        for (Scope scope : quota.scopes()) {
            boolean matches = switch (view) {
                case Pod pod -> matches(scope, pod);
                case PersistentVolumeClaim claim -> scope.name().equals("VolumeAttributesClass") && named(claim, scope);
                default -> false;
            };
            if (!matches) {
                return false;
            }
        }
        return true;
    }

    private static boolean matches(Scope scope, Pod pod) {
        return switch (scope.name()) {
            case "Terminating" -> terminating(pod);
            case "NotTerminating" -> !terminating(pod);
            case "BestEffort" -> bestEffort(pod);
            case "NotBestEffort" -> !bestEffort(pod);
            case "PriorityClass" -> named(pod.spec().priorityClassName(), scope);
            case "CrossNamespacePodAffinity" -> crossesNamespaces(pod);
            default -> false;
        };
    }

    /// Whether the pod has a deadline.
    public static boolean terminating(Pod pod) {
        return pod.spec().activeDeadlineSeconds().orElse(-1) >= 0;
    }

    private static boolean bestEffort(Pod pod) {
        return QosRule.of(pod) == QosClass.BEST_EFFORT;
    }

    /// A claim that is being changed from one class to another is of both.
    private static boolean named(PersistentVolumeClaim claim, Scope scope) {
        Set<String> names = claim.volumeAttributesClassNames();
        return names.isEmpty() ? named("", scope) : names.stream().anyMatch(name -> named(name, scope));
    }

    private static boolean named(String name, Scope scope) {
        boolean listed = scope.values().contains(name);
        return switch (scope.operator()) {
            case "Exists" -> !name.isEmpty();
            case "DoesNotExist" -> name.isEmpty();
            case "In" -> listed && !name.isEmpty();
            case "NotIn" -> !listed || name.isEmpty();
            default -> false;
        };
    }

    private static boolean crossesNamespaces(Pod pod) {
        PodTerms near = pod.spec().affinity().podAffinity();
        PodTerms far = pod.spec().affinity().podAntiAffinity();
        return Stream.of(near, far)
                .flatMap(terms -> Stream.of(
                        terms.required(),
                        terms.preferred().stream().map(PreferredPods::term).toList()))
                .flatMap(List<PodTerm>::stream)
                .anyMatch(term ->
                        !term.namespaces().isEmpty() || term.namespaceSelector().isPresent());
    }
}
