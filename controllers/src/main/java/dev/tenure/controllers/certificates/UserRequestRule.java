package dev.tenure.controllers.certificates;

import dev.tenure.model.meta.Caller;
import dev.tenure.runtime.tls.SigningRequest;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// What users may have certificates for by which the API server knows them, once an administrator has
/// approved it. Pure. Upstream: controller/certificates/signer/signer.go (validAPIServerClientUsages).
final class UserRequestRule {
    private static final String SIGNER = "kubernetes.io/kube-apiserver-client";
    private static final String NEEDED = "client auth";
    private static final Set<String> OPTIONAL = Set.of("digital signature", "key encipherment");

    private UserRequestRule() {}

    static boolean concerns(String signer) {
        return signer.equals(SIGNER);
    }

    /// Why it is not signed; nothing when it is.
    ///
    /// @param usages in the order of the request
    static Optional<String> refusal(List<String> usages, SigningRequest content) {
        if (content.subject().groups().contains(Caller.SYSTEM_MASTERS)) {
            return Optional.of(
                    "use of %s signer with %s group is not allowed".formatted(SIGNER, Caller.SYSTEM_MASTERS));
        }
        Optional<String> other = usages.stream()
                .filter(usage -> !usage.equals(NEEDED) && !OPTIONAL.contains(usage))
                .findFirst();
        if (other.isPresent()) {
            return Optional.of("invalid usage for client certificate: " + other.get());
        }
        return usages.contains(NEEDED)
                ? Optional.empty()
                : Optional.of("missing required usage for client certificate: " + NEEDED);
    }
}
