package dev.tenure.scheduler.plugin.podtopologyspread;

import dev.tenure.model.core.WellKnownLabels;
import dev.tenure.scheduler.framework.RunningScore;
import dev.tenure.scheduler.framework.ScorePlugin;
import dev.tenure.scheduler.view.ClusterView;
import dev.tenure.scheduler.view.NodeState;
import dev.tenure.scheduler.view.PodInfo;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The soft constraints of a class of pods, counted as pods come and go. Gives the same scores as
/// [SpreadScore].
///
/// A node's key joins the place of the node (its domains under all keys but the host's) with the number of
/// counted pods on it.
final class RunningSpread implements RunningScore {
    private static final int PODS_BITS = 12;
    private static final int PODS_MASK = (1 << PODS_BITS) - 1;

    /// The domains that nodes of one place share.
    ///
    /// @param domains numbers of the domains, one per constraint; -1 when the node lacks the key or it is
    ///     the host's
    /// @param hasHost whether the nodes have a label for the host
    private record Place(List<Integer> domains, boolean hasHost, boolean ignored, List<Boolean> included) {}

    private final PodInfo pod;
    private final List<Spread> constraints;
    private final boolean allKeys;
    private final boolean comparisonOperators;
    private final int host;
    private final List<Map<String, Integer>> domainNumbers = new ArrayList<>();
    private final Map<Place, Integer> placeNumbers = new HashMap<>();
    private final List<Place> places = new ArrayList<>();
    private final List<long[]> counts = new ArrayList<>();
    private int[] placeOf = new int[0];
    private int[] podsOn = new int[0];
    /// By constraint but for that of hosts, and by position of node: how many of its pods the constraint
    /// selects.
    private final List<int[]> selected = new ArrayList<>();
    /// By constraint: whether it selects the pods of a class. Constraints with one selector share it.
    private final List<SelectedClasses> selects = new ArrayList<>();

    private RunningSpread(PodInfo pod, List<Spread> constraints, boolean allKeys, boolean comparisonOperators) {
        this.pod = pod;
        this.constraints = constraints;
        this.allKeys = allKeys;
        this.comparisonOperators = comparisonOperators;
        int found = -1;
        for (int i = 0; i < constraints.size(); i++) {
            found = isHost(i) ? i : found;
        }
        host = found;
    }

    /// Several constraints by host cannot be expressed by one number per node; they are left to the plain
    /// way.
    static Optional<RunningScore> of(
            PodInfo pod, List<Spread> constraints, boolean allKeys, boolean comparisonOperators) {
        long byHost = constraints.stream()
                .filter(one -> one.topologyKey().equals(WellKnownLabels.HOSTNAME))
                .count();
        return byHost > 1
                ? Optional.empty()
                : Optional.of(new RunningSpread(pod, constraints, allKeys, comparisonOperators));
    }

    private boolean isHost(int constraint) {
        return constraints.get(constraint).topologyKey().equals(WellKnownLabels.HOSTNAME);
    }

    @Override
    public void rebuild(ClusterView cluster) {
        domainNumbers.clear();
        placeNumbers.clear();
        places.clear();
        counts.clear();
        selected.clear();
        selects.clear();
        List<NodeState> nodes = cluster.nodes();
        constraints.forEach(constraint -> {
            domainNumbers.add(new HashMap<>());
            selected.add(new int[nodes.size()]);
            selects.add(selectedBy(constraint));
        });
        placeOf = new int[nodes.size()];
        podsOn = new int[nodes.size()];
        for (NodeState node : nodes) {
            placeOf[node.position()] = number(place(node));
        }
        for (int i = 0; i < constraints.size(); i++) {
            counts.add(new long[domainNumbers.get(i).size()]);
        }
        for (NodeState node : nodes) {
            count(node);
        }
    }

    private SelectedClasses selectedBy(Spread constraint) {
        for (SelectedClasses one : selects) {
            if (one.constraint().hasSelectorOf(constraint)) {
                return one;
            }
        }
        return new SelectedClasses(pod.namespace(), constraint);
    }

    private int number(Place place) {
        return placeNumbers.computeIfAbsent(place, one -> {
            places.add(one);
            return places.size() - 1;
        });
    }

    private Place place(NodeState node) {
        boolean ignored = allKeys && !Spread.allKeysOn(node.node().meta().labels(), constraints);
        var domains = new ArrayList<Integer>();
        var included = new ArrayList<Boolean>();
        for (int i = 0; i < constraints.size(); i++) {
            Spread constraint = constraints.get(i);
            String value = node.label(constraint.topologyKey());
            if (isHost(i)) {
                domains.add(-1);
            } else {
                Map<String, Integer> numbers = domainNumbers.get(i);
                domains.add(numbers.computeIfAbsent(value == null ? "" : value, one -> numbers.size()));
            }
            included.add(!ignored && constraint.includes(pod, node.node(), comparisonOperators));
        }
        boolean hasHost = host >= 0 && node.label(WellKnownLabels.HOSTNAME) != null;
        return new Place(List.copyOf(domains), hasHost, ignored, List.copyOf(included));
    }

    private void count(NodeState node) {
        Place place = places.get(placeOf[node.position()]);
        int pods = 0;
        for (int i = 0; i < constraints.size(); i++) {
            if (i == 0 || selects.get(i) != selects.get(i - 1)) {
                pods = selects.get(i).on(node);
            }
            if (i == host) {
                podsOn[node.position()] = Math.min(pods, PODS_MASK);
                continue;
            }
            selected.get(i)[node.position()] = pods;
            if (place.included().get(i)) {
                counts.get(i)[place.domains().get(i)] += pods;
            }
        }
    }

    @Override
    public boolean nodeChanged(NodeState node) {
        int at = node.position();
        int number = number(place(node));
        if (number == placeOf[at]) {
            return true;
        }
        for (int i = 0; i < constraints.size(); i++) {
            if (domainNumbers.get(i).size() > counts.get(i).length) {
                return false;
            }
        }
        countAll(at, -1);
        placeOf[at] = number;
        countAll(at, 1);
        return true;
    }

    private void countAll(int at, int by) {
        Place place = places.get(placeOf[at]);
        for (int i = 0; i < constraints.size(); i++) {
            if (i != host && place.included().get(i)) {
                counts.get(i)[place.domains().get(i)] += (long) by * selected.get(i)[at];
            }
        }
    }

    @Override
    public boolean podChanged(NodeState node, PodInfo changed, int by) {
        var meta = changed.pod().meta();
        if (meta.deleting() || !meta.namespace().equals(pod.namespace())) {
            return false;
        }
        boolean moved = false;
        Place place = places.get(placeOf[node.position()]);
        for (int i = 0; i < constraints.size(); i++) {
            Spread constraint = constraints.get(i);
            if (constraint.selectsAll() || !constraint.selects(meta.labels())) {
                continue;
            }
            if (i == host) {
                podsOn[node.position()] = Math.clamp(podsOn[node.position()] + (long) by, 0, PODS_MASK);
                moved = true;
                continue;
            }
            selected.get(i)[node.position()] += by;
            if (place.included().get(i)) {
                counts.get(i)[place.domains().get(i)] += by;
            }
        }
        return moved;
    }

    @Override
    public int key(int position) {
        return placeOf[position] << PODS_BITS | podsOn[position];
    }

    @Override
    public void score(int[] keys, int[] feasible, int count, long[] scores) {
        double[] weights = weights(keys, feasible, count);
        long lowest = Long.MAX_VALUE;
        long highest = 0;
        for (int k = 0; k < count; k++) {
            Place place = places.get(keys[k] >>> PODS_BITS);
            if (place.ignored()) {
                scores[k] = -1;
                continue;
            }
            scores[k] = raw(place, keys[k] & PODS_MASK, weights);
            lowest = Math.min(lowest, scores[k]);
            highest = Math.max(highest, scores[k]);
        }
        for (int k = 0; k < count; k++) {
            if (scores[k] < 0) {
                scores[k] = 0;
            } else if (highest == 0) {
                scores[k] = ScorePlugin.SCORE_MAX;
            } else {
                scores[k] = ScorePlugin.SCORE_MAX * (highest + lowest - scores[k]) / highest;
            }
        }
    }

    private long raw(Place place, int pods, double[] weights) {
        double raw = 0;
        for (int i = 0; i < constraints.size(); i++) {
            long counted;
            if (i == host) {
                if (!place.hasHost()) {
                    continue;
                }
                counted = pods;
            } else {
                int domain = place.domains().get(i);
                Integer unlabelled = domainNumbers.get(i).get("");
                if (unlabelled != null && unlabelled == domain) {
                    continue;
                }
                counted = counts.get(i)[domain];
            }
            raw += counted * weights[i] + (constraints.get(i).maxSkew() - 1);
        }
        return Math.round(raw);
    }

    private double[] weights(int[] keys, int[] feasible, int count) {
        double[] weights = new double[constraints.size()];
        for (int i = 0; i < weights.length; i++) {
            int domains = i == host ? hosts(keys, feasible, count) : domains(i, keys, count);
            weights[i] = Math.log(domains + 2);
        }
        return weights;
    }

    private int hosts(int[] keys, int[] feasible, int count) {
        int hosts = 0;
        for (int k = 0; k < count; k++) {
            hosts += places.get(keys[k] >>> PODS_BITS).ignored() ? 0 : feasible[k];
        }
        return hosts;
    }

    private int domains(int constraint, int[] keys, int count) {
        boolean[] seen = new boolean[counts.get(constraint).length];
        int domains = 0;
        for (int k = 0; k < count; k++) {
            Place place = places.get(keys[k] >>> PODS_BITS);
            int domain = place.domains().get(constraint);
            if (!place.ignored() && !seen[domain]) {
                seen[domain] = true;
                domains++;
            }
        }
        return domains;
    }
}
