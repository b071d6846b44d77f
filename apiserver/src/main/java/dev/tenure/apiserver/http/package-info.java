/// The HTTPS shell: Jetty, TLS, paths into requests, answers into bytes, streams of watches.
/// Never here: what a request does.
/// Start at HttpServer, then RequestHandler.
/// Upstream twin: apiserver/pkg/server, apiserver/pkg/endpoints/filters.
@NullMarked
package dev.tenure.apiserver.http;

import org.jspecify.annotations.NullMarked;
