package dev.tenure.launch.process;

import dev.tenure.runtime.io.PrivateFiles;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;

/// Writes kubeconfigs, the administrator's and those of agents, readable by their owners alone.
public final class KubeconfigFile {
    private KubeconfigFile() {}

    /// Where a cluster is, and by what its user is known there.
    ///
    /// @param authority PEM certificate that the server's is checked against
    /// @param certificate PEM
    /// @param key PEM
    public record Access(String server, String authority, String certificate, String key) {
        @Override
        public String toString() {
            return "Access[" + server + "]";
        }
    }

    /// Writes the administrator's, in the place of what the file held.
    public static void write(Path file, Access access) throws IOException {
        write(file, "tenure-admin", access);
    }

    /// The same for somebody of another name.
    public static void write(Path file, String user, Access access) throws IOException {
        String text = """
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
                """.formatted(
                        access.server(),
                        base64(access.authority()),
                        user,
                        base64(access.certificate()),
                        base64(access.key()),
                        user);
        PrivateFiles.replace(file, text.getBytes(StandardCharsets.UTF_8));
    }

    /// A certificate and its key.
    ///
    /// @param certificate PEM
    /// @param key PEM
    public record Shown(String certificate, String key) {
        public static final Shown NOTHING = new Shown("", "");

        @Override
        public String toString() {
            return "Shown[…]";
        }
    }

    /// Whether the file holds certificate and key itself, and does not only name files that do.
    public static boolean holds(Path file, Shown shown) {
        try {
            String text = Files.readString(file);
            return !shown.equals(Shown.NOTHING)
                    && text.contains(base64(shown.certificate()))
                    && text.contains(base64(shown.key()));
        } catch (IOException _) {
            return false;
        }
    }

    /// Puts another certificate and key in the place of those that the file holds; all else in it stays.
    ///
    /// @throws IOException when they are not there, or the file cannot be written
    public static void replace(Path file, Shown former, Shown next) throws IOException {
        if (!holds(file, former)) {
            throw new IOException("it does not hold the certificate");
        }
        String text = Files.readString(file)
                .replace(base64(former.certificate()), base64(next.certificate()))
                .replace(base64(former.key()), base64(next.key()));
        PrivateFiles.replace(file, text.getBytes(StandardCharsets.UTF_8));
    }

    private static String base64(String text) {
        return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.US_ASCII));
    }
}
