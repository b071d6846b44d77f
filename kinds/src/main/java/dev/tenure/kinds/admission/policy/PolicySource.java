package dev.tenure.kinds.admission.policy;

import dev.tenure.apiserver.authz.Authorizer;
import dev.tenure.apiserver.authz.Decision;
import dev.tenure.apiserver.handler.BodyReader;
import dev.tenure.apiserver.handler.KindBodyReader;
import dev.tenure.apiserver.handler.WireBodyReader;
import dev.tenure.apiserver.registry.KindTable;
import dev.tenure.runtime.loop.Published;
import dev.tenure.wire.schema.Schema;
import java.util.List;

/// What admission by policies works with.
///
/// @param authorizer whom expressions may ask
/// @param bodies bring changed objects into canonical form
record PolicySource(
        Published<PolicySnapshot> policies, Published<KindTable> kinds, Authorizer authorizer, BodyReader bodies) {
    /// Without any policy.
    static PolicySource none() {
        var kinds = new Published<>(new KindTable(List.of()));
        return new PolicySource(
                new Published<>(PolicySnapshot.NONE),
                kinds,
                _ -> new Decision.Refuse(""),
                new KindBodyReader(new WireBodyReader(Schema.builtIn()), kinds));
    }
}
