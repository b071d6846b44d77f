package dev.tenure.apiserver.http;

import dev.tenure.apiserver.authn.CertificateUser;
import dev.tenure.apiserver.authn.TokenAuthenticator;
import dev.tenure.apiserver.authn.User;
import dev.tenure.apiserver.authz.Attributes;
import dev.tenure.apiserver.authz.Authorizer;
import dev.tenure.apiserver.authz.Decision;
import dev.tenure.apiserver.authz.Refusals;
import dev.tenure.apiserver.registry.RefusedException;
import dev.tenure.apiserver.registry.Statuses;
import dev.tenure.model.meta.ApiRequest.Target;
import dev.tenure.model.meta.Caller;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/// Finds out who sends a request, and for whom.
final class Callers {
    static final String BEARER_PROTOCOL = "base64url.bearer.authorization.k8s.io.";

    private static final String EXTRA = "impersonate-extra-";
    private static final String ACCOUNT = "system:serviceaccount:";

    private static final int USERS_MAX = 1_000;

    private final List<TokenAuthenticator> tokens;
    private final Authorizer authorizer;
    /// Who the certificates stand for that were shown lately.
    private final Map<X509Certificate, User> users = new ConcurrentHashMap<>();

    Callers(List<TokenAuthenticator> tokens, Authorizer authorizer) {
        this.tokens = List.copyOf(tokens);
        this.authorizer = authorizer;
    }

    /// @throws RefusedException with 401 when the sender shows something that is not valid
    User identify(Exchange exchange) {
        Optional<String> offered = exchange.asksForWebSocket() ? protocolToken(exchange) : Optional.empty();
        String authorization = offered.map(token -> "Bearer " + token)
                .orElseGet(() -> exchange.header("Authorization").strip());
        int space = authorization.indexOf(' ');
        if (space < 0 || !authorization.substring(0, space).equalsIgnoreCase("bearer")) {
            return exchange.clientCertificate()
                    .map(this::userOf)
                    .orElseGet(() -> User.anonymous().authenticated());
        }
        String token = authorization.substring(space + 1).strip();
        if (token.isEmpty()) {
            return User.anonymous();
        }
        for (TokenAuthenticator one : tokens) {
            Optional<User> user = one.authenticate(token);
            if (user.isPresent()) {
                return user.get().authenticated();
            }
        }
        throw new RefusedException(Statuses.unauthorized());
    }

    private User userOf(X509Certificate certificate) {
        User known = users.get(certificate);
        if (known != null) {
            return known;
        }
        if (users.size() >= USERS_MAX) {
            users.clear();
        }
        User user = CertificateUser.of(certificate).authenticated();
        users.put(certificate, user);
        return user;
    }

    /// The token that a browser, which can send no header with a WebSocket, offers as a sub-protocol. Upstream:
    /// apiserver/pkg/authentication/request/websocket/protocol.go.
    ///
    /// @throws RefusedException with 401 when it is not well formed, or offered without another one
    private static Optional<String> protocolToken(Exchange exchange) {
        List<String> protocols = exchange.headers("Sec-WebSocket-Protocol").stream()
                .flatMap(line -> Arrays.stream(line.split(",")))
                .map(String::strip)
                .toList();
        List<String> tokens =
                protocols.stream().filter(p -> p.startsWith(BEARER_PROTOCOL)).toList();
        if (tokens.isEmpty()) {
            return Optional.empty();
        }
        if (tokens.size() > 1 || protocols.size() < 2) {
            throw new RefusedException(Statuses.unauthorized());
        }
        try {
            byte[] token = Base64.getUrlDecoder().decode(tokens.getFirst().substring(BEARER_PROTOCOL.length()));
            return Optional.of(new String(token, StandardCharsets.UTF_8));
        } catch (IllegalArgumentException _) {
            throw new RefusedException(Statuses.unauthorized());
        }
    }

    /// The caller whom the request is for.
    ///
    /// @throws RefusedException with 403 when the sender may not speak for him
    Caller impersonate(Exchange exchange, User user) {
        String agent = exchange.header("User-Agent");
        if (!exchange.impersonates()) {
            return user.caller(agent);
        }
        String name = exchange.header("Impersonate-User");
        String uid = exchange.header("Impersonate-Uid");
        List<String> groups = exchange.headers("Impersonate-Group");
        Map<String, List<String>> extra = extra(exchange);
        if (name.isEmpty()) {
            if (!groups.isEmpty() || !extra.isEmpty() || !uid.isEmpty()) {
                throw new RefusedException(Statuses.badRequest(nameless(uid, groups)));
            }
            return user.caller(agent);
        }
        Caller sender = user.caller(agent);
        checkUser(sender, name);
        groups.forEach(g -> check(sender, "", "groups", "", g));
        if (!uid.isEmpty()) {
            check(sender, "authentication.k8s.io", "uids", "", uid);
        }
        extra.forEach(
                (key, values) -> values.forEach(v -> check(sender, "authentication.k8s.io", "userextras", key, v)));
        return new User(name, uid, groupsOf(name, groups), extra).caller(agent);
    }

    private void checkUser(Caller sender, String name) {
        if (name.startsWith(ACCOUNT)) {
            String[] parts = name.split(":");
            if (parts.length == 4) {
                refuse(sender, new Target("", "v1", "serviceaccounts", parts[2], parts[3], ""));
                return;
            }
        }
        check(sender, "", "users", "", name);
    }

    private void check(Caller sender, String group, String resource, String subresource, String name) {
        refuse(sender, new Target(group, "v1", resource, "", name, subresource));
    }

    private void refuse(Caller sender, Target target) {
        Attributes attributes = Attributes.ofResource(sender, "impersonate", target);
        if (authorizer.decide(attributes) instanceof Decision.Refuse refuse) {
            throw new RefusedException(Refusals.of(attributes, refuse.reason()));
        }
    }

    private static List<String> groupsOf(String name, List<String> asked) {
        var groups = new ArrayList<>(asked);
        String[] parts = name.split(":");
        if (asked.isEmpty() && name.startsWith(ACCOUNT) && parts.length == 4) {
            groups.add("system:serviceaccounts");
            groups.add("system:serviceaccounts:" + parts[2]);
        }
        if (name.equals(User.ANONYMOUS)) {
            if (!groups.contains(User.UNAUTHENTICATED)) {
                groups.add(User.UNAUTHENTICATED);
            }
        } else if (!groups.contains(User.AUTHENTICATED)) {
            groups.add(User.AUTHENTICATED);
        }
        return groups;
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

    /// A key that is not escaped properly stands for itself, as upstream has it (requestheader.go, unescapeExtraKey).
    private static String decoded(String key) {
        try {
            return URLDecoder.decode(key.replace("+", "%2B"), StandardCharsets.UTF_8);
        } catch (IllegalArgumentException _) {
            return key;
        }
    }

    private static String nameless(String uid, List<String> groups) {
        String list = groups.isEmpty() ? "[]string(nil)" : "[]string{\"" + String.join("\", \"", groups) + "\"}";
        return ("requested &user.DefaultInfo{Name:\"\", UID:\"%s\", Groups:%s, Extra:map[string][]string(nil)} without"
                        + " impersonating a user name")
                .formatted(uid, list);
    }
}
