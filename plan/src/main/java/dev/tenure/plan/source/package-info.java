/// A cluster as input of everything that looks ahead: [dev.tenure.plan.source.ClusterDump] is its objects,
/// the moment that they show, what is unknown about it, and what was odd on the way.
/// [dev.tenure.plan.source.DumpFiles] reads it from files, [dev.tenure.plan.source.LiveCluster] from a
/// server, by get and list alone.
/// Never here: a write to the cluster that is looked at, a guess about what a dump does not say.
/// Start at ClusterDump.
/// Upstream twin: none.
@NullMarked
package dev.tenure.plan.source;

import org.jspecify.annotations.NullMarked;
