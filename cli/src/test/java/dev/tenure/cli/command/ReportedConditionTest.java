package dev.tenure.cli.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenure.model.core.Condition.Truth;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine.TypeConversionException;

final class ReportedConditionTest {
    private static ReportedCondition read(String text) {
        return new ReportedCondition.Converter().convert(text);
    }

    @Test
    void aStatusIsReportedOrTakenAway() {
        assertThat(read("net.example.com/Ready=True"))
                .isEqualTo(new ReportedCondition("net.example.com/Ready", Optional.of(Truth.TRUE)));
        assertThat(read("Net=Unknown").status()).contains(Truth.UNKNOWN);
        assertThat(read("Net-")).isEqualTo(new ReportedCondition("Net", Optional.empty()));
        assertThat(read("Net-=False")).isEqualTo(new ReportedCondition("Net-", Optional.of(Truth.FALSE)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "-", "Net", "=True", "Net=", "Net=true", "Net=Yes"})
    void anythingElseIsRefusedWithWhatIsExpected(String text) {
        assertThatThrownBy(() -> read(text))
                .isInstanceOf(TypeConversionException.class)
                .hasMessageContaining("write TYPE=True, TYPE=False or TYPE=Unknown");
    }
}
