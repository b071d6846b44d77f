/// Traces of staged clusters, written, damaged, gone on with and played.
@NullMarked
package dev.tenure.plan.trace;

import org.jspecify.annotations.NullMarked;
