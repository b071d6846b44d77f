package dev.tenure.checks.program;

import java.io.File;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The words with which a process of the program begins: it has the classes of this one, is compiled for a
/// short life, and reads its classes from a cache where one can be made.
public final class TenureJvm {
    private static final List<String> FLAGS = List.of(
            "-XX:+UseSerialGC",
            "-XX:+UseCompactObjectHeaders",
            "-XX:TieredStopAtLevel=1",
            "--enable-native-access=ALL-UNNAMED",
            "-Dslf4j.internal.verbosity=ERROR");

    private TenureJvm() {}

    /// The words before those of the command. The first call of a build makes the cache, which takes some
    /// seconds.
    ///
    /// @param flags more of its JVM's, later ones win
    public static List<String> words(String... flags) {
        List<Path> path = classPath();
        Optional<ClassCache> cache = ClassCache.beside(path);
        Optional<Path> made = cache.flatMap(ClassCache::made);
        var words = words(made.isPresent() ? cache.get().jars() : path);
        made.ifPresent(file -> words.addAll(1, ClassCache.reading(file)));
        words.addAll(words.indexOf("-cp"), List.of(flags));
        return words;
    }

    /// @param path its class path
    static List<String> words(List<Path> path) {
        var words = new ArrayList<String>();
        words.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        words.addAll(FLAGS);
        words.add("-cp");
        words.add(String.join(
                File.pathSeparator, path.stream().map(Path::toString).toList()));
        words.add("dev.tenure.launch.TenureMain");
        return words;
    }

    private static List<Path> classPath() {
        return List.of(System.getProperty("java.class.path").split(File.pathSeparator)).stream()
                .map(Path::of)
                .toList();
    }
}
