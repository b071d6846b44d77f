/// Paths that are no objects: discovery, OpenAPI, health, metrics, what components tell of themselves.
/// Never here: objects (apiserver.http.RequestHandler), the content of documents (apiserver.openapi).
/// Start at PageTable.
/// Upstream twin: apiserver/pkg/server/routes, apiserver/pkg/server/healthz.
@NullMarked
package dev.tenure.apiserver.http.page;

import org.jspecify.annotations.NullMarked;
