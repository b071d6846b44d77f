package dev.tenure.node.volume;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.time.Duration;
import org.junit.jupiter.api.Test;

final class CommandTest {
    @Test
    void whatFailsSaysWhy() {
        assertThatCode(() -> Command.run("true")).doesNotThrowAnyException();
        assertThatThrownBy(() -> Command.run("sh", "-c", "echo no such device; exit 32"))
                .isInstanceOf(IOException.class)
                .hasMessage("sh -c echo no such device; exit 32: no such device");
    }

    @Test
    void whatHangsIsGivenUp() {
        assertThatThrownBy(() -> Command.run(Duration.ofMillis(200), "sleep", "1000"))
                .isInstanceOf(IOException.class)
                .hasMessageStartingWith("sleep 1000: it has not ended within ");
    }
}
