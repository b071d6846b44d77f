/// Leases: who is alive, who leads.
/// Never here: JSON (wire), decisions (rules).
/// Start at Lease.
/// Upstream twin: api/coordination/v1.
@NullMarked
package dev.tenure.model.coordination;

import org.jspecify.annotations.NullMarked;
