package dev.tenure.agent.volume;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;

/// Trees of files.
public final class Folders {
    private Folders() {}

    /// Deletes a tree without following links; one that is gone already is no error.
    public static void delete(Path tree) throws IOException {
        if (!Files.exists(tree, LinkOption.NOFOLLOW_LINKS)) {
            return;
        }
        try (Stream<Path> all = Files.walk(tree)) {
            for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(path);
            }
        }
    }

    /// What a tree takes on disk.
    public record Use(long bytes, long inodes) {
        public static final Use NONE = new Use(0, 0);

        public Use plus(Use other) {
            return new Use(bytes + other.bytes, inodes + other.inodes);
        }
    }

    /// Adds up a tree; files that vanish meanwhile count as nothing.
    public static Use use(Path tree) {
        if (!Files.isDirectory(tree, LinkOption.NOFOLLOW_LINKS)) {
            return Use.NONE;
        }
        Use[] total = {Use.NONE};
        try (Stream<Path> all = Files.walk(tree)) {
            all.forEach(path -> total[0] = total[0].plus(one(path)));
        } catch (IOException | java.io.UncheckedIOException _) {
            return total[0];
        }
        return total[0];
    }

    private static Use one(Path path) {
        try {
            Object blocks = Files.getAttribute(path, "unix:size", LinkOption.NOFOLLOW_LINKS);
            boolean folder = Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS);
            return new Use(!folder && blocks instanceof Long size ? size : 0, 1);
        } catch (IOException _) {
            return Use.NONE;
        }
    }
}
