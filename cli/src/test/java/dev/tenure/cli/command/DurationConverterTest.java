package dev.tenure.cli.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine.TypeConversionException;

class DurationConverterTest {
    @ParameterizedTest
    @CsvSource({"0, PT0S", "40s, PT40S", "1m30s, PT1M30S", "1.5h, PT1H30M", ".5s, PT0.5S", "100µs, PT0.0001S"})
    void whatGoTakesIsTaken(String text, Duration expected) {
        assertThat(new DurationConverter().convert(text)).isEqualTo(expected);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "soon", "5", "-5s", "1d", "9999999999h"})
    void whatIsNoTimeOrLessThanNoneIsRefused(String text) {
        assertThatThrownBy(() -> new DurationConverter().convert(text))
                .isInstanceOf(TypeConversionException.class)
                .hasMessage("\"%s\" is not a duration, for example 40s or 1m30s".formatted(text));
    }
}
