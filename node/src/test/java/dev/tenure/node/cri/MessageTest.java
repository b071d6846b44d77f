package dev.tenure.node.cri;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class MessageTest {
    @Test
    void whatIsWrittenIsRead() {
        Message inner = Message.builder().number(1, -7).flag(2, true).build();
        Message message = Message.parse(Message.builder()
                .text(1, "x")
                .texts(2, List.of("a", ""))
                .message(3, inner)
                .map(4, Map.of("k", "v"))
                .wrapped(5, 0)
                .build()
                .bytes());
        assertThat(message.text(1)).isEqualTo("x");
        assertThat(message.texts(2)).containsExactly("a", "");
        assertThat(message.message(3).number(1)).isEqualTo(-7);
        assertThat(message.message(3).flag(2)).isTrue();
        assertThat(message.map(4)).containsExactly(Map.entry("k", "v"));
        assertThat(message.wrapped(5)).hasValue(0);
        assertThat(message.wrapped(6)).isEmpty();
    }

    @Test
    void garbledBytesAreRefused() {
        assertThatThrownBy(() -> Message.parse(new byte[] {0x0a, 0x7f}))
                .isInstanceOf(RuntimeUnavailableException.class);
    }
}
