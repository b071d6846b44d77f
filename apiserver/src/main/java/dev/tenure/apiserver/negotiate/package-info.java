/// Which form of an answer a client wants, and answers in that form: JSON, YAML, protobuf; objects, tables,
/// metadata alone.
/// Never here: sockets, the store.
/// Start at Accept, then Renderer.
/// Upstream twin: apiserver/pkg/endpoints/handlers/negotiation, .../handlers/response.go.
@NullMarked
package dev.tenure.apiserver.negotiate;

import org.jspecify.annotations.NullMarked;
