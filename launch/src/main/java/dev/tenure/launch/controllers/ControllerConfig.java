package dev.tenure.launch.controllers;

import dev.tenure.controllers.nodelifecycle.NodeLifecycleLoop;
import dev.tenure.controllers.tainteviction.TaintEvictionLoop;
import dev.tenure.model.meta.ResourceType;
import java.util.List;

/// The settings of all controllers.
///
/// @param types every kind that the API serves and whose objects can be listed, watched and deleted
/// @param authority PEM certificates published in every namespace
public record ControllerConfig(
        ControllerSelection selection,
        NodeLifecycleLoop.Configuration nodeLifecycle,
        TaintEvictionLoop.Configuration taintEviction,
        List<ResourceType> types,
        String authority) {}
