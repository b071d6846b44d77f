/// Sockets that take HTTP requests.
/// Never here: what is answered, who may ask, which protocols and certificates a socket has.
/// Start at Listener.
/// Upstream twin: apiserver/pkg/server/secure_serving.go.
@NullMarked
package dev.tenure.runtime.http;

import org.jspecify.annotations.NullMarked;
