package dev.tenure.client.rest;

import dev.tenure.runtime.io.IoWords;
import java.io.IOException;
import java.util.Optional;
import javax.net.ssl.SSLException;

/// What keeps two sides from trusting each other, in words for people, and what to do about it.
final class TlsWords {
    private TlsWords() {}

    /// Of the first request on a connection to which a client certificate was shown. A server that does not
    /// take it says why and hangs up; who is still writing meets the closed end before he reads that.
    static String ofFirst(IOException e) {
        String written = of(e);
        return written.contains("Broken pipe") || written.contains("Connection reset")
                ? "it has hung up (%s), perhaps because the client certificate has expired: renew it, or log in again"
                        .formatted(written)
                : written;
    }

    static String of(IOException e) {
        if (!(e instanceof SSLException)) {
            return IoWords.of(e);
        }
        String written = Optional.ofNullable(e.getMessage()).orElse("no reason was given");
        if (written.contains("PKIX path") || written.contains("validity check failed")) {
            return "its certificate is not trusted (%s): give the authority that vouches for it with --certificate-authority or in the kubeconfig"
                    .formatted(written);
        }
        if (written.contains("No subject alternative")
                || written.contains("No name matching")
                || written.contains(ServerName.NOT_FOR)) {
            return "its certificate is for other names (%s): address it by one of them, or give one with --tls-server-name"
                    .formatted(written);
        }
        if (written.contains("certificate_expired")) {
            return "it says that the client certificate has expired: renew it, or log in again";
        }
        if (written.contains("bad_certificate")
                || written.contains("certificate_required")
                || written.contains("certificate_unknown")) {
            return "it does not accept the client certificate (%s), which may have expired: renew it, or log in again"
                    .formatted(written);
        }
        return written;
    }
}
