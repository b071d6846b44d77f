/// Signs `cluster-info`, which machines read before they trust anybody, with each token by which they may
/// join, and deletes tokens that are over.
/// Never here: who is let in with a token (`apiserver.authn`), certificates (`certificates`).
/// Start at BootstrapSigningLoop.
/// Upstream twin: pkg/controller/bootstrap (bootstrapsigner.go, tokencleaner.go).
@NullMarked
package dev.tenure.controllers.bootstrap;

import org.jspecify.annotations.NullMarked;
