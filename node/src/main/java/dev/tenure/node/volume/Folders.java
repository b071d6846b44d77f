package dev.tenure.node.volume;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Comparator;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Trees of files.
public final class Folders {
    private static final int PERMISSIONS = 07777;

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

    /// Makes a folder and those above it, with the permissions of another one, those for its group and for
    /// who may delete in it too, whatever the mask of this process is.
    ///
    /// @param path below `model`
    /// @throws IOException also when a link on the way leads out of it, where nothing is made then
    public static void createLike(Path model, Path path) throws IOException {
        int mode = (int) Files.getAttribute(model, "unix:mode") & PERMISSIONS;
        Path base = model.toRealPath();
        Path made = base;
        for (Path part : model.relativize(path)) {
            made = made.resolve(part);
            if (!Files.exists(made, LinkOption.NOFOLLOW_LINKS)) {
                Files.createDirectory(made);
                Files.setAttribute(made, "unix:mode", mode);
            }
            made = made.toRealPath();
            if (!made.startsWith(base)) {
                throw new IOException("\"%s\" leads out of its folder".formatted(part));
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

    /// Adds up a tree: a file with several names counts once, other file systems mounted in it do not count,
    /// and files that vanish meanwhile count as nothing. A file with holes counts with its length.
    public static Use use(Path tree) {
        if (!Files.isDirectory(tree, LinkOption.NOFOLLOW_LINKS)) {
            return Use.NONE;
        }
        var counted = new Counted();
        try {
            Files.walkFileTree(tree, counted);
        } catch (IOException _) {
            // what was counted until then
        }
        return counted.total;
    }

    /// Adds up what it is led through. What cannot be read is passed over, and no reason to stop.
    private static final class Counted extends SimpleFileVisitor<Path> {
        private final Set<Object> seen = new HashSet<>();
        private Use total = Use.NONE;
        private Optional<Object> device = Optional.empty();

        @Override
        public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes about) {
            return count(folder, about) ? FileVisitResult.CONTINUE : FileVisitResult.SKIP_SUBTREE;
        }

        @Override
        public FileVisitResult visitFile(Path file, BasicFileAttributes about) {
            count(file, about);
            return FileVisitResult.CONTINUE;
        }

        @Override
        public FileVisitResult visitFileFailed(Path file, IOException why) {
            return FileVisitResult.CONTINUE;
        }

        @Override
        public FileVisitResult postVisitDirectory(Path folder, @Nullable IOException why) {
            return FileVisitResult.CONTINUE;
        }

        /// @return whether it is there, on the file system of the tree
        private boolean count(Path path, BasicFileAttributes about) {
            try {
                Map<String, Object> unix = Files.readAttributes(path, "unix:dev,ino,nlink", LinkOption.NOFOLLOW_LINKS);
                Object here = unix.getOrDefault("dev", path);
                if (!device.orElse(here).equals(here)) {
                    return false;
                }
                device = Optional.of(here);
                boolean several = unix.get("nlink") instanceof Integer names && names > 1;
                if (about.isDirectory()) {
                    total = total.plus(new Use(0, 1));
                } else if (!several || seen.add(unix.getOrDefault("ino", path))) {
                    total = total.plus(new Use(about.size(), 1));
                }
                return true;
            } catch (IOException _) {
                return false;
            }
        }
    }
}
