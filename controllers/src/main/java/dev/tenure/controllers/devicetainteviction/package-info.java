/// Evicts pods that use devices with NoExecute taints which their claims do not tolerate, or no longer.
/// Never here: which device a claim gets (scheduler), whether a toleration matches (rules.device), taints of
/// nodes (tainteviction). DeviceTaintRules count for nothing, for their feature gate is off by default.
/// Start at ClaimEvictionRule, then DeviceTaintEvictionLoop.
/// Upstream twin: pkg/controller/devicetainteviction.
@NullMarked
package dev.tenure.controllers.devicetainteviction;

import org.jspecify.annotations.NullMarked;
