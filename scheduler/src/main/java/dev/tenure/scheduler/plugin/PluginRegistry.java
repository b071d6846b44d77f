package dev.tenure.scheduler.plugin;

import dev.tenure.rules.device.DeviceMatcher;
import dev.tenure.scheduler.framework.Plugin;
import dev.tenure.scheduler.plugin.defaultpreemption.DefaultPreemption;
import dev.tenure.scheduler.plugin.dynamicresources.DynamicResources;
import dev.tenure.scheduler.plugin.imagelocality.ImageLocality;
import dev.tenure.scheduler.plugin.interpodaffinity.InterPodAffinity;
import dev.tenure.scheduler.plugin.nodeaffinity.NodeAffinity;
import dev.tenure.scheduler.plugin.nodedeclaredfeatures.NodeDeclaredFeatures;
import dev.tenure.scheduler.plugin.nodename.NodeName;
import dev.tenure.scheduler.plugin.nodeports.NodePorts;
import dev.tenure.scheduler.plugin.noderesources.NodeResourcesBalancedAllocation;
import dev.tenure.scheduler.plugin.noderesources.NodeResourcesFit;
import dev.tenure.scheduler.plugin.nodeunschedulable.NodeUnschedulable;
import dev.tenure.scheduler.plugin.nodevolumelimits.NodeVolumeLimits;
import dev.tenure.scheduler.plugin.podtopologyspread.PodTopologySpread;
import dev.tenure.scheduler.plugin.queuesort.PrioritySort;
import dev.tenure.scheduler.plugin.schedulinggates.SchedulingGates;
import dev.tenure.scheduler.plugin.tainttoleration.TaintToleration;
import dev.tenure.scheduler.plugin.volumebinding.VolumeBinding;
import dev.tenure.scheduler.plugin.volumerestrictions.VolumeRestrictions;
import dev.tenure.scheduler.plugin.volumezone.VolumeZone;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;

/// All plugins, in the order in which they run unless the configuration says otherwise. A plugin of one's
/// own goes into [#own], from where a configuration enables it by its name.
public final class PluginRegistry {
    /// Binding through the API is not a plugin here but the loop's own business; its name is known to
    /// configurations.
    public static final String DEFAULT_BINDER = "DefaultBinder";

    /// How much each plugin's score counts; those not named count once.
    public static final Map<String, Integer> DEFAULT_WEIGHTS = Map.of(
            TaintToleration.NAME, 3,
            NodeAffinity.NAME, 2,
            NodeResourcesFit.NAME, 1,
            PodTopologySpread.NAME, 2,
            InterPodAffinity.NAME, 2,
            DynamicResources.NAME, 2,
            NodeResourcesBalancedAllocation.NAME, 1,
            ImageLocality.NAME, 1);

    /// The plugins that score, unless the configuration says otherwise.
    public static final List<String> SCORED =
            DEFAULT_WEIGHTS.keySet().stream().sorted().toList();

    private PluginRegistry() {}

    /// The names of all plugins that run unless the configuration says otherwise.
    public static List<String> defaultNames() {
        return Stream.concat(
                        defaults(PluginArguments.DEFAULT, new Random(0)).stream()
                                .map(Plugin::name),
                        Stream.of(DEFAULT_BINDER))
                .toList();
    }

    /// Plugins that upstream does not have and that run only where a configuration enables them by name.
    public static List<Plugin> own() {
        return List.of();
    }

    /// Those of a scheduler that cannot run the selectors of devices.
    public static List<Plugin> defaults(PluginArguments arguments, RandomGenerator random) {
        return defaults(arguments, random, new DynamicResources(DeviceMatcher.NONE, random));
    }

    /// @param devices those of all profiles are made of one: what it has promised to a pod of
    /// one, those of others must not have
    public static List<Plugin> defaults(PluginArguments arguments, RandomGenerator random, DynamicResources devices) {
        return List.of(
                new SchedulingGates(),
                new PrioritySort(),
                new NodeUnschedulable(),
                new NodeName(),
                new TaintToleration(arguments.comparisonOperators()),
                new NodeAffinity(arguments.addedAffinity()),
                new NodePorts(),
                new NodeResourcesFit(arguments.scoringStrategy(), arguments.ignoredResources()),
                new VolumeRestrictions(),
                new NodeVolumeLimits(),
                new VolumeBinding(),
                new VolumeZone(),
                new PodTopologySpread(arguments.spreadDefaults(), arguments.comparisonOperators()),
                new InterPodAffinity(arguments.hardPodAffinityWeight(), arguments.ignorePreferredTermsOfExistingPods()),
                devices.within(arguments.deviceLimits()),
                new DefaultPreemption(arguments.preemptionSample(), random),
                new NodeResourcesBalancedAllocation(arguments.balancedResources()),
                new ImageLocality(),
                new NodeDeclaredFeatures());
    }
}
