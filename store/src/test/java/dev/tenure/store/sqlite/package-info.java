/// Tests of the durable engine: crashes, syncs, failures.
/// Never here: what every engine does, which StoreModelTest covers.
/// Start at KillTest; ChildStore is the program that it kills.
/// Upstream twin: etcd's robustness tests.
@NullMarked
package dev.tenure.store.sqlite;

import org.jspecify.annotations.NullMarked;
