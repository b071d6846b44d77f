/// The HTTPS shell: who asks, whether he is let in, his request on its way through all that, watches as
/// streams.
/// Never here: what a request does; connections, bytes, pages and what is handed on (the packages below).
/// Start at HttpServer, then RequestHandler.
/// Upstream twin: apiserver/pkg/server, apiserver/pkg/endpoints/filters.
@NullMarked
package dev.tenure.apiserver.http;

import org.jspecify.annotations.NullMarked;
