/// The API server: turns requests into checked, admitted, versioned writes and resumable watches.
/// Never here: HTTP (apiserver.http), a kind's rules (registry.<kind>).
/// Start at ApiServer.
/// Upstream twin: cmd/kube-apiserver.
@NullMarked
package dev.tenure.apiserver;

import org.jspecify.annotations.NullMarked;
