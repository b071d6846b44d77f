/// Changing an object by a patch (JSON, merge, strategic merge, apply) and field management: which manager owns which
/// field.
/// Never here: storing, admission, validation of a kind, a clock.
/// Start at JsonPatch for the simplest, at ManagedFields for field management.
/// Upstream twin: apiserver/pkg/endpoints/handlers/patch.go, apimachinery/pkg/util/strategicpatch and managedfields.
@NullMarked
package dev.tenure.wire.patch;

import org.jspecify.annotations.NullMarked;
