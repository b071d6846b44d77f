/// What the server says of the kinds that it serves: discovery, and the OpenAPI documents, which are made
/// from recorded facts.
/// Never here: decoding objects along a schema (wire.schema).
/// Start at Discovery and OpenApiDocuments.
/// Upstream twin: apiserver/pkg/endpoints/discovery, kube-openapi/pkg/handler and handler3.
@NullMarked
package dev.tenure.apiserver.openapi;

import org.jspecify.annotations.NullMarked;
