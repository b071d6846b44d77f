package dev.tenure.runtime.tls;

import java.util.List;

/// What somebody asks a certificate for.
///
/// @param subject who it is to stand for
/// @param names DNS names that it is to answer for
/// @param addresses IP addresses that it is to answer for
/// @param more whether it asks for names of yet other kinds, as mail addresses and URIs
public record SigningRequest(CertificateSubject subject, List<String> names, List<String> addresses, boolean more) {
    public SigningRequest {
        names = List.copyOf(names);
        addresses = List.copyOf(addresses);
    }
}
