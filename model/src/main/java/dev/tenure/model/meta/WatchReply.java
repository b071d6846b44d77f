package dev.tenure.model.meta;

/// The answer to the request for a watch.
public sealed interface WatchReply {
    /// The watch runs until the cursor is closed.
    record Started(ResourceType type, WatchCursor cursor) implements WatchReply {}

    record Refused(Status status) implements WatchReply {}
}
