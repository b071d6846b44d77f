package dev.tenure.scheduler.config;

import dev.tenure.rules.device.DeviceMatcher;
import dev.tenure.rules.feature.FeatureGates;
import dev.tenure.scheduler.cycle.SearchOrder;
import dev.tenure.scheduler.framework.Profile;
import dev.tenure.scheduler.framework.QueueSortPlugin;
import dev.tenure.scheduler.plugin.PluginArguments;
import dev.tenure.scheduler.plugin.PluginRegistry;
import dev.tenure.scheduler.plugin.dynamicresources.DynamicResources;
import dev.tenure.scheduler.plugin.queuesort.PrioritySort;
import dev.tenure.scheduler.queue.Backoff;
import java.util.List;
import java.util.function.ObjIntConsumer;
import java.util.random.RandomGenerator;

/// All that a scheduler is given at its start.
///
/// @param profiles one per scheduler name; a pod whose scheduler name none has is left alone
/// @param random chooses among nodes of equal score, and where a search for victims begins
/// @param ties hears of each placement that chance decides: the uid of the pod, and how many nodes are
///     equally good
/// @param bindingsMax how many bindings may be on their way at once
public record SchedulerConfiguration(
        List<Profile> profiles,
        QueueSortPlugin queueSort,
        SearchOrder order,
        Backoff backoff,
        RandomGenerator random,
        ObjIntConsumer<String> ties,
        int bindingsMax) {
    public static final String DEFAULT_SCHEDULER = "default-scheduler";

    private static final int DEFAULT_BINDINGS_MAX = 512;

    /// Nobody wants to hear of ties.
    public static final ObjIntConsumer<String> NOBODY = (_, _) -> {};

    public SchedulerConfiguration {
        profiles = List.copyOf(profiles);
    }

    /// The default profile with the default plugins, looking at all nodes.
    public static SchedulerConfiguration standard(RandomGenerator random) {
        return standard(random, FeatureGates.STANDARD);
    }

    /// The same with features switched on or off.
    public static SchedulerConfiguration standard(RandomGenerator random, FeatureGates gates) {
        return standard(random, gates, DeviceMatcher.NONE);
    }

    /// @param devices runs the selectors of devices
    public static SchedulerConfiguration standard(RandomGenerator random, FeatureGates gates, DeviceMatcher devices) {
        var profile = new Profile(
                DEFAULT_SCHEDULER,
                PluginRegistry.defaults(PluginArguments.standard(gates), random, new DynamicResources(devices, random)),
                PluginRegistry.DEFAULT_WEIGHTS,
                0);
        return new SchedulerConfiguration(
                List.of(profile),
                new PrioritySort(),
                SearchOrder.FULL,
                Backoff.DEFAULT,
                random,
                NOBODY,
                DEFAULT_BINDINGS_MAX);
    }

    /// The same, and somebody hears of ties.
    public SchedulerConfiguration notifying(ObjIntConsumer<String> listener) {
        return new SchedulerConfiguration(profiles, queueSort, order, backoff, random, listener, bindingsMax);
    }
}
