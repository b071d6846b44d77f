package dev.tenure.node.streaming;

import dev.tenure.client.rest.ConnectionException;
import dev.tenure.model.meta.Caller;
import dev.tenure.runtime.tls.CertificateSubject;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.server.Request;

/// Decides whom the agent answers: API servers and administrators by the groups of their certificates, so
/// that they need no API server for it; others when the API server says that they may. Upstream:
/// kubelet/server/server.go (InstallAuthFilter).
final class Doorkeeper {
    private static final int UNAUTHORIZED = 401;
    private static final int FORBIDDEN = 403;
    private static final int SERVER_ERROR = 500;
    private static final String BEARER = "bearer ";
    private static final Set<String> TRUSTED =
            Set.of(Caller.AGENT_CLIENTS, Caller.SYSTEM_MASTERS, "kubeadm:cluster-admins");
    private static final String AUTHENTICATED = "system:authenticated";

    /// What becomes of a request.
    sealed interface Verdict {
        record Enter() implements Verdict {}

        record Refuse(int code, String message) implements Verdict {}
    }

    private final ClientReviews reviews;
    private final boolean tokens;

    /// @param tokens whether those are asked about that show a token
    Doorkeeper(ClientReviews reviews, boolean tokens) {
        this.reviews = reviews;
        this.tokens = tokens;
    }

    /// May wait for the API server.
    Verdict verdict(Request request) {
        Optional<CertificateSubject> subject = subject(request);
        if (subject.filter(known -> known.groups().stream().anyMatch(TRUSTED::contains))
                .isPresent()) {
            return new Verdict.Enter();
        }
        Optional<Caller> who;
        try {
            who = subject.isPresent() ? subject.map(Doorkeeper::caller) : owner(request);
        } catch (IllegalStateException | ConnectionException _) {
            who = Optional.empty();
        }
        return who.map(known -> judged(
                        known,
                        RequestRights.of(
                                request.getMethod(), request.getHttpURI().getPath())))
                .orElse(new Verdict.Refuse(UNAUTHORIZED, "Unauthorized"));
    }

    private Verdict judged(Caller who, RequestRights rights) {
        for (String subresource : rights.subresources()) {
            try {
                if (reviews.may(who, rights.verb(), subresource)) {
                    return new Verdict.Enter();
                }
            } catch (IllegalStateException | ConnectionException _) {
                return new Verdict.Refuse(
                        SERVER_ERROR,
                        "Authorization error (user=%s, verb=%s, resource=nodes, subresource=%s)"
                                .formatted(who.user(), rights.verb(), subresource));
            }
        }
        return new Verdict.Refuse(
                FORBIDDEN,
                "Forbidden (user=%s, verb=%s, resource=nodes, subresource(s)=[%s])%n"
                        .formatted(who.user(), rights.verb(), String.join(" ", rights.subresources())));
    }

    private Optional<Caller> owner(Request request) {
        String header = request.getHeaders().get("Authorization");
        boolean bearer = tokens && header != null && header.regionMatches(true, 0, BEARER, 0, BEARER.length());
        String token = bearer ? header.substring(BEARER.length()).strip() : "";
        return token.isEmpty() ? Optional.empty() : reviews.owner(token);
    }

    private static Caller caller(CertificateSubject subject) {
        var groups = new ArrayList<>(subject.groups());
        groups.add(AUTHENTICATED);
        return new Caller(subject.name(), "", groups, Map.of(), "");
    }

    private static Optional<CertificateSubject> subject(Request request) {
        if (!(request.getAttribute(EndPoint.SslSessionData.ATTRIBUTE) instanceof EndPoint.SslSessionData session)) {
            return Optional.empty();
        }
        X509Certificate[] chain = session.peerCertificates();
        return chain == null || chain.length == 0 ? Optional.empty() : CertificateSubject.of(chain[0]);
    }
}
