package dev.tenure.kinds.upkeep;

import dev.tenure.model.meta.ApiRequest;
import dev.tenure.store.Store.ResourceId;
import dev.tenure.wire.json.ObjectNode;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/// Objects that a server looks after: what has to be written for them to be as they should.
public interface Upkeep {
    /// What it is called among the server's loops.
    String name();

    /// The resources whose changes may leave something to write.
    List<ResourceId> followed();

    /// How often there is a round, if there are any: what may wait is looked at then.
    Optional<Duration> period();

    /// What is to be written, in this order; empty when all is well. Called on the loop, again after each
    /// write.
    List<ApiRequest> writes(Look look);

    /// What there is.
    ///
    /// @param objects all objects of a resource that can be read; they may be edited
    /// @param now by the wall clock
    /// @param round whether the time of a round has come
    record Look(Function<ResourceId, List<ObjectNode>> objects, Instant now, boolean round) {}
}
