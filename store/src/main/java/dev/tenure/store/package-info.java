/// The durable, ordered log of objects: one writer, one rising revision.
/// Never here: reading an object's bytes, a kind, HTTP.
/// Start at Store; MemoryStore and SqliteStore are its engines.
/// Upstream twin: etcd with apiserver/pkg/storage/etcd3.
@NullMarked
package dev.tenure.store;

import org.jspecify.annotations.NullMarked;
