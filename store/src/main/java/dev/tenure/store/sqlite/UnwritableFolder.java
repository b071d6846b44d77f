package dev.tenure.store.sqlite;

import dev.tenure.store.StoreUnavailableException;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.function.Function;

/// A store's folder that may be read and not written: on a disk that is mounted so, or another user's. SQLite
/// makes files beside a database that it opens, so what only reads is done on a copy of the files, which is
/// for its owner alone and goes afterwards.
final class UnwritableFolder {
    /// Without the shared memory of whoever had it open last: it is made of the log again.
    private static final List<String> FILES = List.of("store.db", "store.db-wal", Mark.NAME);

    private final Path directory;

    private UnwritableFolder(Path directory) {
        this.directory = directory;
    }

    static boolean is(Path directory) {
        return Files.isDirectory(directory) && !Files.isWritable(directory);
    }

    /// @param asked is given the folder of the copy
    /// @throws StoreUnavailableException when a process has the store open, or it cannot be copied
    static <T> T copied(Path directory, Function<Path, T> asked) {
        try {
            return new UnwritableFolder(directory).copiedWhileClosed(asked);
        } catch (IOException e) {
            throw new StoreUnavailableException(
                    "cannot read the store in %s, which is read-only, by way of a copy in %s: %s"
                            .formatted(directory, System.getProperty("java.io.tmpdir"), e.getMessage()),
                    e);
        }
    }

    private <T> T copiedWhileClosed(Function<Path, T> asked) throws IOException {
        Path lock = directory.resolve("store.lock");
        if (!Files.exists(lock)) {
            return copied(asked);
        }
        try (FileChannel channel = FileChannel.open(lock, StandardOpenOption.READ)) {
            if (channel.tryLock(0, Long.MAX_VALUE, true) == null) {
                throw new StoreUnavailableException(
                        "the store in %s is in use: stop the process that has it first".formatted(directory));
            }
            return copied(asked);
        }
    }

    private <T> T copied(Function<Path, T> asked) throws IOException {
        Path copy = Files.createTempDirectory("tenure-store");
        try {
            for (String name : FILES) {
                Path one = directory.resolve(name);
                if (Files.exists(one)) {
                    Files.copy(one, copy.resolve(name));
                }
            }
            return asked.apply(copy);
        } finally {
            remove(copy);
        }
    }

    private static void remove(Path copy) throws IOException {
        try (var files = Files.list(copy)) {
            for (Path one : files.toList()) {
                Files.delete(one);
            }
        }
        Files.delete(copy);
    }
}
