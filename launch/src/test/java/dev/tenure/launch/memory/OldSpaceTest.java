package dev.tenure.launch.memory;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class OldSpaceTest {
    private static final long MEBIBYTE = 1 << 20;
    private static final String ARCHIVE = "87001000-8b765000 rw-p 00001000 fe:00 10381631                app.aot";
    private static final String HEAP = "687400000-68d400000 rw-p 00000000 00:00 0 ";
    private static final String REST = "68d400000-800000000 ---p 00000000 00:00 0 ";
    private static final String ARENA = "7fc6e4000000-7fc6e437b000 rw-p 00000000 00:00 0 ";
    private static final String REST_OF_ARENA = "7fc6e437b000-7fc6e8000000 ---p 00000000 00:00 0 ";
    private static final String STACK = "7ffd1c000000-7ffd24000000 rw-p 00000000 00:00 0                  [stack]";

    @Test
    void findsTheOldGenerationBehindTheYoungOne() {
        List<String> lines = List.of(ARCHIVE, HEAP, REST, ARENA, REST_OF_ARENA, STACK);

        assertThat(OldSpace.find(lines, 48 * MEBIBYTE, 48 * MEBIBYTE)).contains(new OldSpace(0x68a400000L));
        assertThat(OldSpace.find(lines, 48 * MEBIBYTE, 40 * MEBIBYTE))
                .as("it has grown meanwhile")
                .contains(new OldSpace(0x68a400000L));
    }

    @Test
    void saysNothingWhereNothingIsAsLarge() {
        assertThat(OldSpace.find(List.of(ARCHIVE, HEAP, REST), 48 * MEBIBYTE, 49 * MEBIBYTE))
                .isEmpty();
        assertThat(OldSpace.find(List.of(HEAP, ARENA), 48 * MEBIBYTE, 48 * MEBIBYTE))
                .as("no reservation behind it")
                .isEmpty();
        assertThat(OldSpace.find(List.of("something else"), 1, 1)).isEmpty();
    }

    @Test
    void saysNothingWhereSeveralAreAsLarge() {
        assertThat(OldSpace.find(List.of(HEAP, REST, ARENA, REST_OF_ARENA), MEBIBYTE, MEBIBYTE))
                .isEmpty();
    }
}
