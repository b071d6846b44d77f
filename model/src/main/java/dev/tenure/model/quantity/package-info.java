/// Amounts of resources: 100m, 2Gi, 1e3; durations as Go writes them: 1h30m; and what Go makes of fractions.
/// Never here: which resource an amount is of, or whether it fits.
/// Start at Quantity.
/// Upstream twin: apimachinery/pkg/api/resource; Go's package time.
@NullMarked
package dev.tenure.model.quantity;

import org.jspecify.annotations.NullMarked;
