/// What is done to a cluster in a forecast: a [dev.tenure.plan.change.Change] is a value, and
/// [dev.tenure.plan.change.ChangePlayer] carries it out in a simulated cluster as kubectl would.
/// Never here: what follows from a change, a write to a cluster that is not simulated.
/// Start at Change.
/// Upstream twin: `staging/src/k8s.io/kubectl/pkg/drain`, `…/pkg/cmd/taint`.
@NullMarked
package dev.tenure.plan.change;

import org.jspecify.annotations.NullMarked;
