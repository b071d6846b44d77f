package dev.tenure.scheduler.plugin.podtopologyspread;

import dev.tenure.scheduler.framework.PluginState;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// For each hard constraint of a pod, how many pods count in each domain.
///
/// The emptiest domain is asked for once per node, so the two emptiest are kept, as upstream does: while
/// pods are imagined away and back in a dry run of preemption, at most one domain changes at a time, so
/// the two suffice.
final class DomainCounts implements PluginState {
    /// The two emptiest domains as upstream keeps them.
    private static final class Emptiest {
        private String first = "";
        private int firstCount = Integer.MAX_VALUE;
        private String second = "";
        private int secondCount = Integer.MAX_VALUE;

        Emptiest copy() {
            var copy = new Emptiest();
            copy.first = first;
            copy.firstCount = firstCount;
            copy.second = second;
            copy.secondCount = secondCount;
            return copy;
        }

        void update(String domain, int count) {
            if (domain.equals(first)) {
                firstCount = count;
                order();
            } else if (domain.equals(second)) {
                secondCount = count;
                order();
            } else if (count < firstCount) {
                second = first;
                secondCount = firstCount;
                first = domain;
                firstCount = count;
            } else if (count < secondCount) {
                second = domain;
                secondCount = count;
            }
        }

        private void order() {
            if (firstCount > secondCount) {
                String domain = first;
                int count = firstCount;
                first = second;
                firstCount = secondCount;
                second = domain;
                secondCount = count;
            }
        }
    }

    private final List<Spread> constraints;
    private final List<Map<String, Integer>> counts;
    private final List<Emptiest> emptiest;

    DomainCounts(List<Spread> constraints) {
        this.constraints = constraints;
        this.counts = new ArrayList<>();
        this.emptiest = new ArrayList<>();
        for (int i = 0; i < constraints.size(); i++) {
            counts.add(new HashMap<>());
            emptiest.add(new Emptiest());
        }
    }

    private DomainCounts(DomainCounts from) {
        constraints = from.constraints;
        counts = new ArrayList<>();
        emptiest = new ArrayList<>();
        from.counts.forEach(map -> counts.add(new HashMap<>(map)));
        from.emptiest.forEach(pair -> emptiest.add(pair.copy()));
    }

    @Override
    public PluginState copy() {
        return new DomainCounts(this);
    }

    List<Spread> constraints() {
        return constraints;
    }

    /// Adds while all nodes are counted; [#counted] must follow.
    void count(int constraint, String domain, int pods) {
        counts.get(constraint).merge(domain, pods, Integer::sum);
    }

    void counted() {
        for (int i = 0; i < constraints.size(); i++) {
            Emptiest pair = emptiest.get(i);
            counts.get(i).forEach(pair::update);
        }
    }

    /// One pod comes to a domain or leaves it.
    void change(int constraint, String domain, int by) {
        int now = counts.get(constraint).merge(domain, by, Integer::sum);
        emptiest.get(constraint).update(domain, now);
    }

    int in(int constraint, String domain) {
        return counts.get(constraint).getOrDefault(domain, 0);
    }

    /// The count of the emptiest domain; 0 when there are fewer domains than there must be.
    int lowest(int constraint) {
        return counts.get(constraint).size() < constraints.get(constraint).minDomains()
                ? 0
                : emptiest.get(constraint).firstCount;
    }
}
