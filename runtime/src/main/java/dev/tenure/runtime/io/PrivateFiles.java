package dev.tenure.runtime.io;

import java.io.IOException;
import java.nio.file.FileVisitOption;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/// Folders and files that only their owner may read, whatever the umask. On file systems without such rights
/// nothing is asked.
public final class PrivateFiles {
    private static final Set<PosixFilePermission> FOLDER = PosixFilePermissions.fromString("rwx------");
    private static final Set<PosixFilePermission> FILE = PosixFilePermissions.fromString("rw-------");

    private PrivateFiles() {}

    private static boolean hasRights(Path path) {
        return path.getFileSystem().supportedFileAttributeViews().contains("posix");
    }

    /// How a new file is to be made.
    public static FileAttribute<?>[] ofFile(Path path) {
        return hasRights(path)
                ? new FileAttribute<?>[] {PosixFilePermissions.asFileAttribute(FILE)}
                : new FileAttribute<?>[0];
    }

    /// Whether there is something that takes what is written, as a pipe or `/dev/stdout`, and whose place no
    /// file may take.
    public static boolean takesWrites(Path path) {
        return Files.exists(path) && !Files.isRegularFile(path) && !Files.isDirectory(path);
    }

    /// Puts a file for its owner alone in the place of the one that is there, whole or not at all. Pipes and
    /// devices are written to.
    public static void replace(Path file, byte[] content) throws IOException {
        if (takesWrites(file)) {
            Files.write(file, content);
            return;
        }
        Path next = file.resolveSibling(file.getFileName() + ".next");
        Files.deleteIfExists(next);
        Files.createFile(next, ofFile(next));
        try {
            Files.write(next, content);
            Files.move(next, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException e) {
            Files.deleteIfExists(next);
            throw e;
        }
    }

    /// Makes a folder for its owner alone; those above it that are missing, too. One that is there stays as
    /// it is.
    public static void makeFolder(Path folder) throws IOException {
        if (Files.isDirectory(folder)) {
            return;
        }
        if (hasRights(folder)) {
            Files.createDirectories(folder, PosixFilePermissions.asFileAttribute(FOLDER));
        } else {
            Files.createDirectories(folder);
        }
    }

    /// Takes the rights of others from one file or folder.
    ///
    /// @return whether there were any
    public static boolean tighten(Path path) throws IOException {
        if (!hasRights(path) || Files.isSymbolicLink(path)) {
            return false;
        }
        Set<PosixFilePermission> rights = Files.getPosixFilePermissions(path, LinkOption.NOFOLLOW_LINKS);
        EnumSet<PosixFilePermission> own = EnumSet.noneOf(PosixFilePermission.class);
        rights.stream().filter(FOLDER::contains).forEach(own::add);
        if (own.equals(rights)) {
            return false;
        }
        Files.setPosixFilePermissions(path, own);
        return true;
    }

    /// Takes the rights of others from a folder and what is in it, at most `depth` levels down.
    ///
    /// @return what had any
    public static List<Path> tightenAll(Path folder, int depth) throws IOException {
        List<Path> mended = new ArrayList<>();
        List<Path> all;
        try (Stream<Path> walked = Files.walk(folder, depth, new FileVisitOption[0])) {
            all = walked.toList();
        }
        for (Path one : all) {
            if (tighten(one)) {
                mended.add(one);
            }
        }
        return mended;
    }
}
