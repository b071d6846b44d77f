/// What is peculiar to services.
/// Never here: handing out addresses (admission.serviceaddresses).
/// Start at ServiceStrategy.
/// Upstream twin: pkg/registry/core/service/strategy.go.
@NullMarked
package dev.tenure.apiserver.registry.service;

import org.jspecify.annotations.NullMarked;
