package dev.tenure.checks.program;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// An AOT cache of the classes that a starting cluster loads: with it a process of the program costs half of
/// the processor time until it is ready. It stands in the folder of what was built, named by the jars that it
/// was made of, and can be made of jars only: where a room's classes are still in folders there is none.
///
/// Several processes may ask for one: the first makes it, the others go without until it is there.
final class ClassCache {
    private static final String READY = "KUBECONFIG=";
    private static final String PREFIX = "program-";

    private final Path folder;
    private final List<Path> jars;
    private final Path file;

    private ClassCache(Path folder, List<Path> jars) {
        this.folder = folder;
        this.jars = jars;
        this.file = folder.resolve(PREFIX + name(jars) + ".aot");
    }

    /// Of a class path of jars and of this room's own folders, of which the program needs nothing.
    static Optional<ClassCache> beside(List<Path> classPath) {
        List<Path> folders = classPath.stream().filter(Files::isDirectory).toList();
        List<Path> built = folders.stream().map(Path::getParent).distinct().toList();
        if (built.size() != 1) {
            return Optional.empty();
        }
        List<Path> jars = classPath.stream().filter(Files::isRegularFile).toList();
        return Optional.of(new ClassCache(built.getFirst(), jars));
    }

    /// What a process that reads the cache has to have as its class path.
    List<Path> jars() {
        return jars;
    }

    /// The flags with which a JVM reads it; one that cannot says nothing and goes without.
    static List<String> reading(Path cache) {
        return List.of("-XX:AOTCache=" + cache, "-Xlog:aot=off", "-Xlog:cds=off");
    }

    /// The cache, which is made now unless it is there.
    ///
    /// @return nothing while another process makes it
    Optional<Path> made() {
        try {
            if (!Files.exists(file) && claimed()) {
                make();
            }
            return Optional.of(file).filter(Files::exists);
        } catch (IOException e) {
            throw new UncheckedIOException("no AOT cache of the program can be made in " + folder, e);
        }
    }

    /// Whether this process is the one that makes it. A claim whose owner is gone is taken away for the next
    /// one; that of one who could not make it stays while he lives.
    private boolean claimed() throws IOException {
        Path claim = claim();
        try {
            Files.createFile(claim);
            Files.writeString(claim, Long.toString(ProcessHandle.current().pid()));
            return true;
        } catch (FileAlreadyExistsException _) {
            String owner = Files.exists(claim) ? Files.readString(claim) : "";
            if (!owner.isEmpty()
                    && ProcessHandle.of(Long.parseLong(owner))
                            .filter(ProcessHandle::isAlive)
                            .isEmpty()) {
                Files.deleteIfExists(claim);
            }
            return false;
        }
    }

    private Path claim() {
        return folder.resolve(file.getFileName() + ".claim");
    }

    private void make() throws IOException {
        removeOlder();
        Path next = folder.resolve(file.getFileName() + ".next");
        Path data = Files.createTempDirectory("tenure-cache-");
        try {
            var words = new ArrayList<>(TenureJvm.words(jars));
            words.add(1, "-XX:AOTCacheOutput=" + next);
            words.addAll(List.of("up", "--port", "0", "--nodes", "3", "--ephemeral"));
            words.addAll(List.of("--data-dir", data.toString()));
            boolean wasReady = endWhenReady(
                    new ProcessBuilder(words).redirectErrorStream(true).start());
            if (wasReady && Files.exists(next)) {
                Files.move(next, file);
                Files.delete(claim());
            }
        } finally {
            ServerFolders.remove(data);
        }
    }

    /// Whether it was ready before it ended.
    private static boolean endWhenReady(Process process) throws IOException {
        boolean ready = false;
        try (BufferedReader out = process.inputReader()) {
            for (String line = out.readLine(); line != null; line = out.readLine()) {
                if (line.contains(READY)) {
                    ready = true;
                    // Process.destroy would close what is read here, and the JVM has yet to tell how it
                    // writes the cache
                    process.toHandle().destroy();
                }
            }
            process.waitFor();
            return ready;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while the program ran", e);
        } finally {
            process.destroyForcibly();
        }
    }

    private void removeOlder() throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            for (Path old : files.filter(one -> one.getFileName().toString().startsWith(PREFIX))
                    .filter(one -> !one.equals(claim()))
                    .toList()) {
                Files.deleteIfExists(old);
            }
        }
    }

    /// Other jars, or the same ones built again, have another name.
    private static String name(List<Path> jars) {
        StringBuilder all = new StringBuilder();
        try {
            for (Path jar : jars) {
                all.append(jar).append(Files.size(jar)).append(Files.getLastModifiedTime(jar));
            }
        } catch (IOException e) {
            throw new UncheckedIOException("a jar of the class path cannot be read", e);
        }
        return Integer.toHexString(all.toString().hashCode());
    }
}
