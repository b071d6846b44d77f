/// Groups that other servers answer for: which they are, how these servers are asked, and what they told of
/// themselves.
/// Never here: APIServices as objects, when they count as available (kinds.aggregation); sockets of clients.
/// Start at Aggregator, then BackendCalls.
/// Upstream twin: kube-aggregator/pkg/apiserver.
@NullMarked
package dev.tenure.apiserver.aggregation;

import org.jspecify.annotations.NullMarked;
