/// Hands out cluster addresses and node ports to services; PortRepair looks every three minutes whether they
/// still agree.
/// Never here: whether a service is valid (kinds.service).
/// Start at ServiceAddresses.
/// Upstream twin: pkg/registry/core/service/storage/alloc.go.
@NullMarked
package dev.tenure.kinds.admission.serviceaddresses;

import org.jspecify.annotations.NullMarked;
