package dev.tenure.checks.arrows;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaMethod;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;

/// What packages, classes and tests may be called, in which order two states of an object are handed on, and
/// that every package introduces itself.
class NamesTest {
    private static final List<String> PARTS_OF_AN_INTRODUCTION = List.of("Never here", "Start at", "Upstream twin");
    private static final Pattern EMPTY_NAMES =
            Pattern.compile("Abstract[A-Z].*|.*(Util|Utils|Helper|Helpers|Manager|Impl|Base)");
    private static final Set<String> EMPTY_PACKAGES =
            Set.of("util", "utils", "common", "helper", "helpers", "misc", "impl", "internal");

    private static final Pattern OLD_BEFORE_NEXT = Pattern.compile("(\\w+) old, ([^(){};]+, )?\\1 next[,)]");

    private static final Pattern START = Pattern.compile("Start at ([A-Z]\\w+)");

    @Test
    void classesAreCalledWhatTheyAre() {
        assertThat(named(Code.MAIN, name -> EMPTY_NAMES.matcher(name).matches()))
                .isEmpty();
        assertThat(named(Code.TESTS, name -> EMPTY_NAMES.matcher(name).matches()))
                .isEmpty();
    }

    @Test
    void noNameOccursTwice() throws IOException {
        var seen = new TreeSet<String>();
        var twice = new TreeSet<String>();
        for (String folder : List.of("src/main/java", "src/test/java")) {
            for (Path file : Code.sources(folder)) {
                String name = file.getFileName().toString().replace(".java", "");
                if (!name.equals("package-info") && !seen.add(name)) {
                    twice.add(name);
                }
            }
        }
        assertThat(twice).as("give a class a name of its own").isEmpty();
    }

    @Test
    void packagesAreCalledAfterFeatures() {
        var found = new TreeSet<String>();
        for (String name : packages(Code.MAIN, Code.TESTS)) {
            for (String part : List.of(name.split("\\."))) {
                if (EMPTY_PACKAGES.contains(part)) {
                    found.add(name);
                }
            }
        }
        assertThat(found).isEmpty();
    }

    @Test
    void everyPackageIsNullMarked() {
        var marked = new TreeSet<String>();
        for (JavaClasses classes : List.of(Code.MAIN, Code.TESTS)) {
            for (JavaClass type : classes) {
                if (type.getSimpleName().equals("package-info") && type.isAnnotatedWith(NullMarked.class)) {
                    marked.add(type.getPackageName());
                }
            }
        }
        var bare = new TreeSet<>(packages(Code.MAIN, Code.TESTS));
        bare.removeAll(marked);
        assertThat(bare).isEmpty();
    }

    @Test
    void everyPackageSaysWhatItNeverHoldsWhereToStartAndItsTwin() throws IOException {
        var found = new TreeSet<String>();
        for (Path file : Code.sources("src/main/java")) {
            if (file.endsWith("package-info.java")) {
                String introduction = introduction(file);
                for (String part : PARTS_OF_AN_INTRODUCTION) {
                    if (!introduction.contains(part)) {
                        found.add("%s lacks \"%s\"".formatted(Code.PROJECT.relativize(file), part));
                    }
                }
            }
        }
        assertThat(found).isEmpty();
    }

    @Test
    void whereAPackageSaysToStartIsAClass() throws IOException {
        var missing = new TreeSet<String>();
        for (String tree : List.of("src/main/java", "src/test/java")) {
            for (Path file : Code.sources(tree)) {
                Matcher start = START.matcher(file.endsWith("package-info.java") ? introduction(file) : "");
                while (start.find()) {
                    Path named = file.resolveSibling(start.group(1) + ".java");
                    if (!Files.exists(named)) {
                        missing.add("%s: %s".formatted(Code.PROJECT.relativize(file), start.group()));
                    }
                }
            }
        }
        assertThat(missing).isEmpty();
    }

    /// Whoever hands on two states of one object cannot be told by the compiler that they are mixed up; so the
    /// next one is the first everywhere, as in `KindStrategy`.
    @Test
    void nextStandsBeforeOld() throws IOException {
        assertThat("keep(ObjectNode old, String field, ObjectNode next)").containsPattern(OLD_BEFORE_NEXT);
        var found = new TreeSet<String>();
        for (Path file : Code.sources("src/main/java")) {
            Matcher mixed = OLD_BEFORE_NEXT.matcher(Files.readString(file));
            while (mixed.find()) {
                found.add("%s: %s".formatted(Code.PROJECT.relativize(file), mixed.group()));
            }
        }
        assertThat(found).isEmpty();
    }

    @Test
    void namesOfTestsAreSentences() {
        var found = new TreeSet<String>();
        for (JavaClass type : Code.TESTS) {
            for (JavaMethod method : type.getMethods()) {
                if (method.isAnnotatedWith(Test.class) && method.getName().matches("test([A-Z_0-9].*)?")) {
                    found.add(method.getFullName());
                }
            }
        }
        assertThat(found).isEmpty();
    }

    @Test
    void noMockingLibraryIsUsed() throws IOException {
        for (JavaClass type : Code.TESTS) {
            assertThat(type.getDirectDependenciesFromSelf())
                    .noneMatch(dependency -> dependency
                            .getTargetClass()
                            .getName()
                            .matches("(org\\.(mockito|easymock|jmockit|powermock)|mockit|io\\.mockk)\\..*"));
        }
        for (String room : Code.ROOMS) {
            assertThat(Files.readString(Code.PROJECT.resolve(room).resolve("pom.xml")))
                    .doesNotContainPattern("mockito|easymock|jmockit|powermock|mockk");
        }
    }

    private static Set<String> named(JavaClasses classes, Predicate<String> test) {
        var found = new TreeSet<String>();
        for (JavaClass type : classes) {
            if (test.test(type.getSimpleName())) {
                found.add(type.getName());
            }
        }
        return found;
    }

    private static Set<String> packages(JavaClasses... sets) {
        var found = new TreeSet<String>();
        for (JavaClasses classes : sets) {
            for (JavaClass type : classes) {
                found.add(type.getPackageName());
            }
        }
        return found;
    }

    private static String introduction(Path packageInfo) throws IOException {
        return Files.readAllLines(packageInfo).stream()
                .filter(line -> line.startsWith("/// "))
                .map(line -> line.substring("/// ".length()))
                .collect(Collectors.joining(" "));
    }
}
