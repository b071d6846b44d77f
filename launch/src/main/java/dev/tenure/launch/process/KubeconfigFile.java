package dev.tenure.launch.process;

import dev.tenure.client.rest.KubeconfigText;
import dev.tenure.runtime.io.PrivateFiles;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/// Writes kubeconfigs, the administrator's and those of agents, readable by their owners alone.
public final class KubeconfigFile {
    private KubeconfigFile() {}

    /// Writes the administrator's, in the place of what the file held.
    public static void write(Path file, KubeconfigText access) throws IOException {
        write(file, "tenure-admin", access);
    }

    /// The same for somebody of another name.
    public static void write(Path file, String user, KubeconfigText access) throws IOException {
        PrivateFiles.replace(file, access.forUser(user).getBytes(StandardCharsets.UTF_8));
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
                    && text.contains(KubeconfigText.base64(shown.certificate()))
                    && text.contains(KubeconfigText.base64(shown.key()));
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
                .replace(KubeconfigText.base64(former.certificate()), KubeconfigText.base64(next.certificate()))
                .replace(KubeconfigText.base64(former.key()), KubeconfigText.base64(next.key()));
        PrivateFiles.replace(file, text.getBytes(StandardCharsets.UTF_8));
    }
}
