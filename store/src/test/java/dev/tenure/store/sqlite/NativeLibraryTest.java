package dev.tenure.store.sqlite;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;

/// Where the engine's library is unpacked. Properties of the process say so, which no other test may see
/// changed.
@Isolated
final class NativeLibraryTest {
    private static final String ENGINE = "org.sqlite.lib.path";
    private static final String SHARED = "tenure.natives";

    @TempDir
    private Path folder = Path.of("");

    private Optional<String> engine = Optional.empty();
    private Optional<String> shared = Optional.empty();

    @BeforeEach
    void forget() {
        engine = Optional.ofNullable(System.clearProperty(ENGINE));
        shared = Optional.ofNullable(System.clearProperty(SHARED));
    }

    @AfterEach
    void remember() {
        put(ENGINE, engine);
        put(SHARED, shared);
    }

    private static void put(String name, Optional<String> value) {
        value.ifPresentOrElse(known -> System.setProperty(name, known), () -> System.clearProperty(name));
    }

    /// What lies where the engine is told to look.
    private static List<Path> found() throws IOException {
        try (Stream<Path> all = Files.list(Path.of(System.getProperty(ENGINE, "")))) {
            return all.toList();
        }
    }

    @Test
    void itIsUnpackedOnceBesideTheProgram() throws IOException {
        Path program = Files.createDirectory(folder.resolve("program"));
        Path data = Files.createDirectory(folder.resolve("data"));
        System.setProperty(SHARED, program.toString());
        NativeLibrary.prepare(data);
        assertThat(Path.of(System.getProperty(ENGINE, ""))).hasParent(program);
        Path library = found().getFirst();
        assertThat(library).isNotEmptyFile();
        assertThat(data).isEmptyDirectory();

        Files.writeString(library, "as it was left");
        System.clearProperty(ENGINE);
        NativeLibrary.prepare(data);
        assertThat(library).as("taken as it is").hasContent("as it was left");
    }

    @Test
    void itIsUnpackedBesideTheDataWhereThereIsNoOtherPlace() throws IOException {
        NativeLibrary.prepare(folder);
        assertThat(Path.of(System.getProperty(ENGINE, ""))).hasParent(folder);
        assertThat(found()).hasSize(1);
    }

    @Test
    void aProgramWhoseFolderTakesNothingLeavesItToTheData() throws IOException {
        Path data = Files.createDirectory(folder.resolve("data"));
        System.setProperty(SHARED, Files.createFile(folder.resolve("no folder")).toString());
        NativeLibrary.prepare(data);
        assertThat(Path.of(System.getProperty(ENGINE, ""))).hasParent(data);
    }

    @Test
    void whereNothingCanBeUnpackedTheEngineFindsItsOwnWay() throws IOException {
        NativeLibrary.prepare(Files.createFile(folder.resolve("no folder")));
        assertThat(System.getProperty(ENGINE)).isNull();
    }

    @Test
    void whatSomebodyElseHasChosenStays() {
        System.setProperty(ENGINE, "elsewhere");
        NativeLibrary.prepare(folder);
        assertThat(System.getProperty(ENGINE)).isEqualTo("elsewhere");
        assertThat(folder).isEmptyDirectory();
    }
}
