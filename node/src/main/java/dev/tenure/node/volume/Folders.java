package dev.tenure.node.volume;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

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

    /// Makes a folder and those above it, with the permissions of another one, those for its group and for who may
    /// delete in it too, whatever the mask of this process is.
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

    /// Adds up a tree: a file with several names counts once, other file systems mounted in it do not count, and
    /// files that vanish meanwhile count as nothing. A file with holes counts with its length.
    public static Use use(Path tree) {
        if (!Files.isDirectory(tree, LinkOption.NOFOLLOW_LINKS)) {
            return Use.NONE;
        }
        Use total = Use.NONE;
        Set<Object> seen = new HashSet<>();
        try (Stream<Path> all = Files.walk(tree)) {
            Object device = Files.getAttribute(tree, "unix:dev", LinkOption.NOFOLLOW_LINKS);
            for (Path path : (Iterable<Path>) all::iterator) {
                total = total.plus(one(path, device, seen));
            }
        } catch (IOException | UncheckedIOException _) {
            return total;
        }
        return total;
    }

    private static Use one(Path path, Object device, Set<Object> seen) {
        try {
            Map<String, Object> file = Files.readAttributes(path, "unix:dev,ino,nlink,size", LinkOption.NOFOLLOW_LINKS);
            boolean folder = Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS);
            boolean linked = !folder && file.get("nlink") instanceof Integer links && links > 1;
            if (!device.equals(file.get("dev")) || (linked && !seen.add(file.getOrDefault("ino", path)))) {
                return Use.NONE;
            }
            return new Use(!folder && file.get("size") instanceof Long size ? size : 0, 1);
        } catch (IOException _) {
            return Use.NONE;
        }
    }
}
