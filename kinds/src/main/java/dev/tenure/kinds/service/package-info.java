/// What is peculiar to services.
/// Never here: handing out addresses (kinds.admission.serviceaddresses).
/// Start at ServiceStrategy.
/// Upstream twin: pkg/registry/core/service/strategy.go.
@NullMarked
package dev.tenure.kinds.service;

import org.jspecify.annotations.NullMarked;
