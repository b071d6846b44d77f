/// Clusters as files: [dev.tenure.plan.export.ClusterExport] writes what [dev.tenure.plan.source.DumpFiles]
/// reads again, and [dev.tenure.plan.export.Redaction] takes names and texts out of it before.
/// Never here: a Secret, a read of a cluster.
/// Start at ClusterExport.
/// Upstream twin: none.
@NullMarked
package dev.tenure.plan.export;

import org.jspecify.annotations.NullMarked;
