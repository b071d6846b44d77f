package dev.tenure.runtime.io;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class AllCoresTest {
    @Test
    void resultsComeInTheOrderInWhichTheWorkWasBegun() {
        var cores = new AllCores<Integer>();
        IntStream.range(0, 1_000).forEach(i -> cores.begin(() -> i * i));
        assertThat(cores.finish())
                .containsExactlyElementsOf(
                        IntStream.range(0, 1_000).map(i -> i * i).boxed().toList());
        assertThat(cores.finish()).isEmpty();
    }

    @Test
    void whatAPieceOfWorkThrewIsThrown() {
        var cores = new AllCores<Integer>();
        cores.begin(() -> 1);
        cores.begin(() -> {
            throw new IllegalStateException("broken");
        });
        assertThatThrownBy(cores::finish)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("broken");
    }
}
