package dev.tenure.launch.controllers;

import dev.tenure.client.informer.DiscoveredKinds;
import dev.tenure.controllers.nodelifecycle.NodeLifecycleLoop;
import dev.tenure.controllers.podautoscaler.AutoscalerSettings;
import dev.tenure.controllers.tainteviction.TaintEvictionLoop;
import dev.tenure.model.meta.ResourceType;
import dev.tenure.rules.feature.FeatureGates;
import dev.tenure.wire.json.ObjectNode;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/// The settings of all controllers.
///
/// @param autoscaling what all HorizontalPodAutoscalers have in common
/// @param terminatedPodsMax how many pods that have ended may stay; 0 or less for all
/// @param unusedTokensFor how long the token of a Secret may be unused
/// @param types every kind that the API serves and whose objects can be listed, watched and deleted
/// @param elsewhere tells the kinds that other servers answer for
/// @param authority PEM certificates published in every namespace
/// @param gates features that are switched on or off
/// @param machineNodes makes the simulated node of a Machine by its name; absent where machines,
/// and so storage, are somebody else's
/// @param clocksApart whether the API servers are other processes, which may be on other machines
public record ControllerConfig(
        ControllerSelection selection,
        NodeLifecycleLoop.Configuration nodeLifecycle,
        TaintEvictionLoop.Configuration taintEviction,
        AutoscalerSettings autoscaling,
        int terminatedPodsMax,
        Duration unusedTokensFor,
        List<ResourceType> types,
        DiscoveredKinds.Source elsewhere,
        String authority,
        FeatureGates gates,
        Optional<Function<String, ObjectNode>> machineNodes,
        boolean clocksApart) {}
