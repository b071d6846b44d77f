package dev.tenure.store.sqlite;

import dev.tenure.runtime.io.PrivateFiles;
import dev.tenure.store.StoreUnavailableException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The claim of one process to a store's directory. The operating system takes it back when the process dies,
/// however it dies. The file stays behind and tells the process that held it last.
final class DatabaseLock implements AutoCloseable {
    private final FileChannel channel;

    private DatabaseLock(FileChannel channel) {
        this.channel = channel;
    }

    /// @throws StoreUnavailableException when another store holds the directory, or it cannot be written to
    static DatabaseLock take(Path directory) {
        Path file = directory.resolve("store.lock");
        FileChannel channel = null;
        try {
            createDurably(directory.toAbsolutePath());
            channel = FileChannel.open(
                    file,
                    Set.of(StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE),
                    PrivateFiles.ofFile(file));
            if (tryLock(channel) == null) {
                String holder = Files.readString(file).strip();
                channel.close();
                throw new StoreUnavailableException(
                        "the store in %s is in use by process %s: stop that one first, or use another directory"
                                .formatted(directory, holder.isEmpty() ? "of unknown number" : holder));
            }
            channel.truncate(0);
            byte[] text = (ProcessHandle.current().pid() + "\n").getBytes(StandardCharsets.UTF_8);
            channel.write(ByteBuffer.wrap(text));
            return new DatabaseLock(channel);
        } catch (IOException e) {
            closeQuietly(channel);
            throw Failures.ofDirectory(directory, e);
        }
    }

    /// Makes a directory and those above it, each entry synced, so that a store in it survives the next power
    /// cut.
    private static void createDurably(Path directory) throws IOException {
        Path parent = directory.getParent();
        if (Files.isDirectory(directory) || parent == null) {
            return;
        }
        createDurably(parent);
        PrivateFiles.makeFolder(directory);
        try (FileChannel entries = FileChannel.open(parent, StandardOpenOption.READ)) {
            entries.force(true);
        } catch (IOException _) {
            return; // not every operating system lets a directory be synced
        }
    }

    private static @Nullable FileLock tryLock(FileChannel channel) throws IOException {
        try {
            return channel.tryLock();
        } catch (OverlappingFileLockException _) {
            return null;
        }
    }

    private static void closeQuietly(@Nullable FileChannel channel) {
        try {
            if (channel != null) {
                channel.close();
            }
        } catch (IOException _) {
            // the failure that led here is the one to report
        }
    }

    @Override
    public void close() {
        closeQuietly(channel);
    }
}
