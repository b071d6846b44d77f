/// Stateful sets: pods with numbers that keep their names and volumes, made, updated and removed in order.
/// Never here: other workloads; binding of volumes.
/// Start at StatefulRule; StatefulSetLoop applies it.
/// Upstream twin: pkg/controller/statefulset.
@NullMarked
package dev.tenure.controllers.statefulset;

import org.jspecify.annotations.NullMarked;
