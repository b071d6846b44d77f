package dev.tenure.launch.store;

import dev.tenure.cli.kubeconfig.DataDirectory;
import dev.tenure.runtime.io.PrivateFiles;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/// The note beside the certificates which says to which store they belong, so that a cluster whose store is
/// gone, or another's, does not begin anew without a word.
public final class StoreIdentity {
    private StoreIdentity() {}

    private static Path file(DataDirectory directory) {
        return directory.pki().resolve("store-id");
    }

    /// Empty when nothing is noted.
    public static String expected(DataDirectory directory) {
        return read(file(directory));
    }

    /// What a note says; empty when it is not there.
    static String read(Path file) {
        try {
            return Files.exists(file) ? Files.readString(file).strip() : "";
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + file, e);
        }
    }

    /// The certificates belong to no store in a data directory any more.
    static void forget(DataDirectory directory) {
        try {
            Files.deleteIfExists(file(directory));
        } catch (IOException e) {
            throw new UncheckedIOException("cannot remove " + file(directory), e);
        }
    }

    /// Notes the identity unless it stands there. The folder of certificates must be there.
    public static void note(DataDirectory directory, String identity) {
        write(file(directory), identity);
    }

    /// Writes a note unless it says so already.
    static void write(Path file, String note) {
        if (read(file).equals(note)) {
            return;
        }
        try {
            PrivateFiles.replace(file, (note + "\n").getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write " + file, e);
        }
    }
}
