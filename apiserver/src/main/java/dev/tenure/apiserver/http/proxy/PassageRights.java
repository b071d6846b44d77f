package dev.tenure.apiserver.http.proxy;

import dev.tenure.apiserver.ApiServer;
import dev.tenure.apiserver.authz.Attributes;
import dev.tenure.apiserver.authz.Decision;
import dev.tenure.apiserver.authz.Refusals;
import dev.tenure.apiserver.http.exchange.Exchange;
import dev.tenure.apiserver.registry.RefusedException;

/// Whether a request that would be passed on may be made. Upstream:
/// apiserver/pkg/endpoints/filters/authorization.go.
final class PassageRights {
    private PassageRights() {}

    /// Notes the decision where the request is written down.
    ///
    /// @throws RefusedException with 403 when the caller may not
    static void check(ApiServer server, Exchange exchange, Attributes attributes) {
        Decision decision = server.authorizer().decide(attributes);
        exchange.audited().ifPresent(events -> events.decided(decision));
        if (decision instanceof Decision.Refuse(String reason)) {
            exchange.setHeader("X-Content-Type-Options", "nosniff");
            throw new RefusedException(Refusals.of(attributes, reason));
        }
    }
}
