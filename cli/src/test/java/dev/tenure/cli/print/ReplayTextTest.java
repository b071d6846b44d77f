package dev.tenure.cli.print;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.plan.report.TwoPlansHtml;
import dev.tenure.plan.trace.Fidelity;
import dev.tenure.plan.trace.Replay;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class ReplayTextTest {
    @Test
    void howNearItComesIsCountedWhereSomethingLeft() {
        var near = new Fidelity(4, List.of("default/a"), List.of(), Duration.ofSeconds(54), 3, 2);
        assertThat(ReplayText.fidelity(near))
                .isEqualTo(
                        "4 of 5 first pods that left leave in A, within 54s; in A stay default/a; of pods made meanwhile 3 left, 2 in A");
    }

    @Test
    void whereNothingLeftNothingIsCounted() {
        var still = new Fidelity(0, List.of(), List.of("default/b"), Duration.ZERO, 0, 0);
        assertThat(ReplayText.fidelity(still))
                .isEqualTo("no first pod left in what was recorded; only in A leave default/b");
    }

    private static Replay changed(String change) {
        var still = new Fidelity(0, List.of(), List.of(), Duration.ZERO, 0, 0);
        var comparison = ComparisonTextTest.comparison("as recorded", List.of());
        return new Replay(Duration.ofMinutes(10), 0, List.of(), change, comparison, still, List.of());
    }

    /// Each form escapes for itself, and once.
    @Test
    void theChangeOfAReplayIsNoMarkup() {
        Replay replay = changed("taint nodes <a|b> k=[v]:NoExecute");

        assertThat(ReplayText.of(replay, true)).contains("\nB: taint nodes <a|b> k=[v]:NoExecute\n");
        assertThat(ReplayText.markdown(replay))
                .startsWith("### Replay: taint nodes &lt;a\\|b> k=\\[v]:NoExecute\n")
                .contains("\n* B: taint nodes &lt;a\\|b> k=\\[v]:NoExecute\n");
        assertThat(TwoPlansHtml.of(
                        ReplayText.page(replay),
                        replay.comparison().a(),
                        replay.comparison().b()))
                .contains(
                        "<h1>Replay: taint nodes &lt;a|b&gt; k=[v]:NoExecute</h1>",
                        "<p>B: taint nodes &lt;a|b&gt; k=[v]:NoExecute</p>");
    }
}
