/// JSON as bytes and as documents.
/// Never here: types (wire.json.decode), a kind's rules, a default, HTTP.
/// Start at Document.
/// Upstream twin: apimachinery/pkg/runtime/serializer/json.
@NullMarked
package dev.tenure.wire.json;

import org.jspecify.annotations.NullMarked;
