/// The ranges that services have their addresses from: a ServiceCIDR is made ready, and stays until nobody
/// needs it.
/// Never here: giving addresses, which the API server does.
/// Start at ServiceCidrLoop.
/// Upstream twin: pkg/controller/servicecidrs.
@NullMarked
package dev.tenure.controllers.servicecidr;

import org.jspecify.annotations.NullMarked;
