package dev.tenure.launch.process;

import dev.tenure.cli.command.CommandFailure;
import dev.tenure.cli.command.ExitCode;
import dev.tenure.cli.kubeconfig.DataDirectory;
import dev.tenure.runtime.io.IoWords;
import dev.tenure.runtime.io.PrivateFiles;
import dev.tenure.runtime.io.ShellWord;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// One process at a time owns a data directory. The lock is the operating system's, so it falls with the
/// process, however that ends.
public final class DirectoryLock implements AutoCloseable {
    private static final System.Logger LOG = System.getLogger(DirectoryLock.class.getPackageName());

    /// The data directory, its folders, and what is in these.
    private static final int DEPTH = 3;

    private final DataDirectory directory;
    private final FileChannel channel;
    private final FileLock lock;

    private DirectoryLock(DataDirectory directory, FileChannel channel, FileLock lock) {
        this.directory = directory;
        this.channel = channel;
        this.lock = lock;
    }

    /// Creates the directory if it is not there, for its owner alone, and locks it.
    ///
    /// @throws CommandFailure when it cannot be written, another process has it, or a restore into it was
    ///     cut off
    public static DirectoryLock take(DataDirectory directory) {
        Path root = directory.root();
        refuseHalfRestored(directory);
        try {
            createPrivately(root);
            FileChannel channel = FileChannel.open(
                    directory.lock(),
                    Set.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE),
                    PrivateFiles.ofFile(directory.lock()));
            FileLock lock = channel.tryLock();
            if (lock == null) {
                channel.close();
                throw new CommandFailure(ExitCode.FAILED, inUse(directory));
            }
            mend(root);
            Files.deleteIfExists(directory.pid());
            Files.createFile(directory.pid(), PrivateFiles.ofFile(directory.pid()));
            Files.writeString(directory.pid(), ProcessHandle.current().pid() + "\n");
            return new DirectoryLock(directory, channel, lock);
        } catch (IOException e) {
            throw new CommandFailure(
                    ExitCode.FAILED,
                    "data directory \"%s\" cannot be written (%s): choose another with --data-dir, or use --ephemeral"
                            .formatted(root, IoWords.briefly(e)));
        }
    }

    /// Who starts there takes it for the cluster of the backup, and would find an empty one.
    private static void refuseHalfRestored(DataDirectory directory) {
        if (Files.exists(directory.halfRestored()) && !Files.exists(directory.store())) {
            throw new CommandFailure(
                    ExitCode.FAILED,
                    "a restore into \"%s\" was cut off: run it again, or remove \"%s\" to begin a new cluster there"
                            .formatted(directory.root(), directory.halfRestored()));
        }
    }

    private static void createPrivately(Path root) throws IOException {
        if (Files.isDirectory(root)) {
            return;
        }
        Path parent = root.toAbsolutePath().getParent();
        if (parent != null) {
            Files.createDirectories(parent);
        }
        PrivateFiles.makeFolder(root);
    }

    /// Keys and objects are nobody else's business, whatever the umask was when the files were made.
    private static void mend(Path root) throws IOException {
        List<Path> open = PrivateFiles.tightenAll(root, DEPTH);
        if (!open.isEmpty()) {
            LOG.log(
                    System.Logger.Level.WARNING,
                    "{0} of the files in data directory \"{1}\" could be read by others, for example {2}: that is no"
                            + " longer so",
                    open.size(),
                    root,
                    open.getFirst());
        }
    }

    private static String inUse(DataDirectory directory) {
        String owner = runningPid(directory).map(pid -> " (pid " + pid + ")").orElse("");
        return "data directory \"%s\" is in use by a running tenure%s: stop it with `tenure down --data-dir %s`, or choose another with --data-dir"
                .formatted(directory.root(), owner, ShellWord.of(directory.root()));
    }

    /// The id of the process that wrote the pid file, if that process still lives.
    public static Optional<Long> runningPid(DataDirectory directory) {
        try {
            long pid = Long.parseLong(Files.readString(directory.pid()).strip());
            return ProcessHandle.of(pid).isPresent() ? Optional.of(pid) : Optional.empty();
        } catch (IOException | NumberFormatException _) {
            return Optional.empty();
        }
    }

    /// Whether some process holds the lock of this directory, which need not be one that may be written.
    public static boolean isHeld(DataDirectory directory) {
        if (!Files.exists(directory.lock())) {
            return false;
        }
        try (FileChannel channel = FileChannel.open(directory.lock(), StandardOpenOption.READ);
                @Nullable FileLock free = channel.tryLock(0, Long.MAX_VALUE, true)) {
            return free == null;
        } catch (IOException _) {
            return false;
        }
    }

    @Override
    public void close() {
        try {
            Files.deleteIfExists(directory.pid());
            lock.release();
            channel.close();
        } catch (IOException _) {
            // the operating system frees the lock when the process ends
        }
    }
}
