/// Hands out cluster addresses and node ports to services.
/// Never here: whether a service is valid (registry.service).
/// Start at ServiceAddresses.
/// Upstream twin: pkg/registry/core/service/storage/alloc.go.
@NullMarked
package dev.tenure.apiserver.admission.serviceaddresses;

import org.jspecify.annotations.NullMarked;
