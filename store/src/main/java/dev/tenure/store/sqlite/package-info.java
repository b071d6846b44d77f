/// The durable engine: all objects in one sqlite file, one writer thread, one sync for many writes.
/// Never here: reading objects from disk after the start; what is read lives in memory.
/// Start at SqliteStore, then GroupCommitter.
/// Upstream twin: etcd's server/storage with bbolt.
@NullMarked
package dev.tenure.store.sqlite;

import org.jspecify.annotations.NullMarked;
