/// The controllers of a cluster as one thing that can be started, stopped and started again.
/// Never here: what a controller does.
/// Start at ControllerSet.
/// Upstream twin: cmd/kube-controller-manager/app.
@NullMarked
package dev.tenure.launch.controllers;

import org.jspecify.annotations.NullMarked;
