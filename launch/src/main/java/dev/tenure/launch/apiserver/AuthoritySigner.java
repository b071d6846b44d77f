package dev.tenure.launch.apiserver;

import dev.tenure.apiserver.pki.CertificateRequests;
import dev.tenure.apiserver.pki.Identity;
import dev.tenure.apiserver.pki.Issuer;
import dev.tenure.apiserver.pki.Pem;
import dev.tenure.controllers.certificates.CertificateSigner;
import dev.tenure.runtime.time.TimeSource;
import dev.tenure.runtime.tls.SigningRequest;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/// Signs with the key of the cluster's authority, which stays the same as long as the data directory does.
///
/// @param taken names that this server answers for
record AuthoritySigner(Identity authority, Set<String> taken, TimeSource time) implements CertificateSigner {
    AuthoritySigner {
        taken = taken.stream().map(name -> name.toLowerCase(Locale.ROOT)).collect(Collectors.toUnmodifiableSet());
    }

    @Override
    public Optional<SigningRequest> read(String pem) {
        return CertificateRequests.read(pem).map(CertificateRequests.Asked::request);
    }

    @Override
    public String sign(String pem, boolean serves, Duration lifetime) {
        CertificateRequests.Asked asked = CertificateRequests.read(pem).orElseThrow();
        return Pem.of(new Issuer(time.wall()).sign(authority, asked, serves, lifetime));
    }
}
