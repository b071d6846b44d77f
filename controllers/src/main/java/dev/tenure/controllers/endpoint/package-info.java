/// Where services lead: the Endpoints and EndpointSlices of services that select pods.
/// Never here: the service `kubernetes` (kubernetesservice), addresses of services
/// (kinds.admission.serviceaddresses).
/// Start at EndpointRule.
/// Upstream twin: pkg/controller/endpoint, pkg/controller/endpointslice, staging/src/k8s.io/endpointslice.
@NullMarked
package dev.tenure.controllers.endpoint;

import org.jspecify.annotations.NullMarked;
