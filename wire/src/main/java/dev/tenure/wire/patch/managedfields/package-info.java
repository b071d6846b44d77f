/// Field management: which manager owns which field, and server-side apply, which goes by that.
/// Never here: storing, admission, validation of a kind, a clock; the other patches (wire.patch).
/// Start at ManagedFields, then ServerSideApply.
/// Upstream twin: apimachinery/pkg/util/managedfields, sigs.k8s.io/structured-merge-diff.
@NullMarked
package dev.tenure.wire.patch.managedfields;

import org.jspecify.annotations.NullMarked;
