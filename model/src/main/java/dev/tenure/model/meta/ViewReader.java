package dev.tenure.model.meta;

/// Reads the typed view of one kind from canonical JSON. Pure; safe for use by several threads.
@FunctionalInterface
public interface ViewReader {
    /// @return an immutable view, for example a `Pod`
    /// @throws IllegalArgumentException when the bytes are no object of the kind
    Object read(byte[] json);

    /// As [#read] of its bytes, which need not be written where the reader knows better.
    default Object read(Content content) {
        return read(content.bytes());
    }
}
