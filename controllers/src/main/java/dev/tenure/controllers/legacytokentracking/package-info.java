/// Notes in a ConfigMap since when an API server notes which tokens of Secrets are used.
/// Never here: the noting itself (`apiserver.authn`), and what becomes of tokens that nobody uses
/// (`legacytokencleaner`).
/// Start at TrackingLoop.
/// Upstream twin: pkg/controlplane/controller/legacytokentracking/controller.go.
@NullMarked
package dev.tenure.controllers.legacytokentracking;

import org.jspecify.annotations.NullMarked;
