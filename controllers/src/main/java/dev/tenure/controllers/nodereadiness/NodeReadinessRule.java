package dev.tenure.controllers.nodereadiness;

import dev.tenure.controllers.node.NodeLimit;
import dev.tenure.model.core.Condition;
import dev.tenure.model.core.Condition.Truth;
import dev.tenure.model.core.Node;
import dev.tenure.model.core.Taint;
import dev.tenure.model.core.TaintEffect;
import dev.tenure.model.meta.LabelSelector;
import dev.tenure.model.meta.ObjectMeta;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/// Which conditions nodes have to have so that they do not bear a taint.
///
/// @param conditions at least one
/// @param one whether one of the conditions is enough
/// @param taint what nodes bear that are not ready; its key and effect say which it is
/// @param nodes which nodes it is about
/// @param dryRun whether it only tells what it would do
public record NodeReadinessRule(
        ObjectMeta meta,
        List<Requirement> conditions,
        boolean one,
        Mode mode,
        Taint taint,
        LabelSelector nodes,
        boolean dryRun,
        Care care) {
    /// Keeps a rule until the taints that it set are gone.
    public static final String FINALIZER = "readiness.node.x-k8s.io/cleanup-taints";

    /// With the uid of a rule behind it: an annotation of the nodes that have been ready once.
    private static final String DONE = "readiness.k8s.io/bootstrap-completed-";

    /// For how long a node is looked at.
    public enum Mode {
        /// Until it was ready once.
        BOOTSTRAP_ONLY,
        /// As long as it is there.
        CONTINUOUS
    }

    /// @param absent what a node without the condition counts as
    public record Requirement(String type, Truth required, Truth absent) {
        boolean holdsOn(Node node) {
            return node.condition(type).map(Condition::status).orElse(absent) == required;
        }
    }

    /// What annotations of the rule ask for beyond its fields.
    ///
    /// @param stabilization how long conditions have to be as they are before a taint is set or taken away
    /// @param limit how many of its nodes may bear the taint, unless they have not been ready yet
    public record Care(Duration stabilization, Optional<NodeLimit> limit) {
        public static final Care NONE = new Care(Duration.ZERO, Optional.empty());
    }

    public NodeReadinessRule {
        conditions = List.copyOf(conditions);
    }

    public String name() {
        return meta.name();
    }

    /// Whether nodes are tainted because of it. Before it has its finalizer they are not: nobody would take
    /// the taints away again.
    public boolean inForce() {
        return !dryRun && !meta.deleting() && finalized();
    }

    /// Whether it is going and its taints have to go first.
    public boolean leaving() {
        return meta.deleting() && finalized();
    }

    boolean finalized() {
        return meta.finalizers().contains(FINALIZER);
    }

    public boolean isAbout(Node node) {
        return nodes.matches(node.meta().labels());
    }

    /// Whether the conditions of a node are as required.
    public boolean holdsOn(Node node) {
        return one
                ? conditions.stream().anyMatch(condition -> condition.holdsOn(node))
                : conditions.stream().allMatch(condition -> condition.holdsOn(node));
    }

    /// What says which taint it is: its key and effect.
    public Taint mark() {
        return new Taint(taint.key(), "", taint.effect());
    }

    /// Whether a node bears the taint, whatever its value.
    public boolean taints(Node node) {
        return node.spec().taints().stream().anyMatch(taint::sameAs);
    }

    /// Whether a node has been ready once and is not looked at any more. Versions before 0.5 of the upstream
    /// controller noted that under the rule's name.
    public boolean doneWith(Node node) {
        return mode == Mode.BOOTSTRAP_ONLY
                && (node.meta().annotations().containsKey(doneKey())
                        || node.meta().annotations().containsKey(DONE + name()));
    }

    /// The annotation that says so.
    String doneKey() {
        return DONE + meta.uid();
    }

    /// Whether what it would do depends on pods.
    boolean needsPods() {
        return dryRun && taint.effect() == TaintEffect.NO_EXECUTE;
    }

    /// When one of the conditions of a node changed last; absent for a node without any of them.
    Optional<Instant> lastChange(Node node) {
        return conditions.stream()
                .flatMap(condition -> node.condition(condition.type()).stream())
                .map(Condition::lastTransitionTime)
                .max(Comparator.naturalOrder());
    }

    /// From when on the conditions of a node count as they are.
    Instant settledAt(Node node) {
        return care.stabilization().isZero()
                ? Instant.MIN
                : lastChange(node).map(at -> at.plus(care.stabilization())).orElse(Instant.MIN);
    }
}
