/// Pods with claims of devices: whether their claims are there, which devices they get on which node, and how
/// that is written into the claims before a pod is bound.
/// Never here: another plugin, a clock.
/// Start at DynamicResources, then ClaimsState.
/// Upstream twin: plugins/dynamicresources.
@NullMarked
package dev.tenure.scheduler.plugin.dynamicresources;

import org.jspecify.annotations.NullMarked;
