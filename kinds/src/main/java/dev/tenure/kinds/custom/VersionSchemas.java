package dev.tenure.kinds.custom;

import dev.tenure.apiserver.registry.RefusedException;
import dev.tenure.apiserver.registry.Statuses;
import dev.tenure.apiserver.schema.DefaultingRule;
import dev.tenure.apiserver.schema.PruningRule;
import dev.tenure.apiserver.schema.Structural;
import dev.tenure.model.meta.Frozen;
import dev.tenure.wire.json.ObjectNode;
import java.util.Map;
import java.util.Optional;

/// What the versions of one kind know, by their name as it stands in objects: `example.com/v1`. Immutable.
/// Upstream: apiserver/customresource_handler.go (unstructuredSchemaCoercer, unstructuredDefaulter).
record VersionSchemas(Map<String, Optional<Structural>> all) {
    VersionSchemas {
        all = Frozen.map(all);
    }

    private Optional<Structural> of(ObjectNode object) {
        Optional<Structural> own = all.get(object.path("apiVersion").asText(""));
        if (own == null) {
            throw new RefusedException(Statuses.unknown("request to convert CR from an invalid group/version: "
                    + object.path("apiVersion").asText("")));
        }
        return own;
    }

    /// Takes out of an object what its own version does not know, and fills in that version's defaults, in
    /// place.
    void settle(ObjectNode object) {
        Optional<Structural> own = of(object);
        PruningRule.object(object, own);
        own.ifPresent(known -> DefaultingRule.fill(object, known));
    }

    /// Takes out of an object what its own version does not know, in place.
    void prune(ObjectNode object) {
        PruningRule.object(object, of(object));
    }
}
