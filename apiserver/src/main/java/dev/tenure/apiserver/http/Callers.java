package dev.tenure.apiserver.http;

import dev.tenure.apiserver.authn.ClientCertificates;
import dev.tenure.apiserver.authn.TokenAuthenticator;
import dev.tenure.apiserver.authn.TokenRemarks;
import dev.tenure.apiserver.authn.User;
import dev.tenure.apiserver.authz.Attributes;
import dev.tenure.apiserver.authz.Authorizer;
import dev.tenure.apiserver.http.exchange.Exchange;
import dev.tenure.apiserver.http.exchange.WebSockets;
import dev.tenure.apiserver.registry.RefusedException;
import dev.tenure.apiserver.registry.Statuses;
import dev.tenure.model.meta.Caller;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.util.Arrays;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/// Finds out who sends a request, and for whom.
final class Callers {

    private static final String EXTRA = "impersonate-extra-";

    private static final String EXTRA_SPACE =
            "the provided Authorization header contains extra space before the bearer token, and is ignored";

    private final List<TokenAuthenticator> tokens;
    private final ClientCertificates certificates;
    private final Impersonation impersonation;

    Callers(ClientCertificates certificates, List<TokenAuthenticator> tokens, Authorizer authorizer) {
        this.certificates = certificates;
        this.tokens = List.copyOf(tokens);
        this.impersonation = new Impersonation(authorizer);
    }

    /// A token counts before a certificate: who states one means it, as with `kubectl --token` and a
    /// kubeconfig that has a certificate. Upstream looks at the certificate first, and then at no token.
    ///
    /// @param remarks takes what there is to say of a token
    /// @throws RefusedException with 401 when what the sender shows is not valid
    User identify(Exchange exchange, TokenRemarks remarks) {
        Optional<String> token = token(exchange);
        if (token.isPresent()) {
            return ofToken(token.get(), remarks);
        }
        List<X509Certificate> shown = exchange.clientCertificates();
        if (shown.isEmpty()) {
            return User.anonymous();
        }
        try {
            return certificates.user(shown).orElseGet(User::anonymous);
        } catch (CertificateException _) {
            throw new RefusedException(Statuses.unauthorized());
        }
    }

    private Optional<String> token(Exchange exchange) {
        Optional<String> offered = exchange.asksForWebSocket() ? protocolToken(exchange) : Optional.empty();
        if (offered.isPresent()) {
            return offered;
        }
        String authorization = exchange.header("Authorization").strip();
        int space = authorization.indexOf(' ');
        if (space < 0 || !authorization.substring(0, space).equalsIgnoreCase("bearer")) {
            return Optional.empty();
        }
        // Up to the next space, as upstream reads it.
        String token = authorization.substring(space + 1).split(" ", 2)[0];
        if (token.isEmpty()) {
            exchange.addHeader("Warning", "299 - \"" + EXTRA_SPACE + "\"");
            return Optional.empty();
        }
        return Optional.of(token);
    }

    private User ofToken(String token, TokenRemarks remarks) {
        for (TokenAuthenticator one : tokens) {
            Optional<User> user = one.authenticate(token, remarks);
            if (user.isPresent()) {
                return user.get().authenticated();
            }
        }
        throw new RefusedException(Statuses.unauthorized());
    }

    /// The token that a browser, which can send no header with a WebSocket, offers as a sub-protocol.
    /// Upstream: apiserver/pkg/authentication/request/websocket/protocol.go.
    ///
    /// @throws RefusedException with 401 when it is not well formed, or offered without another one
    private static Optional<String> protocolToken(Exchange exchange) {
        List<String> protocols = exchange.headers("Sec-WebSocket-Protocol").stream()
                .flatMap(line -> Arrays.stream(line.split(",")))
                .map(String::strip)
                .toList();
        List<String> tokens = protocols.stream()
                .filter(p -> p.startsWith(WebSockets.BEARER_PROTOCOL))
                .toList();
        if (tokens.isEmpty()) {
            return Optional.empty();
        }
        if (tokens.size() > 1 || protocols.size() < 2) {
            throw new RefusedException(Statuses.unauthorized());
        }
        try {
            byte[] token =
                    Base64.getUrlDecoder().decode(tokens.getFirst().substring(WebSockets.BEARER_PROTOCOL.length()));
            return Optional.of(new String(token, StandardCharsets.UTF_8));
        } catch (IllegalArgumentException _) {
            throw new RefusedException(Statuses.unauthorized());
        }
    }

    /// The caller whom the request is for.
    ///
    /// @param request what is asked for, by a caller
    /// @throws RefusedException with 403 when the sender may not speak for him
    Caller impersonate(Exchange exchange, User user, Function<Caller, Attributes> request) {
        String agent = exchange.header("User-Agent");
        if (!exchange.impersonates()) {
            return user.caller(agent);
        }
        var wish = new Impersonation.Wish(
                exchange.header("Impersonate-User"),
                exchange.header("Impersonate-Uid"),
                exchange.headers("Impersonate-Group"),
                extra(exchange));
        if (wish.name().isEmpty() && wish.isNameOnly()) {
            return user.caller(agent);
        }
        try {
            return become(user.caller(agent), wish, request).caller(agent);
        } catch (RefusedException e) {
            exchange.setHeader("X-Content-Type-Options", "nosniff");
            throw e;
        }
    }

    private User become(Caller sender, Impersonation.Wish wish, Function<Caller, Attributes> request) {
        if (wish.name().isEmpty()) {
            throw Impersonation.nameless(wish);
        }
        return impersonation.become(sender, wish, request);
    }

    private static Map<String, List<String>> extra(Exchange exchange) {
        var extra = new LinkedHashMap<String, List<String>>();
        for (String header : exchange.headerNames()) {
            if (header.toLowerCase(Locale.ROOT).startsWith(EXTRA)) {
                String key = header.substring(EXTRA.length()).toLowerCase(Locale.ROOT);
                extra.put(decoded(key), exchange.headers(header));
            }
        }
        return extra;
    }

    /// A key that is not escaped properly stands for itself, as upstream has it (requestheader.go,
    /// unescapeExtraKey).
    private static String decoded(String key) {
        try {
            return URLDecoder.decode(key.replace("+", "%2B"), StandardCharsets.UTF_8);
        } catch (IllegalArgumentException _) {
            return key;
        }
    }
}
