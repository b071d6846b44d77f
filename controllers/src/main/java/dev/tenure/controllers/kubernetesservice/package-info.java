/// Keeps the service `kubernetes` and where it leads: to the API servers that live.
/// Never here: services of other people.
/// Start at KubernetesServiceLoop.
/// Upstream twin: pkg/controlplane/controller/kubernetesservice, pkg/controlplane/reconcilers.
@NullMarked
package dev.tenure.controllers.kubernetesservice;

import org.jspecify.annotations.NullMarked;
