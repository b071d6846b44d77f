/// Servers that APIServices name: which of them are available, and what they say of themselves.
/// Never here: passing requests on (apiserver.http.proxy), what an APIService may say (kinds.apiservice).
/// Start at BackendLoop.
/// Upstream twin: kube-aggregator/pkg/controllers, kube-aggregator/pkg/apiserver/handler_discovery.go,
/// controlplane/controller/clusterauthenticationtrust.
@NullMarked
package dev.tenure.kinds.aggregation;

import org.jspecify.annotations.NullMarked;
