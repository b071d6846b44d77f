package dev.tenure.launch.memory;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class OldSpaceTest {
    @Test
    void findsTheOldGenerationOfTheSerialCollector() {
        String metrics = """
                Serial heap
                 DefNew     total 58816K, used 12K [0x0000000687000000, 0x000000068ac00000, 0x000000068ac00000)
                  eden space 52288K,   0% used [0x0000000687000000, 0x0000000687003000, 0x000000068a310000)
                 Tenured    total 65536K, used 6433K [0x000000068b400000, 0x000000068f400000, 0x0000000800000000)
                  the  space 65536K,   9% used [0x000000068b400000, 0x000000068ba48550, 0x000000068f400000)
                """;

        assertThat(OldSpace.parse(metrics)).contains(new OldSpace(0x68b400000L, 0x68f400000L));
    }

    @Test
    void leavesOtherCollectorsAlone() {
        assertThat(OldSpace.parse(" garbage-first heap   total reserved 6291456K, committed 385024K, used 21K"))
                .isEmpty();
    }
}
