package dev.tenure.scheduler.plugin;

import dev.tenure.model.core.Affinity;
import dev.tenure.rules.feature.FeatureGates;
import dev.tenure.scheduler.plugin.defaultpreemption.DefaultPreemption;
import dev.tenure.scheduler.plugin.dynamicresources.DynamicResources;
import dev.tenure.scheduler.plugin.interpodaffinity.InterPodAffinity;
import dev.tenure.scheduler.plugin.noderesources.NodeResourcesFit;
import dev.tenure.scheduler.plugin.noderesources.ScoredResource;
import dev.tenure.scheduler.plugin.noderesources.ScoringStrategy;
import dev.tenure.scheduler.plugin.podtopologyspread.PodTopologySpread;
import java.util.List;

/// What the configuration of a profile says to its plugins.
///
/// @param comparisonOperators gate TaintTolerationComparisonOperators
public record PluginArguments(
        Affinity addedAffinity,
        ScoringStrategy scoringStrategy,
        NodeResourcesFit.Ignored ignoredResources,
        List<ScoredResource> balancedResources,
        PodTopologySpread.Defaults spreadDefaults,
        int hardPodAffinityWeight,
        boolean ignorePreferredTermsOfExistingPods,
        DefaultPreemption.Sample preemptionSample,
        DynamicResources.Limits deviceLimits,
        boolean comparisonOperators) {
    public static final PluginArguments DEFAULT = new PluginArguments(
            Affinity.NONE,
            ScoringStrategy.DEFAULT,
            NodeResourcesFit.Ignored.NOTHING,
            ScoringStrategy.CPU_AND_MEMORY,
            PodTopologySpread.Defaults.SYSTEM,
            InterPodAffinity.DEFAULT_HARD_WEIGHT,
            false,
            DefaultPreemption.Sample.DEFAULT,
            DynamicResources.Limits.DEFAULT,
            false);

    /// Upstream's defaults with features switched on or off.
    public static PluginArguments standard(FeatureGates gates) {
        return new PluginArguments(
                DEFAULT.addedAffinity,
                DEFAULT.scoringStrategy,
                DEFAULT.ignoredResources,
                DEFAULT.balancedResources,
                DEFAULT.spreadDefaults,
                DEFAULT.hardPodAffinityWeight,
                DEFAULT.ignorePreferredTermsOfExistingPods,
                DEFAULT.preemptionSample,
                DEFAULT.deviceLimits,
                gates.comparisonOperators());
    }

    public PluginArguments {
        balancedResources = List.copyOf(balancedResources);
    }
}
