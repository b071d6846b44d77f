/// What the API server does over time, on virtual time.
/// Never here: exchanges that were recorded, they stand in golden/api.
/// Start at DefinedKindsTest.
/// Upstream twin: staging/src/k8s.io/apiextensions-apiserver/test/integration.
@NullMarked
package dev.tenure.sim.apiserver;

import org.jspecify.annotations.NullMarked;
