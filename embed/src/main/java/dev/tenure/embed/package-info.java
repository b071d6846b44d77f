/// A cluster inside another program: API server, scheduler, controllers and simulated nodes, with a clock
/// that is moved by hand or runs, with or without a socket. For tests and experiments; a cluster that lasts
/// is `tenure up`.
/// Never here: behaviour of any part of a cluster, flags, files. Start at Tenure. Upstream twin:
/// controller-runtime's pkg/envtest.
@NullMarked
package dev.tenure.embed;

import org.jspecify.annotations.NullMarked;
