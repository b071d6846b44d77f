package dev.tenure.scheduler;

import dev.tenure.scheduler.framework.Diagnosis;
import dev.tenure.scheduler.framework.Scores;
import dev.tenure.scheduler.framework.Verdict;
import dev.tenure.wire.json.ArrayNode;
import dev.tenure.wire.json.ObjectNode;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// What is kept of one decision: which plugin refused how many nodes and why, or how the best nodes were
/// scored. Small, whatever the size of the cluster.
sealed interface DecisionNotes {
    int EXAMPLES_MAX = 5;
    int BEST_MAX = 5;

    /// Nothing but the outcome is known, as of a choice made by class.
    record Bare() implements DecisionNotes {}

    /// Nodes that one plugin refused for the same reasons.
    ///
    /// @param examples a few of their names
    record Group(String plugin, List<String> reasons, int nodes, List<String> examples) {}

    /// @param groups the largest first
    record Refusals(List<Group> groups) implements DecisionNotes {
        public Refusals {
            groups = List.copyOf(groups);
        }
    }

    /// @param byPlugin weighted scores
    record Scored(String node, long total, Map<String, Long> byPlugin) {}

    /// @param feasible how many nodes were scored
    record Ranking(int feasible, List<Scored> best) implements DecisionNotes {
        public Ranking {
            best = List.copyOf(best);
        }
    }

    /// Made for every refusal, so it goes over the nodes once, and plugins mostly say the same object.
    static DecisionNotes of(Diagnosis diagnosis) {
        if (diagnosis.preFilter().isPresent()) {
            Verdict.Rejected all = diagnosis.preFilter().get();
            return new Refusals(List.of(new Group(all.plugin(), all.reasons(), diagnosis.nodesTotal(), List.of())));
        }
        var known = new IdentityHashMap<Verdict.Rejected, Tally>();
        var byReason = new HashMap<Verdict.Rejected, Tally>();
        diagnosis.byNode().forEach((node, refusal) -> {
            Tally tally = known.get(refusal);
            if (tally == null) {
                tally = byReason.computeIfAbsent(refusal, Tally::new);
                known.put(refusal, tally);
            }
            tally.add(node);
        });
        return new Refusals(byReason.values().stream()
                .sorted(Comparator.comparingInt(Tally::nodes)
                        .reversed()
                        .thenComparing(tally -> tally.refusal.plugin() + tally.refusal.reasons()))
                .map(Tally::group)
                .toList());
    }

    /// Counts the nodes of one refusal.
    final class Tally {
        private final Verdict.Rejected refusal;
        private final List<String> examples = new ArrayList<>(EXAMPLES_MAX);
        private int nodes;

        private Tally(Verdict.Rejected refusal) {
            this.refusal = refusal;
        }

        private void add(String node) {
            nodes++;
            if (examples.size() < EXAMPLES_MAX) {
                examples.add(node);
            }
        }

        private int nodes() {
            return nodes;
        }

        private Group group() {
            return new Group(refusal.plugin(), refusal.reasons(), nodes, List.copyOf(examples));
        }
    }

    static DecisionNotes of(Scores scores) {
        long[] totals = scores.totals();
        var best = new ArrayList<Integer>(BEST_MAX + 1);
        for (int i = 0; i < totals.length; i++) {
            int place = best.size();
            while (place > 0 && totals[best.get(place - 1)] < totals[i]) {
                place--;
            }
            if (place < BEST_MAX) {
                best.add(place, i);
                if (best.size() > BEST_MAX) {
                    best.removeLast();
                }
            }
        }
        return new Ranking(
                totals.length, best.stream().map(i -> scored(scores, i)).toList());
    }

    private static Scored scored(Scores scores, int node) {
        var byPlugin = new LinkedHashMap<String, Long>();
        for (Scores.Part part : scores.parts()) {
            byPlugin.put(part.plugin(), part.normalized()[node] * part.weight());
        }
        return new Scored(scores.nodes().get(node).name(), scores.totals()[node], byPlugin);
    }

    /// Adds to a decision what is kept of it.
    default void writeTo(ObjectNode to) {
        switch (this) {
            case Bare _ -> {
                // the outcome says it all
            }
            case Refusals(var groups) -> {
                ArrayNode list = to.putArray("refusals");
                for (Group group : groups) {
                    ObjectNode one = list.addObject().put("plugin", group.plugin());
                    group.reasons().forEach(one.putArray("reasons")::add);
                    one.put("nodes", group.nodes());
                    group.examples().forEach(one.putArray("examples")::add);
                }
            }
            case Ranking(var feasible, var best) -> {
                to.put("feasible", feasible);
                ArrayNode list = to.putArray("best");
                for (Scored scored : best) {
                    ObjectNode one = list.addObject().put("node", scored.node()).put("total", scored.total());
                    ObjectNode plugins = one.putObject("plugins");
                    scored.byPlugin().forEach(plugins::put);
                }
            }
        }
    }
}
