package dev.tenure.checks.node;

import static java.nio.file.StandardOpenOption.APPEND;
import static java.nio.file.StandardOpenOption.CREATE;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;

/// A file system of its own in a file, small enough to be filled.
final class SmallDisk implements AutoCloseable {
    static final int MEBI = 600;
    private static final int INODES = 8192;
    private static final int CHUNK = 1 << 20;
    private static final int BLOCK = 1 << 12;

    private final Path image;
    private final Path folder;

    private SmallDisk(Path image, Path folder) {
        this.image = image;
        this.folder = folder;
    }

    /// Makes and mounts it.
    static SmallDisk mount(Path image, Path folder) throws IOException, InterruptedException {
        TrialRuntime.run("truncate", "-s", MEBI + "M", image.toString());
        TrialRuntime.run(
                "mkfs.ext4", "-q", "-O", "^has_journal", "-N", String.valueOf(INODES), "-m", "0", image.toString());
        Files.createDirectories(folder);
        TrialRuntime.run("mount", "-o", "loop", image.toString(), folder.toString());
        return new SmallDisk(image, folder);
    }

    Path folder() {
        return folder;
    }

    private Path filler() {
        return folder.resolve("filler");
    }

    long leftMebi() throws IOException {
        return Files.getFileStore(folder).getUsableSpace() / CHUNK;
    }

    /// Somebody else writes until no more than that is left; 0: to the last byte.
    void fill(long leftMebi) throws IOException {
        for (int size = CHUNK; size >= BLOCK; size /= 16) {
            try (OutputStream out = Files.newOutputStream(filler(), CREATE, APPEND)) {
                byte[] chunk = new byte[size];
                while (leftMebi == 0 || leftMebi() > leftMebi) {
                    out.write(chunk);
                }
            } catch (IOException e) {
                if (leftMebi > 0) {
                    throw e;
                }
            }
        }
    }

    /// Takes away what [#fill] wrote.
    void free() throws IOException {
        Files.deleteIfExists(filler());
    }

    @Override
    public void close() {
        try {
            TrialRuntime.run("umount", folder.toString());
            Files.delete(image);
        } catch (IOException e) {
            throw new IllegalStateException("the small disk stays mounted: " + e.getMessage(), e);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }
}
