/// The ordered log of objects under one rising revision, which is durable but for the engine in memory.
/// Never here: reading an object's bytes, a kind, HTTP.
/// Start at Store; MemoryStore, SqliteStore and EtcdStore are its engines.
/// Upstream twin: etcd with apiserver/pkg/storage/etcd3.
@NullMarked
package dev.tenure.store;

import org.jspecify.annotations.NullMarked;
