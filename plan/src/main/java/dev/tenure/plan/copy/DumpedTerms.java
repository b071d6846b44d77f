package dev.tenure.plan.copy;

import dev.tenure.model.core.Node;
import dev.tenure.model.core.Taint;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.plan.source.ClusterDump;
import dev.tenure.rules.taint.TaintTerm;
import dev.tenure.rules.taint.TaintTerms;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The terms of the taints of a cluster that is looked at. Pure.
public final class DumpedTerms {
    /// A taint whose time has been over for so long stays: nobody keeps terms there.
    private static final Duration OVERDUE = Duration.ofMinutes(1);

    /// A term that a taint of a node has.
    private record Kept(String node, TaintTerm term) {}

    private DumpedTerms() {}

    static boolean isOverdue(TaintTerm term, Instant moment) {
        return !term.until().plus(OVERDUE).isAfter(moment);
    }

    /// The annotations with terms that nobody keeps.
    static List<String> overdue(Node node, Instant moment) {
        return TaintTerms.of(node).readable().entrySet().stream()
                .filter(each -> isOverdue(each.getValue(), moment))
                .map(Map.Entry::getKey)
                .toList();
    }

    private static List<Kept> kept(ClusterDump dump) {
        var all = new ArrayList<Kept>();
        for (Node node : dump.views(ResourceTypes.NODES, Node.class)) {
            TaintTerms terms = TaintTerms.of(node);
            if (!terms.isEmpty()) {
                for (Taint taint : node.spec().taints()) {
                    terms.of(taint).ifPresent(term -> all.add(new Kept(node.name(), term)));
                }
            }
        }
        return all;
    }

    /// That taints go when their time is over, where some have such a time.
    public static Optional<String> assumed(ClusterDump dump) {
        Instant moment = dump.moment().at();
        List<Kept> lasting = kept(dump).stream()
                .filter(each -> !isOverdue(each.term(), moment))
                .sorted(Comparator.comparing(each -> each.term().until()))
                .toList();
        return lasting.isEmpty()
                ? Optional.empty()
                : Optional.of(
                        "%d taints go when their time is over, the first %s from node %s at %s: the controller taint-term runs"
                                .formatted(
                                        lasting.size(),
                                        lasting.getFirst().term().taint(),
                                        lasting.getFirst().node(),
                                        lasting.getFirst().term().until()));
    }

    /// Which taints stay although their time is over.
    public static List<String> notes(ClusterDump dump) {
        Instant moment = dump.moment().at();
        return kept(dump).stream()
                .filter(each -> isOverdue(each.term(), moment))
                .map(each ->
                        "the time of the taint %s of node %s was over at %s and nobody takes it away: it counts as staying"
                                .formatted(
                                        each.term().taint(),
                                        each.node(),
                                        each.term().until()))
                .toList();
    }
}
