/// A cluster in memory behind the port of the API, for loops that a test runs alone.
/// Never here: what only an API server knows, validation, admission, rights.
/// Start at MemoryApi.
/// Upstream twin: client-go/kubernetes/fake.
@NullMarked
package dev.tenure.testkit.cluster;

import org.jspecify.annotations.NullMarked;
