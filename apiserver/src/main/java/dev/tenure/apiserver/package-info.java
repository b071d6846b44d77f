/// The machinery of the API server, which knows no kind: turns requests into checked, admitted, versioned
/// writes and resumable watches.
/// Never here: HTTP (apiserver.http), a kind's rules (the room kinds, which puts a server together).
/// Start at ApiServer.
/// Upstream twin: cmd/kube-apiserver.
@NullMarked
package dev.tenure.apiserver;

import org.jspecify.annotations.NullMarked;
