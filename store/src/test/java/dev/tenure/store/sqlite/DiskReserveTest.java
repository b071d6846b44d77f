package dev.tenure.store.sqlite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The room that is kept for deletions, on a disk that has much.
class DiskReserveTest {
    private static final long WHOLE = 16L << 20;

    @TempDir
    private Path folder = Path.of("");

    private Path file() {
        return folder.resolve("store.reserve");
    }

    @BeforeEach
    void needMuchRoom() throws IOException {
        assumeTrue(Files.getFileStore(folder).getUsableSpace() > WHOLE * 80, "the disk of temporary files is small");
    }

    @Test
    void itIsMadeAndGivenUp() {
        var reserve = new DiskReserve(folder);
        assertThat(reserve.keep()).isTrue();
        assertThat(file()).hasSize(WHOLE);
        assertThat(reserve.isSmall()).isFalse();
        reserve.release();
        assertThat(file()).doesNotExist();
        assertThat(reserve.isSmall()).isTrue();
    }

    @Test
    void oneFromADiskThatWasNearlyFullGrows() throws IOException {
        for (int bytes : new int[] {0, 1, 4_096}) {
            Files.write(file(), new byte[bytes]);
            assertThat(new DiskReserve(folder).keep()).isTrue();
            assertThat(file()).as("from %d bytes", bytes).hasSize(WHOLE);
        }
    }

    @Test
    void oneThatIsLargeEnoughIsLeftAlone() throws IOException {
        Files.write(file(), new byte[(int) WHOLE / 2 + 1]);
        assertThat(new DiskReserve(folder).keep()).isTrue();
        assertThat(file()).hasSize(WHOLE / 2 + 1);
    }

    @Test
    void aFolderThatIsGoneKeepsNothing() {
        var reserve = new DiskReserve(folder.resolve("gone"));
        assertThat(reserve.keep()).isFalse();
        assertThat(reserve.isSmall()).isTrue();
    }
}
