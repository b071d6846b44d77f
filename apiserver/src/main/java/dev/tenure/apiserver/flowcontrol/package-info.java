/// Priority and fairness: on which level a request is served, and as part of which flow.
/// Never here: seats and queues themselves (runtime.limit), sockets.
/// Start at FlowSchema.
/// Upstream twin: apiserver/pkg/util/flowcontrol, apiserver/pkg/apis/flowcontrol/bootstrap/default.go.
@NullMarked
package dev.tenure.apiserver.flowcontrol;

import org.jspecify.annotations.NullMarked;
