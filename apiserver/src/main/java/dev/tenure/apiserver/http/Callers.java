package dev.tenure.apiserver.http;

import dev.tenure.apiserver.authn.CertificateUser;
import dev.tenure.apiserver.authn.TokenAuthenticator;
import dev.tenure.apiserver.authn.User;
import dev.tenure.apiserver.registry.RefusedException;
import dev.tenure.apiserver.registry.Statuses;
import dev.tenure.model.meta.Caller;
import java.util.List;
import java.util.Optional;

/// Finds out who sends a request, and for whom.
final class Callers {
    private final List<TokenAuthenticator> tokens;

    Callers(List<TokenAuthenticator> tokens) {
        this.tokens = List.copyOf(tokens);
    }

    /// @throws RefusedException with 401 when the sender shows something that is not valid
    User identify(Exchange exchange) {
        String authorization = exchange.header("Authorization").strip();
        int space = authorization.indexOf(' ');
        if (space < 0 || !authorization.substring(0, space).equalsIgnoreCase("bearer")) {
            return exchange.clientCertificate()
                    .map(CertificateUser::of)
                    .orElseGet(User::anonymous)
                    .authenticated();
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

    Caller impersonate(Exchange exchange, User user) {
        return user.caller(exchange.header("User-Agent"));
    }
}
