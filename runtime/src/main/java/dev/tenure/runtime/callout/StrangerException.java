package dev.tenure.runtime.callout;

import java.security.cert.CertificateException;

/// A server is not believed to be who it should be. Its message says why in the words of Go's crypto/x509.
final class StrangerException extends CertificateException {
    private static final long serialVersionUID = 1L;

    StrangerException(String why) {
        super("x509: " + why);
    }
}
