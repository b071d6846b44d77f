package dev.tenure.apiserver.authn;

import dev.tenure.runtime.loop.Published;
import dev.tenure.runtime.time.TimeSource;
import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.cert.CertPathBuilder;
import java.security.cert.CertStore;
import java.security.cert.CertificateException;
import java.security.cert.CollectionCertStoreParameters;
import java.security.cert.PKIXBuilderParameters;
import java.security.cert.TrustAnchor;
import java.security.cert.X509CertSelector;
import java.security.cert.X509Certificate;
import java.util.Date;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;

/// Who the certificates stand for that clients show. TLS takes whatever is shown, as upstream does; here it
/// is looked at with each request, so that a certificate which nobody vouches for, or which has run out
/// meanwhile, is answered with 401 and not with a connection that breaks off. Any thread. Upstream:
/// authentication/request/x509.
public final class ClientCertificates {
    private static final Set<String> CLIENT_AUTH = Set.of("1.3.6.1.5.5.7.3.2");
    private static final int USERS_MAX = 1_000;

    /// Who vouches, and who the certificates stand for that they were found to vouch for.
    private record Trust(Set<TrustAnchor> anchors, Map<X509Certificate, Optional<User>> found) {}

    private final TimeSource time;
    private final Published<Trust> trust;

    /// @param authorities who vouches for certificates of clients; none: nobody does
    public ClientCertificates(List<X509Certificate> authorities, TimeSource time) {
        this.time = time;
        this.trust = new Published<>(trust(authorities));
    }

    /// Others vouch from now on. One thread.
    public void trustOnly(List<X509Certificate> authorities) {
        trust.publish(trust(authorities));
    }

    private static Trust trust(List<X509Certificate> authorities) {
        Set<TrustAnchor> anchors = authorities.stream()
                .map(authority -> new TrustAnchor(authority, null))
                .collect(Collectors.toSet());
        return new Trust(anchors, new ConcurrentHashMap<>());
    }

    /// @param chain the client's certificate, then those that it says vouch for it; not empty
    /// @return empty when it stands for nobody
    /// @throws CertificateException when nobody who is trusted vouches for it, or it has run out
    public Optional<User> user(List<X509Certificate> chain) throws CertificateException {
        X509Certificate shown = chain.getFirst();
        Date now = Date.from(time.wall());
        shown.checkValidity(now);
        Trust trusted = trust.get();
        Optional<User> known = trusted.found.get(shown);
        if (known != null) {
            return known;
        }
        check(trusted.anchors, chain, now);
        if (trusted.found.size() >= USERS_MAX) {
            trusted.found.clear();
        }
        Optional<User> user = CertificateUser.of(shown).map(User::authenticated);
        trusted.found.put(shown, user);
        return user;
    }

    private static void check(Set<TrustAnchor> anchors, List<X509Certificate> chain, Date now)
            throws CertificateException {
        if (anchors.isEmpty()) {
            throw new CertificateException("nobody vouches for certificates of clients");
        }
        var wanted = new X509CertSelector();
        wanted.setCertificate(chain.getFirst());
        try {
            wanted.setExtendedKeyUsage(CLIENT_AUTH);
            var parameters = new PKIXBuilderParameters(anchors, wanted);
            parameters.addCertStore(CertStore.getInstance("Collection", new CollectionCertStoreParameters(chain)));
            parameters.setRevocationEnabled(false);
            parameters.setDate(now);
            CertPathBuilder.getInstance("PKIX").build(parameters);
        } catch (GeneralSecurityException | IOException e) {
            throw new CertificateException("nobody who is trusted vouches for the certificate", e);
        }
    }
}
