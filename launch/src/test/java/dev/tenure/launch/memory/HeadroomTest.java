package dev.tenure.launch.memory;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/// What would fit into this process is told before it is begun.
final class HeadroomTest {
    @Test
    void aLittleFitsAndMoreThanTheWholeHeapDoesNot() {
        assertThat(Headroom.find()).isPresent();
        assertThat(Headroom.holdsHere(1)).isTrue();
        assertThat(Headroom.holdsHere(Runtime.getRuntime().maxMemory())).isFalse();
    }
}
