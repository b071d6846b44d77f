/// What is peculiar to jobs.
/// Never here: counting pods.
/// Start at JobStrategy.
/// Upstream twin: pkg/registry/batch/job, pkg/apis/batch/validation.
@NullMarked
package dev.tenure.kinds.job;

import org.jspecify.annotations.NullMarked;
