package dev.tenure.store;

import dev.tenure.model.meta.ObjectKey;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/// The form in which the JSON of objects lies on a disk: as it is, or unreadable for who has only the disk.
/// Safe for use by several threads. Upstream: apiserver/pkg/storage/value, Transformer.
public interface AtRest {
    /// What everything begins with that is encrypted in any way.
    String ENCRYPTED = "k8s:enc:";

    /// The bytes as they are.
    AtRest PLAIN = new Plain();

    /// The bytes to store.
    byte[] seal(ObjectKey key, byte[] plain);

    /// The bytes that were sealed.
    ///
    /// @throws IllegalArgumentException when they cannot be opened; the message says why
    byte[] open(ObjectKey key, byte[] stored);

    /// Whether bytes lie as [#seal] would lay them now, or only in a way that can still be read.
    boolean isCurrent(ObjectKey key, byte[] stored);

    static boolean isEncrypted(byte[] stored) {
        byte[] start = ENCRYPTED.getBytes(StandardCharsets.UTF_8);
        return stored.length >= start.length && Arrays.equals(stored, 0, start.length, start, 0, start.length);
    }

    /// See [#PLAIN].
    record Plain() implements AtRest {
        @Override
        public byte[] seal(ObjectKey key, byte[] plain) {
            return plain;
        }

        @Override
        public byte[] open(ObjectKey key, byte[] stored) {
            if (isEncrypted(stored)) {
                throw new IllegalArgumentException("it is encrypted");
            }
            return stored;
        }

        @Override
        public boolean isCurrent(ObjectKey key, byte[] stored) {
            return !isEncrypted(stored);
        }
    }
}
