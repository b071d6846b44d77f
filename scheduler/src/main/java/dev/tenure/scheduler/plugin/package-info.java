/// The list of plugins, each of which lives in a package of its own below.
/// Never here: policy.
/// Start at PluginRegistry.
/// Upstream twin: pkg/scheduler/framework/plugins/registry.go.
@NullMarked
package dev.tenure.scheduler.plugin;

import org.jspecify.annotations.NullMarked;
