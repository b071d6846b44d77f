/// A cluster in memory behind the port of the API, for the tests of this room.
/// Never here: what only an API server knows, validation, admission, rights.
/// Start at MemoryApi.
/// Upstream twin: client-go/kubernetes/fake.
@NullMarked
package dev.tenure.client.fake;

import org.jspecify.annotations.NullMarked;
