/// Whether the workloads are upstream's, by name and number.
@NullMarked
package dev.tenure.bench.perf;

import org.jspecify.annotations.NullMarked;
