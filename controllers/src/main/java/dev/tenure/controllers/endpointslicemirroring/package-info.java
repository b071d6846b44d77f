/// Copies Endpoints that somebody writes by hand, for services without a selector, to EndpointSlices, which
/// is what clients of today read.
/// Never here: the slices of services that select pods (endpoint).
/// Start at MirroringLoop.
/// Upstream twin: pkg/controller/endpointslicemirroring.
@NullMarked
package dev.tenure.controllers.endpointslicemirroring;

import org.jspecify.annotations.NullMarked;
