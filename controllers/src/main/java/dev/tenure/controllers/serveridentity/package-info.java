/// The Leases by which API servers show that they live, and who they are.
/// Never here: leases of nodes and leaders; those by which servers of one etcd know one another
/// (launch.apiserver).
/// Start at IdentityLeaseLoop.
/// Upstream twin: component-helpers/apimachinery/lease, pkg/controlplane/controller/apiserverleasegc.
@NullMarked
package dev.tenure.controllers.serveridentity;

import org.jspecify.annotations.NullMarked;
