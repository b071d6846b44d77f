/// How Go prints values, and which numbers it takes for the same.
/// Never here: the texts of a kind's faults (apiserver.registry.field).
/// Start at GoFormat.
/// Upstream twin: Go's fmt, strconv.
@NullMarked
package dev.tenure.wire.json.go;

import org.jspecify.annotations.NullMarked;
