/// Tests of informers against a cluster in memory, on virtual time.
/// Never here: what an API server does to a watch.
/// Start at InformerTest.
/// Upstream twin: client-go/tools/cache (tests).
@NullMarked
package dev.tenure.client.informer;

import org.jspecify.annotations.NullMarked;
