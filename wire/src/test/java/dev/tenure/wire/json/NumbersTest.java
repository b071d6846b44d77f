package dev.tenure.wire.json;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Floating point numbers as Go writes them, each checked against Go, with a point where they are whole.
final class NumbersTest {
    @ParameterizedTest
    @CsvSource({
        "0.5, 0.5",
        "1.0, 1.0",
        "12345678.5, 12345678.5",
        "1e7, 10000000.0",
        "1e20, 100000000000000000000.0",
        "1e21, 1e+21",
        "-1.5e22, -1.5e+22",
        "0.00025, 0.00025",
        "0.000001, 0.000001",
        "1.5e-7, 1.5e-7",
        "0.0, 0.0"
    })
    void areWrittenAsGoWritesThem(double number, String text) {
        assertThat(NumberNode.valueOf(number).asText()).isEqualTo(text);
        assertThat(Double.parseDouble(text)).isEqualTo(number);
    }
}
