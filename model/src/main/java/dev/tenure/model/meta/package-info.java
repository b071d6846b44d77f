/// What every API object has in common, and the port between clients and servers.
/// Never here: bytes being parsed (wire), a clock or a thread (runtime), a decision (rules).
/// Start at StoredObject, then ApiEndpoint.
/// Upstream twin: apimachinery/pkg/apis/meta/v1.
@NullMarked
package dev.tenure.model.meta;

import org.jspecify.annotations.NullMarked;
