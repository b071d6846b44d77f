package dev.tenure.cli.taints;

import dev.tenure.model.core.Taint;
import dev.tenure.rules.taint.TaintReason;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/// Who put a taint on a node, as far as that can be known: the list of taints is one field, so managedFields
/// tell who wrote the list last, not who added which taint.
///
/// @param name absent where nothing tells
/// @param note what makes the name doubtful or unknown; empty otherwise
record TaintSource(Optional<String> name, String note) {
    /// They write lists of taints, and in them none but those that they keep.
    private static final Set<String> COMPONENTS = Set.of("kube-controller-manager", "cloud-controller-manager");

    static TaintSource of(TaintedNode on, Taint taint, TaintReason reason) {
        if (reason.keptBy().isPresent() && !reason.stale()) {
            return new TaintSource(reason.keptBy(), "");
        }
        List<FieldOwner> writers = on.writers();
        String names = writers.stream().map(FieldOwner::manager).distinct().collect(Collectors.joining(", "));
        boolean nobody = writers.isEmpty()
                || (reason.keptBy().isEmpty()
                        && writers.stream().allMatch(each -> COMPONENTS.contains(each.manager())));
        if (!nobody) {
            return new TaintSource(
                    Optional.of(names), others(on, taint) ? "wrote the list last; it has other taints too" : "");
        }
        if (on.applied().stream().anyMatch(taint.withoutTime()::equals)) {
            return new TaintSource(Optional.of("kubectl apply"), "has it in the manifest that was applied last");
        }
        return new TaintSource(
                Optional.empty(),
                writers.isEmpty()
                        ? "managedFields do not tell who wrote the taints"
                        : names + " wrote the list last, but sets no such taint");
    }

    private static boolean others(TaintedNode on, Taint taint) {
        return on.node().spec().taints().stream().anyMatch(each -> !each.sameAs(taint));
    }
}
