/// Metrics, read and held against thresholds.
@NullMarked
package dev.tenure.plan.metrics;

import org.jspecify.annotations.NullMarked;
