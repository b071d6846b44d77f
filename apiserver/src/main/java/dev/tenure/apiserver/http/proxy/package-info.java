/// What the server hands on: streams to the agents of nodes, proxies of pods, services and nodes, groups of
/// other servers.
/// Never here: who may ask for it (apiserver.http), which servers answer for a group (apiserver.aggregation).
/// Start at NodeStreams, then AggregatedRequests.
/// Upstream twin: apimachinery/pkg/util/proxy, pkg/registry/core/pod/rest,
/// kube-aggregator/pkg/apiserver/handler_proxy.go.
@NullMarked
package dev.tenure.apiserver.http.proxy;

import org.jspecify.annotations.NullMarked;
