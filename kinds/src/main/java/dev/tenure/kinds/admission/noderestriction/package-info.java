/// What agents of nodes may write: their own node, lease and pods.
/// Never here: what agents may read (kinds.node.NodeAuthorizer).
/// Start at NodeRestriction.
/// Upstream twin: plugin/pkg/admission/noderestriction.
@NullMarked
package dev.tenure.kinds.admission.noderestriction;

import org.jspecify.annotations.NullMarked;
