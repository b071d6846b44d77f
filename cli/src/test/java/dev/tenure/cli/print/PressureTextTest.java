package dev.tenure.cli.print;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.plan.metrics.PressureReplay;
import dev.tenure.plan.metrics.PressureReplay.By;
import dev.tenure.plan.metrics.PressureReplay.SignalCourse;
import dev.tenure.plan.metrics.PressureReplay.Victim;
import dev.tenure.plan.metrics.PressureReplayDocument.Side;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class PressureTextTest {
    private static final List<Side> SIDES = List.of(new Side(
            "a",
            List.of(),
            new PressureReplay(
                    Instant.parse("2026-01-31T10:20:30Z"),
                    Duration.ofMinutes(10),
                    List.of(new SignalCourse(
                            "n|1",
                            By.WORKING_SET,
                            Optional.of(Duration.ofSeconds(340)),
                            List.of(new Victim("shop/cache", Duration.ofSeconds(340), "memory")),
                            List.of(),
                            OptionalLong.of(1L << 30))),
                    List.of("passed over: <up> (1)", "nobody takes its place"))));

    @Test
    void whatIsToBeKnownIsToldInEveryForm() {
        assertThat(PressureText.of(SIDES, Screen.ENDLESS))
                .contains("\n! passed over: <up> (1)\n! nobody takes its place\n");
        assertThat(PressureText.markdown(SIDES))
                .contains("| A | n\\|1 | memory.available | 1024Mi |")
                .endsWith("\n\n* passed over: &lt;up> (1)\n* nobody takes its place\n");
        assertThat(PressureText.html(SIDES))
                .contains("<td>passed over: &lt;up&gt; (1)</td>", "<td>nobody takes its place</td>");
    }
}
