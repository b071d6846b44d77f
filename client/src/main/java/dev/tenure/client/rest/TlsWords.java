package dev.tenure.client.rest;

import dev.tenure.runtime.io.IoWords;
import java.io.IOException;
import java.util.Optional;
import javax.net.ssl.SSLException;

/// What keeps two sides from trusting each other, in words for people, and what to do about it.
final class TlsWords {
    private TlsWords() {}

    static String of(IOException e) {
        if (!(e instanceof SSLException)) {
            return IoWords.of(e);
        }
        String said = Optional.ofNullable(e.getMessage()).orElse("no reason was given");
        if (said.contains("PKIX path") || said.contains("validity check failed")) {
            return "its certificate is not trusted (%s): give the authority that vouches for it with --certificate-authority or in the kubeconfig"
                    .formatted(said);
        }
        if (said.contains("No subject alternative")
                || said.contains("No name matching")
                || said.contains(ServerName.NOT_FOR)) {
            return "its certificate is for other names (%s): address it by one of them, or give one with --tls-server-name"
                    .formatted(said);
        }
        if (said.contains("certificate_expired")) {
            return "it says that the client certificate has expired: renew it, or log in again";
        }
        if (said.contains("bad_certificate")
                || said.contains("certificate_required")
                || said.contains("certificate_unknown")) {
            return "it does not accept the client certificate (%s), which may have expired: renew it, or log in again"
                    .formatted(said);
        }
        return said;
    }
}
