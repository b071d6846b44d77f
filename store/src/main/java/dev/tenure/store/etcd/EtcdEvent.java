package dev.tenure.store.etcd;

/// One change of a key.
///
/// @param now with the revision of the change; without value for a deletion
record EtcdEvent(boolean deletion, KeyValue now) {
    static EtcdEvent of(EtcdMessage message) {
        return new EtcdEvent(message.flag(1), KeyValue.of(message.message(2)));
    }
}
