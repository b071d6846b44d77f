package dev.tenure.apiserver.http.page;

import dev.tenure.apiserver.authn.User;
import dev.tenure.apiserver.authz.Attributes;
import dev.tenure.apiserver.authz.Authorizer;
import dev.tenure.apiserver.authz.Decision;
import dev.tenure.apiserver.http.exchange.Exchange;
import dev.tenure.model.meta.Caller;
import java.util.List;
import java.util.Optional;
import org.eclipse.jetty.server.Request;

/// Answers `/healthz`, `/livez` and `/readyz` to strangers without waiting for anything. Whoever shows a
/// token or a certificate or asks for details goes the way of all requests. Safe for use by several threads.
public final class Probes {
    private static final Caller STRANGER = User.anonymous().authenticated().caller("probe");

    private final Authorizer authorizer;
    private final HealthPages health;

    public Probes(Authorizer authorizer, HealthPages health) {
        this.authorizer = authorizer;
        this.health = health;
    }

    /// @return empty when the request is no probe, or not allowed
    public Optional<HealthPages.Answer> answer(Request request) {
        String path = request.getHttpURI().getPath();
        if (path == null || path.length() > HealthPages.ROOT_CHARS_MAX || !HealthPages.isRoot(path)) {
            return Optional.empty();
        }
        boolean plain = request.getMethod().equals("GET")
                && request.getHttpURI().getQuery() == null
                && !request.getHeaders().contains("Authorization")
                && Exchange.clientCertificates(request).isEmpty()
                && request.getLength() <= 0
                && !request.getHeaders().contains("Transfer-Encoding");
        boolean allowed =
                plain && authorizer.decide(Attributes.ofPath(STRANGER, "get", path)) instanceof Decision.Allow;
        return allowed ? health.answer(path, false, List.of()) : Optional.empty();
    }
}
