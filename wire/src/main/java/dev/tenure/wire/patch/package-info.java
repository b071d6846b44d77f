/// Changing an object by a patch: JSON, merge, strategic merge.
/// Never here: server-side apply (wire.patch.managedfields), storing, admission, validation of a kind, a
/// clock.
/// Start at Patch, at JsonPatch for the simplest.
/// Upstream twin: apiserver/pkg/endpoints/handlers/patch.go, apimachinery/pkg/util/strategicpatch.
@NullMarked
package dev.tenure.wire.patch;

import org.jspecify.annotations.NullMarked;
