package dev.tenure.apiserver.pki;

import java.security.PrivateKey;
import java.security.cert.X509Certificate;

/// A certificate with its key.
public record Identity(X509Certificate certificate, PrivateKey key) {}
