/// The store as etcd keeps it, for several API servers at once: calls by gRPC, one transaction a write, and
/// all objects in memory, kept up to date by one watch.
/// Never here: what keys and values mean (StorageCodec).
/// Start at EtcdStore, then EtcdWatch.
/// Upstream twin: apiserver/pkg/storage/etcd3 and its cacher.
@NullMarked
package dev.tenure.store.etcd;

import org.jspecify.annotations.NullMarked;
