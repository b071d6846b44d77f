package dev.tenure.model.meta;

/// What a watcher gets.
public sealed interface WatchEvent {
    record Added(StoredObject object) implements WatchEvent {}

    record Modified(StoredObject object) implements WatchEvent {}

    /// The last state of an object that is gone or left the selection; its revision is that of the departure.
    record Deleted(StoredObject object) implements WatchEvent {}

    /// Everything up to `revision` has been reported.
    ///
    /// @param initialEventsEnd whether this ends the initial events of a watch-list
    record Bookmark(long revision, boolean initialEventsEnd) implements WatchEvent {}

    /// The watch is over; the watcher lists again.
    record Failed(Status status) implements WatchEvent {}
}
