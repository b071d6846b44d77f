/// Exports: what is written is read again, and nothing of a cluster shows through its pseudonyms.
/// Never here: other files of clusters.
/// Start at ClusterExportTest.
/// Upstream twin: none.
@NullMarked
package dev.tenure.plan.export;

import org.jspecify.annotations.NullMarked;
