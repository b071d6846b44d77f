/// Commands on the store of a data directory: status, check, repair, copy, compact, backup, restore.
/// Never here: how a store is laid out (store.sqlite).
/// Start at StoreCommand, then Backup.
/// Upstream twin: etcdutl, etcdctl snapshot.
@NullMarked
package dev.tenure.launch.store;

import org.jspecify.annotations.NullMarked;
