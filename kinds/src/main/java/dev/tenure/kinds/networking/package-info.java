/// What is peculiar to network policies and ingresses.
/// Never here: services (kinds.service).
/// Start at NetworkPolicyStrategy.
/// Upstream twin: pkg/registry/networking.
@NullMarked
package dev.tenure.kinds.networking;

import org.jspecify.annotations.NullMarked;
