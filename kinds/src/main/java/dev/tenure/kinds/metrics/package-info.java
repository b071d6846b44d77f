/// What pods and nodes use, as the group metrics.k8s.io, where the server's own process knows it.
/// Never here: how it is found out; a server of metrics that an APIService names comes before this one.
/// Start at UsageKinds.
/// Upstream twin: metrics-server, which is no part of Kubernetes.
@NullMarked
package dev.tenure.kinds.metrics;

import org.jspecify.annotations.NullMarked;
