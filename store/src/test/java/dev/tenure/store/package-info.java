/// Tests that every engine passes, and what they share.
/// Never here: tests of one engine's inside.
/// Start at StoreModelTest.
/// Upstream twin: etcd's robustness tests.
@NullMarked
package dev.tenure.store;

import org.jspecify.annotations.NullMarked;
