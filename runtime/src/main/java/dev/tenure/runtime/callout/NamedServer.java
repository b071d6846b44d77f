package dev.tenure.runtime.callout;

import dev.tenure.runtime.time.TimeSource;
import dev.tenure.runtime.tls.ServerTrust;
import java.security.cert.CertificateException;
import java.security.cert.CertificateParsingException;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import javax.net.ssl.X509TrustManager;

/// Believes a server whose certificate is in force, is for one name, and is vouched for; says in Go's words
/// which of these is not so, and asks in Go's order. Upstream: crypto/x509 (Certificate.Verify,
/// VerifyHostname).
final class NamedServer extends ServerTrust {
    private static final Integer DNS = 2;
    private static final Integer ADDRESS = 7;

    private final String name;
    private final TimeSource time;

    /// @param authorities decides who vouches
    /// @param name a host name, or an IP address
    NamedServer(X509TrustManager authorities, String name, TimeSource time) {
        super(authorities);
        this.name = name.toLowerCase(Locale.ROOT);
        this.time = time;
    }

    @Override
    protected void check(X509Certificate[] chain, String type) throws CertificateException {
        checkTime(chain[0]);
        checkName(chain[0]);
        try {
            authorities().checkServerTrusted(chain, type);
        } catch (CertificateException e) {
            for (X509Certificate other : chain) {
                checkTime(other);
            }
            throw withCause(new StrangerException("certificate signed by unknown authority"), e);
        }
    }

    private static StrangerException withCause(StrangerException stranger, CertificateException cause) {
        stranger.initCause(cause);
        return stranger;
    }

    private void checkTime(X509Certificate certificate) throws StrangerException {
        Instant now = time.wall().truncatedTo(ChronoUnit.SECONDS);
        Instant from = certificate.getNotBefore().toInstant();
        Instant until = certificate.getNotAfter().toInstant();
        String expired = "certificate has expired or is not yet valid: current time %s is %s %s";
        if (now.isBefore(from)) {
            throw new StrangerException(expired.formatted(now, "before", from));
        }
        if (now.isAfter(until)) {
            throw new StrangerException(expired.formatted(now, "after", until));
        }
    }

    private void checkName(X509Certificate certificate) throws CertificateParsingException, StrangerException {
        List<String> hosts = names(certificate, DNS);
        List<String> addresses = names(certificate, ADDRESS);
        if (IpLiteral.is(name)) {
            if (addresses.contains(IpLiteral.canonical(name))) {
                return;
            }
            throw new StrangerException(
                    addresses.isEmpty()
                            ? "cannot validate certificate for %s because it doesn't contain any IP SANs"
                                    .formatted(name)
                            : validFor(addresses, name));
        }
        if (hosts.stream().anyMatch(pattern -> isFor(pattern.toLowerCase(Locale.ROOT), name))) {
            return;
        }
        if (hosts.isEmpty() && addresses.isEmpty() && hasCommonName(certificate)) {
            throw new StrangerException("certificate relies on legacy Common Name field, use SANs instead");
        }
        throw new StrangerException(
                hosts.isEmpty()
                        ? "certificate is not valid for any names, but wanted to match " + name
                        : validFor(hosts, name));
    }

    private static String validFor(List<String> names, String wanted) {
        return "certificate is valid for %s, not %s".formatted(String.join(", ", names), wanted);
    }

    private static boolean hasCommonName(X509Certificate certificate) {
        return certificate.getSubjectX500Principal().getName().contains("CN=");
    }

    /// A pattern may have `*` as its whole first label.
    private static boolean isFor(String pattern, String host) {
        int dot = host.indexOf('.');
        return pattern.equals(host)
                || (dot > 0 && pattern.startsWith("*.") && pattern.substring(1).equals(host.substring(dot)));
    }

    private static List<String> names(X509Certificate certificate, Integer kind) throws CertificateParsingException {
        Collection<List<?>> all = certificate.getSubjectAlternativeNames();
        List<String> found = new ArrayList<>();
        if (all != null) {
            for (List<?> each : all) {
                if (kind.equals(each.getFirst())) {
                    String written = String.valueOf(each.get(1));
                    found.add(kind.equals(ADDRESS) ? IpLiteral.canonical(written) : written);
                }
            }
        }
        return found;
    }
}
