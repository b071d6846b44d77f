package dev.tenure.client.rest;

import java.nio.charset.StandardCharsets;
import java.util.Base64;

/// Where a cluster is, and by what a user is known there, for a kubeconfig.
///
/// @param server for example `https://127.0.0.1:6443`
/// @param authority PEM certificates that the server's is checked against
/// @param certificate PEM
/// @param key PEM
public record KubeconfigText(String server, String authority, String certificate, String key) {
    /// A kubeconfig in YAML, with one context.
    ///
    /// @param user as it names the user
    public String forUser(String user) {
        return """
                apiVersion: v1
                kind: Config
                clusters:
                - name: tenure
                  cluster:
                    server: %s
                    certificate-authority-data: %s
                users:
                - name: %s
                  user:
                    client-certificate-data: %s
                    client-key-data: %s
                contexts:
                - name: tenure
                  context:
                    cluster: tenure
                    user: %s
                current-context: tenure
                """.formatted(server, base64(authority), user, base64(certificate), base64(key), user);
    }

    /// As certificates and keys stand in kubeconfigs.
    ///
    /// @param pem ASCII
    public static String base64(String pem) {
        return Base64.getEncoder().encodeToString(pem.getBytes(StandardCharsets.US_ASCII));
    }

    @Override
    public String toString() {
        return "KubeconfigText[" + server + "]";
    }
}
