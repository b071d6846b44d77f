/// One pod on every node that fits, and a new one when the template changes.
/// Never here: evictions because of taints (tainteviction), though pods that must not stay are removed here
/// too.
/// Start at DaemonSetLoop; which nodes fit is NodeFitRule, what to do on each is DaemonRule.
/// Upstream twin: pkg/controller/daemon.
@NullMarked
package dev.tenure.controllers.daemonset;

import org.jspecify.annotations.NullMarked;
