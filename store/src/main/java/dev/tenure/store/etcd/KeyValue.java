package dev.tenure.store.etcd;

import java.nio.charset.StandardCharsets;

/// A key of etcd as of some revision.
///
/// @param modRevision the revision of the write that made it so
/// @param version how many writes there were since it was created; 0 when it is absent
record KeyValue(String key, long modRevision, long version, byte[] value) {
    static KeyValue of(EtcdMessage message) {
        return new KeyValue(
                new String(message.data(1), StandardCharsets.UTF_8),
                message.number(3),
                message.number(4),
                message.data(5));
    }
}
