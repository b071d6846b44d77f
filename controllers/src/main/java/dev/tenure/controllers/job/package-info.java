/// Jobs: runs pods until so many have succeeded, counts every pod once, gives up when too many failed or time
/// is up.
/// Never here: other workloads.
/// Start at JobRule; JobLoop applies it.
/// Upstream twin: pkg/controller/job.
@NullMarked
package dev.tenure.controllers.job;

import org.jspecify.annotations.NullMarked;
