package dev.tenure.kinds.core;

import dev.tenure.apiserver.pki.PemBlock;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// What is wrong with a certificate and the key beside it, in the words of Go's `crypto/tls` (X509KeyPair).
/// Pure.
final class TlsPair {
    private static final String CERTIFICATE = "CERTIFICATE";
    private static final String KEY = "PRIVATE KEY";

    private TlsPair() {}

    /// @param certificate PEM, or what was taken for it
    /// @param key as well
    static Optional<String> fault(String certificate, String key) {
        List<String> skipped = new ArrayList<>();
        Optional<PemBlock> first = Optional.empty();
        for (PemBlock block : blocks(certificate)) {
            if (!block.type().equals(CERTIFICATE)) {
                skipped.add(block.type());
            } else if (first.isEmpty()) {
                first = Optional.of(block);
            }
        }
        return first.isPresent() ? ofKey(first.get(), key) : Optional.of(uncertified(skipped));
    }

    private static String uncertified(List<String> skipped) {
        if (skipped.isEmpty()) {
            return "tls: failed to find any PEM data in certificate input";
        }
        if (skipped.size() == 1 && skipped.getFirst().endsWith(KEY)) {
            return "tls: failed to find certificate PEM data in certificate input, but did find a private key;"
                    + " PEM inputs may have been switched";
        }
        return "tls: failed to find \"CERTIFICATE\" PEM block in certificate input after skipping PEM blocks of the"
                + " following types: [" + String.join(" ", skipped) + "]";
    }

    private static Optional<String> ofKey(PemBlock certificate, String key) {
        List<String> skipped = new ArrayList<>();
        for (PemBlock block : blocks(key)) {
            if (block.type().equals(KEY) || block.type().endsWith(" " + KEY)) {
                return KeyMatch.fault(certificate.content(), block.content());
            }
            skipped.add(block.type());
        }
        if (skipped.isEmpty()) {
            return Optional.of("tls: failed to find any PEM data in key input");
        }
        if (skipped.size() == 1 && skipped.getFirst().equals(CERTIFICATE)) {
            return Optional.of("tls: found a certificate rather than a key in the PEM for the private key");
        }
        return Optional.of(
                "tls: failed to find PEM block with type ending in \"PRIVATE KEY\" in key input after skipping"
                        + " PEM blocks of the following types: [" + String.join(" ", skipped) + "]");
    }

    private static List<PemBlock> blocks(String text) {
        List<PemBlock> blocks = new ArrayList<>();
        Optional<PemBlock> next = PemBlock.first(text);
        while (next.isPresent()) {
            blocks.add(next.get());
            next = PemBlock.first(next.get().rest());
        }
        return blocks;
    }
}
