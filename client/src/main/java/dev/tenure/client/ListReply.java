package dev.tenure.client;

import dev.tenure.model.meta.Status;
import dev.tenure.wire.json.decode.Listing;
import java.util.Optional;

/// The answer to a list of which the objects are opened one by one.
public sealed interface ListReply {
    /// A page of a collection, in order of key.
    ///
    /// @param objects with `kind` and `apiVersion` where the server leaves them to the list
    record Page(Listing objects) implements ListReply {
        /// Token for the next page, if there is one.
        public Optional<String> next() {
            return Optional.of(objects.head().path("metadata").path("continue").asText(""))
                    .filter(token -> !token.isEmpty());
        }
    }

    /// The server does not answer with a list.
    record Refused(Status status) implements ListReply {}
}
