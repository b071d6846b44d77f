/// Tests of the state in memory where an engine that is not alone asks more of it.
/// Never here: what every engine does, which StoreModelTest covers.
/// Start at SharedRevisionTest.
/// Upstream twin: apiserver/pkg/storage/cacher/watch_cache_test.go.
@NullMarked
package dev.tenure.store.memory;

import org.jspecify.annotations.NullMarked;
