/// What is peculiar to network policies and ingresses.
/// Never here: services (registry.service).
/// Start at NetworkPolicyStrategy.
/// Upstream twin: pkg/registry/networking.
@NullMarked
package dev.tenure.apiserver.registry.networking;

import org.jspecify.annotations.NullMarked;
