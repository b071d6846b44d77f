/// APIServices: what is peculiar to them, and those of the groups and versions that are served here.
/// Never here: passing requests on to the services of others (apiserver.http.proxy), which of those are
/// available (kinds.aggregation).
/// Start at LocalApiServices.
/// Upstream twin: kube-aggregator/pkg/registry/apiservice, pkg/controllers/autoregister and
/// pkg/controllers/status/local;
/// pkg/controlplane/controller/crdregistration.
@NullMarked
package dev.tenure.kinds.apiservice;

import org.jspecify.annotations.NullMarked;
