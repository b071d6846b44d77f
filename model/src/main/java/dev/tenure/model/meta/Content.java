package dev.tenure.model.meta;

/// What a body or an object says: bytes, or something that they are written from once somebody asks for them.
/// Immutable and safe to share.
public interface Content {
    /// Shared: never write into them.
    byte[] bytes();

    /// Whether there are no bytes at all.
    default boolean isEmpty() {
        return bytes().length == 0;
    }

    /// How many bytes, or about how many where they have not been written yet.
    default int size() {
        return bytes().length;
    }

    /// Whether this is one JSON object that every reader can read. Nothing else may be stored.
    default boolean isObject() {
        return JsonCheck.isObject(bytes());
    }

    /// The same in the form in which it is best kept for long.
    default Content packed() {
        return this;
    }

    /// Bytes that are known. They belong to the content and must not be changed any more.
    static Content of(byte[] bytes) {
        return new Written(bytes);
    }

    /// Known bytes.
    record Written(byte[] bytes) implements Content {}

    /// What is stored of an object that cannot be read. All that can be done with it is to tell of it and to
    /// delete it.
    record Unreadable(ObjectKey key, int size) implements Content {
        /// @throws UnreadableException always
        @Override
        public byte[] bytes() {
            throw new UnreadableException(key);
        }

        @Override
        public boolean isEmpty() {
            return false;
        }

        @Override
        public boolean isObject() {
            return false;
        }
    }
}
