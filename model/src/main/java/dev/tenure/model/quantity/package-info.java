/// Amounts of resources: 100m, 2Gi, 1e3.
/// Never here: which resource an amount is of, or whether it fits.
/// Start at Quantity.
/// Upstream twin: apimachinery/pkg/api/resource.
@NullMarked
package dev.tenure.model.quantity;

import org.jspecify.annotations.NullMarked;
