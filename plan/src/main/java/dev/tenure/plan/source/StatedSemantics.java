package dev.tenure.plan.source;

import dev.tenure.controllers.tainteviction.Semantics;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.ObjectNode;
import java.util.Optional;

/// By which semantics a cluster's taint eviction goes, as its taint eviction controller says, and as exports and
/// traces of it keep that. Stateless.
public final class StatedSemantics {
    /// Where a cluster of Tenure says it; others have no such page.
    public static final String PAGE = "/tenure/v1/taint-eviction?limit=0";

    private static final String FIELD = "semantics";

    private StatedSemantics() {}

    /// What a page or the head of a file says; nothing when it says nothing.
    public static Optional<Semantics> of(JsonNode said) {
        return Semantics.of(said.path(FIELD).asText());
    }

    /// Writes it into the head of a file.
    ///
    /// @param head gets the field when there is something to say
    public static void into(ObjectNode head, Optional<Semantics> said) {
        said.ifPresent(semantics -> head.put(FIELD, semantics.word()));
    }
}
