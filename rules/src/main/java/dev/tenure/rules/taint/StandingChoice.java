package dev.tenure.rules.taint;

import dev.tenure.model.core.Pod;
import dev.tenure.model.core.Taint;
import dev.tenure.model.core.TaintEffect;
import dev.tenure.model.core.WellKnownTaints;
import dev.tenure.model.meta.Frozen;
import java.util.Optional;
import java.util.Set;

/// Which taints that by themselves only keep new pods away make those leave, too, that stand there already,
/// and whom they spare.
///
/// @param taints which; of the cluster's own only those whose key is named
/// @param effects of which effects; `NoExecute` makes pods leave anyway and counts for nothing here
/// @param spared kinds of pods that stay
public record StandingChoice(TaintChoice taints, Set<TaintEffect> effects, Set<StandingPod> spared) {
    /// They stand for the silence of a node. How long pods stay then is up to the taints of the same keys
    /// with `NoExecute`, which pods tolerate for a while and zones bear at a rate; these come at once and
    /// everywhere.
    private static final Set<String> OF_SILENCE = Set.of(WellKnownTaints.NOT_READY, WellKnownTaints.UNREACHABLE);

    public StandingChoice {
        effects = Frozen.set(effects);
        spared = Frozen.set(spared);
    }

    /// Whether a taint makes pods leave that only keeps new ones away by itself.
    public boolean means(Taint taint) {
        return effects.contains(taint.effect())
                && !TolerationRule.EVICTS.contains(taint.effect())
                && !OF_SILENCE.contains(taint.key())
                && taints.surelyMeans(taint)
                && (!WellKnownTaints.ofTheCluster(taint.key()) || taints.names(taint.key()));
    }

    /// Why a pod stays under such a taint, though it does not tolerate it; empty where it has to leave.
    public Optional<StandingPod> spares(Pod pod) {
        return StandingPod.of(pod, spared);
    }
}
