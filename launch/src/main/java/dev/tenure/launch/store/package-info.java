/// Commands on the store of a data directory or on an etcd: status, check, repair, copy, compact, backup,
/// restore; how objects stand in etcd.
/// Never here: how a store keeps them (store.sqlite, store.etcd).
/// Start at StoreCommand, then Backup, Transfer and KubernetesLayout.
/// Upstream twin: etcdutl, etcdctl snapshot.
@NullMarked
package dev.tenure.launch.store;

import org.jspecify.annotations.NullMarked;
