/// The OpenAPI documents, made from the recorded facts and cut to the kinds that are served.
/// Never here: decoding objects along a schema (wire.schema).
/// Start at OpenApiDocuments.
/// Upstream twin: kube-openapi/pkg/handler and handler3.
@NullMarked
package dev.tenure.apiserver.openapi;

import org.jspecify.annotations.NullMarked;
