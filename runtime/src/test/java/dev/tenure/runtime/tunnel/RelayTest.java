package dev.tenure.runtime.tunnel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RelayTest {
    @ParameterizedTest
    @ValueSource(ints = {101, 200, 500})
    void aPeerSetsNoCookieForTheServerThatAsksIt(int code) throws IOException {
        String head = "HTTP/1.1 %d Said\r\nSet-Cookie: a=b\r\nset-cookie: c=d\r\nX-Other: kept\r\n\r\n".formatted(code);

        Relay.Answer answer = Relay.answer(new ByteArrayInputStream(head.getBytes(StandardCharsets.ISO_8859_1)));

        assertThat(answer.code()).isEqualTo(code);
        assertThat(answer.fields()).containsOnlyKeys("X-Other");
    }

    @ParameterizedTest
    @ValueSource(strings = {"a\r\nX-Remote-User: root", "a\nb", "a\u0000", "a\u007f"})
    void aFieldThatWouldBecomeTwoIsNotPassedOn(String value) {
        var head = new StringBuilder();
        assertThatThrownBy(() -> Relay.line(head, "X-Own", value)).isInstanceOf(IOException.class);
        assertThatThrownBy(() -> Relay.line(head, value, "x")).isInstanceOf(IOException.class);
        assertThat(head).isEmpty();
    }

    @Test
    void otherFieldsAreWrittenAsTheyAre() throws IOException {
        var head = new StringBuilder();
        Relay.line(head, "X-Own", "a\tb \u00e4");
        Relay.line(head, "X-None", null);
        assertThat(head).hasToString("X-Own: a\tb \u00e4\r\nX-None: \r\n");
    }
}
