package dev.tenure.node.volume;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermission;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/// A folder of small files that changes all at once: `..data` points to a folder with a time in its name,
/// and each file is a link through it. Readers see the old files or the new ones, never a mixture.
/// Upstream: atomic_writer.go.
final class PayloadFolder {
    private static final String DATA = "..data";
    private static final int PERMISSION_BITS = 9;

    /// One file.
    ///
    /// @param mode permission bits
    /// @param owned whether it belongs to the pod's user instead of to the agent's
    record Payload(byte[] content, int mode, boolean owned) {
        Payload(byte[] content, int mode) {
            this(content, mode, false);
        }

        boolean same(Path file) throws IOException {
            return Files.isRegularFile(file) && Arrays.equals(Files.readAllBytes(file), content);
        }
    }

    private PayloadFolder() {}

    /// Whether a folder has been written.
    static boolean written(Path folder) {
        return Files.isSymbolicLink(folder.resolve(DATA));
    }

    /// Makes the folder hold exactly these files; does nothing when it does already.
    ///
    /// @param payloads by relative path
    /// @param version names the new state; never used before in this folder
    static void write(Path folder, Map<String, Payload> payloads, String version, VolumeOwner owner)
            throws IOException {
        Files.createDirectories(folder);
        Path data = folder.resolve(DATA);
        if (Files.isDirectory(data) && same(data, payloads)) {
            return;
        }
        Path next = Files.createDirectories(folder.resolve(".." + version));
        for (var entry : payloads.entrySet()) {
            Path file = next.resolve(entry.getKey()).normalize();
            if (!file.startsWith(next)) {
                throw new IOException("path \"%s\" leads out of the volume".formatted(entry.getKey()));
            }
            Files.createDirectories(file.getParent());
            Files.write(file, entry.getValue().content());
            Files.setPosixFilePermissions(file, permissions(entry.getValue().mode()));
            if (entry.getValue().owned()) {
                owner.giveToUser(file);
            }
        }
        owner.giveToGroup(folder, true);
        Path before = Files.isSymbolicLink(data) ? folder.resolve(Files.readSymbolicLink(data)) : null;
        Path link = Files.createSymbolicLink(folder.resolve("..data_tmp"), next.getFileName());
        Files.move(link, data, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        link(folder, payloads.keySet());
        if (before != null) {
            Folders.delete(before);
        }
    }

    private static void link(Path folder, Set<String> paths) throws IOException {
        var tops = new TreeSet<String>();
        paths.forEach(path -> tops.add(Path.of(path).getName(0).toString()));
        for (String top : tops) {
            Path visible = folder.resolve(top);
            if (!Files.isSymbolicLink(visible)) {
                Files.createSymbolicLink(visible, Path.of(DATA, top));
            }
        }
        try (Stream<Path> children = Files.list(folder)) {
            for (Path child : children.toList()) {
                String name = child.getFileName().toString();
                if (!name.startsWith("..") && !tops.contains(name)) {
                    Files.delete(child);
                }
            }
        }
    }

    private static boolean same(Path data, Map<String, Payload> payloads) throws IOException {
        Path real = data.toRealPath();
        try (Stream<Path> files = Files.walk(real)) {
            if (files.filter(Files::isRegularFile).count() != payloads.size()) {
                return false;
            }
        }
        for (var entry : payloads.entrySet()) {
            if (!entry.getValue().same(real.resolve(entry.getKey()))) {
                return false;
            }
        }
        return true;
    }

    static Set<PosixFilePermission> permissions(int mode) {
        Set<PosixFilePermission> set = EnumSet.noneOf(PosixFilePermission.class);
        PosixFilePermission[] all = PosixFilePermission.values();
        for (int bit = 0; bit < PERMISSION_BITS; bit++) {
            if ((mode >> (PERMISSION_BITS - 1 - bit) & 1) == 1) {
                set.add(all[bit]);
            }
        }
        return set;
    }
}
