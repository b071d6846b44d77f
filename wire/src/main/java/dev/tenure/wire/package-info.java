/// Objects ⇄ bytes of any format that is spoken.
/// Never here: what a kind's values mean, HTTP.
/// Start at ObjectCodec.
/// Upstream twin: apimachinery/pkg/runtime/serializer.
@NullMarked
package dev.tenure.wire;

import org.jspecify.annotations.NullMarked;
