/// Tests of the engine on etcd, against a real one where there is one.
/// Never here: kinds and their bytes.
/// Start at EtcdStoreTest; the model test is one for all engines (StoreModelTest).
/// Upstream twin: apiserver/pkg/storage/etcd3/store_test.go.
@NullMarked
package dev.tenure.store.grpc;

import org.jspecify.annotations.NullMarked;
