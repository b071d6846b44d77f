/// Work that ends: jobs.
/// Never here: how they are carried out.
/// Start at Job.
/// Upstream twin: k8s.io/api/batch/v1.
@NullMarked
package dev.tenure.model.batch;

import org.jspecify.annotations.NullMarked;
