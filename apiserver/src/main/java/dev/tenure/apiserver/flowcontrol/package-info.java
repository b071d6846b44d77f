/// Priority and fairness: on which level a request is served, and as part of which flow, as FlowSchemas and
/// PriorityLevelConfigurations say.
/// Never here: reading these objects from a store (kinds.flowcontrol), seats and queues themselves
/// (runtime.limit), sockets.
/// Start at FlowPlan.
/// Upstream twin: apiserver/pkg/util/flowcontrol.
@NullMarked
package dev.tenure.apiserver.flowcontrol;

import org.jspecify.annotations.NullMarked;
