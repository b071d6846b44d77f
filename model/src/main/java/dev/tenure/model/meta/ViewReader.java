package dev.tenure.model.meta;

/// Reads the typed view of one kind from what an object says. Pure; safe for use by several threads.
@FunctionalInterface
public interface ViewReader {
    /// @return an immutable view, for example a `Pod`
    /// @throws IllegalArgumentException when it is no object of the kind
    Object read(Content content);

    /// What the bytes of a stored object say, in the form in which it is best kept for long.
    default Content stored(byte[] json) {
        return Content.of(json);
    }
}
