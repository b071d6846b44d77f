package dev.tenure.model.meta;

import java.util.List;
import java.util.Optional;

/// The answer to an [ApiRequest], before it is turned into bytes of some media type.
public sealed interface ApiReply {
    /// Texts for `Warning` headers, in order.
    List<String> warnings();

    /// Whether the call succeeded, or what it was about is gone (404): either way nothing is left to be done.
    default boolean succeededOrGone() {
        return !(this instanceof Failure(var status, var _)) || status.isNotFound();
    }

    /// Whether this is a failure with 404, see [Status#isNotFound].
    default boolean isNotFound() {
        return this instanceof Failure(var status, var _) && status.isNotFound();
    }

    /// Whether this is a failure with 409, see [Status#isConflict].
    default boolean isConflict() {
        return this instanceof Failure(var status, var _) && status.isConflict();
    }

    /// Whether this is a failure with 403, see [Status#isForbidden].
    default boolean isForbidden() {
        return this instanceof Failure(var status, var _) && status.isForbidden();
    }

    /// One object. `code` is 200 or 201.
    record One(int code, StoredObject object, List<String> warnings) implements ApiReply {}

    /// A page of a collection, in order of key.
    ///
    /// @param revision the store's revision that the page shows
    /// @param next token for the next page, if there is one
    /// @param remaining number of objects after this page, when it is known
    record Many(
            ResourceType type,
            long revision,
            List<StoredObject> items,
            Optional<String> next,
            Optional<Long> remaining,
            List<String> warnings)
            implements ApiReply {}

    /// A document that is not stored, as JSON with `apiVersion` and `kind`: a review, a Scale, a Status of
    /// success.
    record Document(int code, byte[] json, List<String> warnings) implements ApiReply {}

    /// A refusal or a failure.
    record Failure(Status status, List<String> warnings) implements ApiReply {}
}
