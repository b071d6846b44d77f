/// What is done to a cluster in a forecast: a [dev.tenure.plan.change.Change] is a value, and
/// [dev.tenure.plan.change.ChangePlayer] carries it out as kubectl would: in a simulated cluster, and in a
/// real one only when a saved plan is applied to it.
/// Never here: what follows from a change.
/// Start at Change.
/// Upstream twin: `staging/src/k8s.io/kubectl/pkg/drain`, `…/pkg/cmd/taint`.
@NullMarked
package dev.tenure.plan.change;

import org.jspecify.annotations.NullMarked;
