package dev.tenure.apiserver.http.exchange;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class WarningHeadersTest {
    @Test
    void eachTextIsSentOnce() {
        assertThat(WarningHeaders.of(List.of("a", "", "b", "a"))).containsExactly("a", "b");
    }

    @Test
    void textsThatAreTooLongTogetherAreCut() {
        List<String> fit =
                IntStream.range(0, 4).mapToObj(i -> i + "w".repeat(1023)).toList();
        assertThat(WarningHeaders.of(fit)).isEqualTo(fit);
        List<String> many =
                IntStream.range(10, 40).mapToObj(i -> i + "w".repeat(298)).toList();
        List<String> sent = WarningHeaders.of(many);
        assertThat(sent).hasSize(16).allMatch(text -> text.length() == 256);
        assertThat(sent.getFirst()).startsWith("10w");
    }

    @Test
    void whatIsNotAsciiIsSentAsItsBytes() {
        assertThat(WarningHeaders.value("uid \u00e9\u20ac")).isEqualTo("299 - \"uid \u00c3\u00a9\u00e2\u0082\u00ac\"");
    }
}
