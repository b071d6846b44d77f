/// Objects of Kubernetes read from JSON by their types, as Go reads them: unknown and repeated fields, zero
/// values, times, quantities.
/// Never here: a kind's rules, a default; JSON that has no type (wire.json).
/// Start at JsonDecoder.
/// Upstream twin: apimachinery/pkg/runtime/serializer/json, sigs.k8s.io/json.
@NullMarked
package dev.tenure.wire.json.decode;

import org.jspecify.annotations.NullMarked;
