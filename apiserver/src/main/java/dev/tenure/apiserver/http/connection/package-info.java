/// Connections of clients: TLS, how many there may be, how long they may stall, frames and chunks.
/// Never here: what is asked over them (apiserver.http.exchange).
/// Start at Tls, then Timeouts.
/// Upstream twin: apiserver/pkg/server/secure_serving.go.
@NullMarked
package dev.tenure.apiserver.http.connection;

import org.jspecify.annotations.NullMarked;
