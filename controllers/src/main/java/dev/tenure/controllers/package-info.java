/// The list of all controllers: names, rights, how each is made.
/// Never here: what a controller does, or which of them run in a process.
/// Start at ControllerCatalogue.
/// Upstream twin: cmd/kube-controller-manager/app.
@NullMarked
package dev.tenure.controllers;

import org.jspecify.annotations.NullMarked;
