package dev.tenure.kubelet.lint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenure.kubelet.lint.GrowthRule.Sample;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

final class MemoryTraceParserTest {
    @Test
    void timesAreSecondsOrSpansAndAmountsAreQuantities() {
        assertThat(MemoryTraceParser.parse(List.of("time,used", "# a comment", "", "0,1Gi", "10.5 2Gi", "1m30s;\t3Gi")))
                .containsExactly(
                        new Sample(Duration.ZERO, 1L << 30),
                        new Sample(Duration.ofMillis(10_500), 2L << 30),
                        new Sample(Duration.ofSeconds(90), 3L << 30));
    }

    @Test
    void whatIsNoLineOfOneIsNamed() {
        assertThatThrownBy(() -> MemoryTraceParser.parse(List.of("0,1Gi", "soon,2Gi")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("line 2, \"soon,2Gi\", is no time and amount, for example 30s,512Mi");
        assertThatThrownBy(() -> MemoryTraceParser.parse(List.of("0,1Gi,x")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("line 1");
        assertThatThrownBy(() -> MemoryTraceParser.parse(List.of("10,1Gi", "10,2Gi")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("times must rise from line to line");
    }
}
