package dev.tenure.checks.arrows;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/// The compiled classes and the sources of all rooms, read once for all tests of this package.
final class Code {
    static final String ROOT_PACKAGE = "dev.tenure";
    static final Path PROJECT = Path.of("..").toAbsolutePath().normalize();

    /// Rooms whose product code is looked at. `bench` measures real time with real threads and is nobody's
    /// dependency.
    static final List<String> ROOMS = List.of(
            "model",
            "wire",
            "rules",
            "runtime",
            "store",
            "client",
            "apiserver",
            "kinds",
            "scheduler",
            "controllers",
            "kubelet",
            "node",
            "simnodes",
            "sim",
            "plan",
            "console",
            "cli",
            "launch",
            "embed",
            "junit",
            "testkit",
            "checks");

    /// The folder of each room that Maven compiles into; another one when one room alone is checked.
    private static final String BUILT = System.getProperty("tenure.classes", "target");

    /// What jcstress writes to run the tests of the room `wire`: it reads clocks and sleeps.
    private static final String GENERATED = "_jcstress";

    static final String MAIN_CLASSES = BUILT + "/classes";
    static final JavaClasses MAIN = imported(MAIN_CLASSES);
    static final JavaClasses TESTS = imported(BUILT + "/test-classes");

    private Code() {}

    /// The room of a class: the part of its package after the root.
    static String roomOf(JavaClass type) {
        return roomOf(type.getPackageName());
    }

    static String roomOf(String packageName) {
        String rest = packageName.substring(Math.min(packageName.length(), ROOT_PACKAGE.length() + 1));
        int dot = rest.indexOf('.');
        return dot < 0 ? rest : rest.substring(0, dot);
    }

    static boolean isOurs(JavaClass type) {
        return type.getPackageName().startsWith(ROOT_PACKAGE + ".");
    }

    /// All Java files of product code, or of tests.
    static List<Path> sources(String tree) {
        return files(tree, ".java");
    }

    /// All class files below a folder of each room, for example `target/classes`.
    static List<Path> classFiles(String tree) {
        return files(tree, ".class");
    }

    private static JavaClasses imported(String tree) {
        return new ClassFileImporter()
                .withImportOption(location -> !location.contains(GENERATED))
                .importPaths(folders(tree));
    }

    /// The folders of all rooms, or of the one that the property `tenure.room` names.
    private static List<Path> folders(String tree) {
        return ROOMS.stream()
                .filter(room -> System.getProperty("tenure.room", room).equals(room))
                .map(room -> PROJECT.resolve(room).resolve(tree))
                .filter(Files::isDirectory)
                .toList();
    }

    private static List<Path> files(String tree, String ending) {
        var found = new ArrayList<Path>();
        for (Path folder : folders(tree)) {
            try (Stream<Path> walk = Files.walk(folder)) {
                walk.filter(file -> file.toString().endsWith(ending)).sorted().forEach(found::add);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        return found;
    }
}
