package dev.tenure.kubelet.admission;

import dev.tenure.model.core.Pod;
import dev.tenure.model.core.ResourceList;
import dev.tenure.rules.fit.PodRequestsRule;
import dev.tenure.rules.pod.PodRule;
import dev.tenure.rules.qos.QosClass;
import dev.tenure.rules.qos.QosRule;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Chooses the pods that leave so that a critical one can start: as few and as close to what is lacking as
/// can be, guaranteed ones only when all others do not suffice. Upstream: preemption/preemption.go.
final class PreemptionRule {
    /// An amount that is lacking: thousandths of a cpu, bytes, pieces.
    public record Need(String resource, long amount) {
        @Override
        public String toString() {
            return "(res: %s, q: %d), ".formatted(resource, amount);
        }
    }

    /// Who leaves, or why that would not help.
    public sealed interface Verdict {
        /// @param victims in the order in which they are ended
        record Leave(List<Pod> victims) implements Verdict {
            public Leave {
                victims = List.copyOf(victims);
            }
        }

        record Hopeless(String message) implements Verdict {}
    }

    private PreemptionRule() {}

    /// @param others the pods of the node
    public static Verdict choose(Pod wanted, Collection<Pod> others, List<Need> needs) {
        List<Pod> bestEffort = candidates(wanted, others, QosClass.BEST_EFFORT);
        List<Pod> burstable = candidates(wanted, others, QosClass.BURSTABLE);
        List<Pod> guaranteed = candidates(wanted, others, QosClass.GUARANTEED);
        List<Pod> lesser = joined(bestEffort, burstable);
        List<Need> unmet = without(needs, joined(lesser, guaranteed));
        if (!unmet.isEmpty()) {
            return new Verdict.Hopeless("preemption: error finding a set of pods to preempt: no set of running pods"
                    + " found to reclaim resources: "
                    + unmet.stream().map(Need::toString).collect(Collectors.joining("", "[", "]")));
        }
        List<Pod> third = nearest(guaranteed, without(needs, lesser));
        List<Pod> second = nearest(burstable, without(needs, joined(bestEffort, third)));
        List<Pod> first = nearest(bestEffort, without(needs, joined(second, third)));
        return new Verdict.Leave(joined(joined(first, second), third));
    }

    private static List<Pod> candidates(Pod wanted, Collection<Pod> others, QosClass qos) {
        return others.stream()
                .filter(other -> mayGo(wanted, other) && QosRule.of(other) == qos)
                .toList();
    }

    private static boolean mayGo(Pod wanted, Pod other) {
        boolean critical = PodRule.critical(wanted) && !PodRule.critical(other);
        return critical || wanted.spec().priority() > other.spec().priority();
    }

    private static List<Pod> joined(List<Pod> some, List<Pod> more) {
        return Stream.concat(some.stream(), more.stream()).toList();
    }

    private static List<Need> without(List<Need> needs, List<Pod> gone) {
        var left = new ArrayList<Need>();
        for (Need need : needs) {
            long amount = need.amount();
            for (Pod pod : gone) {
                amount -= held(pod, need.resource());
            }
            if (amount > 0) {
                left.add(new Need(need.resource(), amount));
            }
        }
        return left;
    }

    private static List<Pod> nearest(List<Pod> pods, List<Need> needs) {
        List<Pod> left = new ArrayList<>(pods);
        List<Need> unmet = needs;
        var chosen = new ArrayList<Pod>();
        while (!unmet.isEmpty()) {
            int best = 0;
            for (int i = 1; i < left.size(); i++) {
                double mine = distance(unmet, left.get(i));
                double other = distance(unmet, left.get(best));
                if (mine < other || (mine == other && smaller(left.get(i), left.get(best)))) {
                    best = i;
                }
            }
            Pod pod = left.get(best);
            chosen.add(pod);
            unmet = without(unmet, List.of(pod));
            left.set(best, left.getLast());
            left.removeLast();
        }
        return chosen;
    }

    private static double distance(List<Need> needs, Pod pod) {
        double distance = 0;
        for (Need need : needs) {
            double left = need.amount() - held(pod, need.resource());
            distance += left > 0 ? Math.pow(left / need.amount(), 2) : 0;
        }
        return distance;
    }

    private static boolean smaller(Pod pod, Pod other) {
        for (String resource : List.of(ResourceList.MEMORY, ResourceList.CPU)) {
            int order = Long.compare(held(pod, resource), held(other, resource));
            if (order != 0) {
                return order < 0;
            }
        }
        return true;
    }

    private static long held(Pod pod, String resource) {
        if (resource.equals(ResourceList.PODS)) {
            return 1;
        }
        var requests = PodRequestsRule.requests(pod, PodRequestsRule.Options.WRITTEN);
        return resource.equals(ResourceList.CPU)
                ? requests.get(resource).milliValue()
                : requests.get(resource).value();
    }
}
