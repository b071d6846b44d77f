package dev.tenure.apiserver.authn;

import java.util.Optional;

/// Knows whose a bearer token is. Safe for use by several threads.
@FunctionalInterface
public interface TokenAuthenticator {
    /// @param remarks takes what there is to say of the token
    /// @return empty when the token is not one of its own or no longer valid
    Optional<User> authenticate(String token, TokenRemarks remarks);
}
