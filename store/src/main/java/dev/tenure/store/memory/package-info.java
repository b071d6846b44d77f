/// State and history in memory, with all versions that can still be asked for; and the engine that has
/// nothing else.
/// Never here: files, waiting for anything but a lock.
/// Start at MemoryStore, then VersionedState.
/// Upstream twin: apiserver/pkg/storage/cacher with etcd's mvcc.
@NullMarked
package dev.tenure.store.memory;

import org.jspecify.annotations.NullMarked;
