package dev.tenure.controllers.certificates;

import dev.tenure.runtime.tls.SigningRequest;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;

/// Who has the key of the cluster's authority. Safe for use by several threads.
public interface CertificateSigner {
    /// What a request asks for.
    ///
    /// @param pem from a stranger
    /// @return empty when it cannot be read or its sender does not have the key
    Optional<SigningRequest> read(String pem);

    /// The names that API servers answer for, in small letters: no agent may have them.
    Set<String> taken();

    /// @param pem as [#read] took it
    /// @param serves whether it is for a server, else for a client
    /// @param lifetime how long it is to last; the signer may make it shorter
    /// @return PEM
    String sign(String pem, boolean serves, Duration lifetime);
}
