package dev.tenure.node.garbage;

import dev.tenure.kubelet.garbage.LogLimits;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;

/// Keeps the logs of containers within bounds: a file that has grown too large is set aside under the time of
/// that moment, those set aside before are compressed, the oldest go. Waits for the disk and the runtime.
public final class LogRotator {
    private static final System.Logger LOG = System.getLogger(LogRotator.class.getPackageName());
    private static final String COMPRESSED = ".gz";
    private static final String UNFINISHED = ".tmp";
    private static final DateTimeFormatter MOMENT =
            DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss", Locale.ROOT).withZone(ZoneOffset.UTC);

    /// Has the runtime write to a new file of the old name.
    public interface Reopen {
        void reopen(String containerId);
    }

    private final LogLimits settings;
    private final Reopen runtime;

    public LogRotator(LogLimits settings, Reopen runtime) {
        this.settings = settings;
        this.runtime = runtime;
    }

    /// Sets the file aside if it is too large.
    ///
    /// @param log what the running container writes to
    public void rotate(String containerId, Path log, Instant now) throws IOException {
        if (settings.bytesMax() <= 0 || size(log) < settings.bytesMax()) {
            return;
        }
        List<Path> aside = aside(log);
        int keep = Math.max(0, settings.filesMax() - 2);
        for (Path old : aside.subList(0, Math.max(0, aside.size() - keep))) {
            Files.deleteIfExists(old);
        }
        for (Path old : aside.subList(Math.max(0, aside.size() - keep), aside.size())) {
            if (!old.toString().endsWith(COMPRESSED)) {
                compress(old);
            }
        }
        Path moved = log.resolveSibling(log.getFileName() + "." + MOMENT.format(now));
        Files.move(log, moved);
        try {
            runtime.reopen(containerId);
        } catch (RuntimeException e) {
            Files.move(moved, log);
            throw e;
        }
    }

    private static long size(Path log) throws IOException {
        try {
            return Files.size(log);
        } catch (NoSuchFileException _) {
            return 0;
        }
    }

    /// What was set aside, oldest first. What a break in the middle of compressing has left is tidied up.
    private static List<Path> aside(Path log) throws IOException {
        String prefix = log.getFileName() + ".";
        List<Path> found;
        try (Stream<Path> files = Files.list(log.toAbsolutePath().getParent())) {
            found = files.filter(file -> file.getFileName().toString().startsWith(prefix))
                    .sorted()
                    .toList();
        }
        var aside = new ArrayList<Path>();
        for (Path file : found) {
            String name = file.toString();
            if (name.endsWith(UNFINISHED) || found.contains(Path.of(name + COMPRESSED))) {
                LOG.log(System.Logger.Level.DEBUG, "removing {0}", name);
                Files.deleteIfExists(file);
            } else {
                aside.add(file);
            }
        }
        return aside;
    }

    private static void compress(Path file) throws IOException {
        Path unfinished = Path.of(file + UNFINISHED);
        try (InputStream in = Files.newInputStream(file);
                OutputStream out = new GZIPOutputStream(Files.newOutputStream(unfinished))) {
            in.transferTo(out);
        }
        Files.move(unfinished, Path.of(file + COMPRESSED), StandardCopyOption.ATOMIC_MOVE);
        Files.delete(file);
    }
}
