package dev.tenure.store.sqlite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenure.model.meta.StoredObject;
import dev.tenure.store.AtRest;
import dev.tenure.store.StoreUnavailableException;
import dev.tenure.store.sqlite.StoreFolder.Report;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class UnwritableFolderTest {
    @TempDir
    private Path directory;

    private final List<Path> seen = new ArrayList<>();

    @BeforeEach
    void make() throws IOException {
        new StoreFolder(directory).fill(List.<StoredObject>of(), 41, AtRest.PLAIN);
        Files.writeString(directory.resolve("store.lock"), "4711\n");
    }

    /// Names and contents.
    private static Map<String, String> contents(Path folder) throws IOException {
        var found = new TreeMap<String, String>();
        try (Stream<Path> files = Files.list(folder)) {
            for (Path one : files.toList()) {
                if (Files.isRegularFile(one)) {
                    found.put(
                            one.getFileName().toString(),
                            new String(Files.readAllBytes(one), StandardCharsets.ISO_8859_1));
                }
            }
        }
        return found;
    }

    private Report checked() {
        return UnwritableFolder.copied(directory, copy -> {
            seen.add(copy);
            return new StoreFolder(copy).check();
        });
    }

    @Test
    void allIsReadNothingIsChangedAndNothingStays() throws IOException {
        var before = contents(directory);
        Report report = checked();
        assertThat(report.whole()).isTrue();
        assertThat(report.revision()).isEqualTo(41);
        assertThat(contents(directory)).isEqualTo(before);
        assertThat(seen.getFirst()).doesNotExist();
    }

    @Test
    void aCopyIsForItsOwnerAlone() {
        String rights = UnwritableFolder.copied(directory, copy -> {
            try {
                return PosixFilePermissions.toString(Files.getPosixFilePermissions(copy));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
        assertThat(rights).isEqualTo("rwx------");
    }

    @Test
    void whatIsWrongIsFoundThereToo() throws IOException {
        byte[] mark = Files.readAllBytes(directory.resolve(Mark.NAME));
        Files.delete(directory.resolve("store.db"));
        new StoreFolder(directory).fill(List.<StoredObject>of(), 40, AtRest.PLAIN);
        Files.write(directory.resolve(Mark.NAME), mark);
        assertThat(checked().faults()).hasSize(1);
    }

    @Test
    void aCopyGoesAlsoWhenWhatIsDoneWithItFails() {
        assertThatThrownBy(() -> UnwritableFolder.copied(directory, copy -> {
                    seen.add(copy);
                    throw new StoreUnavailableException("no");
                }))
                .hasMessage("no");
        assertThat(seen.getFirst()).doesNotExist();
    }

    @Test
    void aFolderThatMayBeWrittenIsNone() {
        assertThat(UnwritableFolder.is(directory)).isFalse();
        assertThat(UnwritableFolder.is(directory.resolve("none"))).isFalse();
    }
}
