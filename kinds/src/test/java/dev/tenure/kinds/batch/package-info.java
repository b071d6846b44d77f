/// Tests of what is valid in jobs.
/// Never here: what jobs do (controllers).
/// Start at CompletionIndexesTest.
/// Upstream twin: pkg/apis/batch/validation.
@NullMarked
package dev.tenure.kinds.batch;

import org.jspecify.annotations.NullMarked;
