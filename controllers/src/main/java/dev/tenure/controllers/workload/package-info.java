/// What the controllers of workloads, and others that look after objects of namespaces, share: pods made from
/// templates, knowing which pods and revisions are whose, objects by namespace, calls, rests after failures,
/// evictions because of devices.
/// Never here: how many pods a workload wants.
/// Start at OwnedPodsCache.
/// Upstream twin: pkg/controller/controller_utils.go and controller_ref_manager.go.
@NullMarked
package dev.tenure.controllers.workload;

import org.jspecify.annotations.NullMarked;
