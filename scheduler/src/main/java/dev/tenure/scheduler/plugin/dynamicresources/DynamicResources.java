package dev.tenure.scheduler.plugin.dynamicresources;

import dev.tenure.scheduler.framework.Cycle;
import dev.tenure.scheduler.framework.Diagnosis;
import dev.tenure.scheduler.framework.FilterPlugin;
import dev.tenure.scheduler.framework.NodeState;
import dev.tenure.scheduler.framework.PluginState;
import dev.tenure.scheduler.framework.PostFilterPlugin;
import dev.tenure.scheduler.framework.PreFilterPlugin;
import dev.tenure.scheduler.framework.Reach;
import dev.tenure.scheduler.framework.ScorePlugin;
import dev.tenure.scheduler.framework.Verdict;
import java.util.List;

/// The wording that device claims leave in every refusal, and their score of 0. No claim is ever allocated here, so
/// that a pod with some is refused.
///
/// Upstream's post-filter breaks when its own pre-filter did not run because an earlier one refused the
/// pod; its error then stands where preemption would have spoken. That is kept.
public final class DynamicResources implements PreFilterPlugin, FilterPlugin, PostFilterPlugin, ScorePlugin {
    public static final String NAME = "DynamicResources";

    private static final Remedy NOTHING_TO_FREE = new Remedy.None(List.of("no new claims to deallocate"), false);
    private static final Remedy NO_STATE = new Remedy.Broken("not found");

    private record Ran() implements PluginState {}

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public PreFilterResult preFilter(Cycle cycle) {
        cycle.put(NAME, new Ran());
        var claims = cycle.pod().pod().spec().resourceClaims();
        if (claims.isEmpty()) {
            return PreFilterResult.SKIP;
        }
        var first = claims.getFirst();
        String reason = first.claimName().isEmpty()
                ? "pod \"" + cycle.pod().qualifiedName() + "\": ResourceClaim not created yet"
                : "resourceclaim.resource.k8s.io \"" + first.claimName() + "\" not found";
        return PreFilterResult.of(Verdict.Rejected.unresolvable(NAME, reason));
    }

    @Override
    public Verdict filter(Cycle cycle, NodeState node) {
        return Verdict.Pass.PASS;
    }

    @Override
    public Reach filterReach() {
        return Reach.NODE_TYPE;
    }

    @Override
    public Remedy postFilter(Cycle cycle, Diagnosis diagnosis) {
        return cycle.state(NAME, Ran.class).isPresent() ? NOTHING_TO_FREE : NO_STATE;
    }

    @Override
    public long score(Cycle cycle, NodeState node) {
        return 0;
    }

    @Override
    public Reach scoreReach() {
        return Reach.NODE_TYPE;
    }
}
