package dev.tenure.kinds.admission.policy;

import dev.tenure.apiserver.authz.Authorizer;
import dev.tenure.apiserver.handler.body.BodyReader;
import dev.tenure.apiserver.registry.KindTable;
import dev.tenure.runtime.loop.Published;

/// What admission by policies works with.
///
/// @param authorizer whom expressions may ask
/// @param bodies bring changed objects into canonical form
/// @param metrics count what comes of policies
public record PolicySource(
        Published<PolicySnapshot> policies,
        Published<KindTable> kinds,
        Authorizer authorizer,
        BodyReader bodies,
        PolicyMetrics metrics) {
    /// The policies that a loop knows.
    public static PolicySource of(
            PolicyLoop loop,
            Published<KindTable> kinds,
            Authorizer authorizer,
            BodyReader bodies,
            PolicyMetrics metrics) {
        return new PolicySource(loop.state(), kinds, authorizer, bodies, metrics);
    }
}
