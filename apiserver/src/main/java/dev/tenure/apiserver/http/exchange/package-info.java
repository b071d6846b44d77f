/// One request and its answer: path, verb and parameters read, bodies and streams written at the client's
/// pace.
/// Never here: whether the request is let in, and what it does (apiserver.http).
/// Start at Exchange, then RequestPath.
/// Upstream twin: apiserver/pkg/endpoints/request, apiserver/pkg/endpoints/handlers/responsewriters.
@NullMarked
package dev.tenure.apiserver.http.exchange;

import org.jspecify.annotations.NullMarked;
