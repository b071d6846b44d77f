/// What is peculiar to nodes and to the leases that they renew, and what the agents of nodes may do.
/// Never here: what agents may write (kinds.admission.noderestriction), holding leases (client).
/// Start at NodeStrategy; NodeAuthorizer decides, NodeRelations knows which objects a node has to do with.
/// Upstream twin: pkg/registry/core/node, pkg/registry/coordination/lease, plugin/pkg/auth/authorizer/node.
@NullMarked
package dev.tenure.kinds.node;

import org.jspecify.annotations.NullMarked;
