/// The body of a request as an object in canonical form, of kinds that are known and of custom resources,
/// with what is said of fields that nobody knows.
/// Never here: defaults, validation, the object that is stored.
/// Start at BodyReader and KindBodyReader.
/// Upstream twin: apiserver/pkg/endpoints/handlers (decoding), apiextensions-apiserver/pkg/apiserver
/// (schemaCoercingDecoder).
@NullMarked
package dev.tenure.apiserver.handler.body;

import org.jspecify.annotations.NullMarked;
