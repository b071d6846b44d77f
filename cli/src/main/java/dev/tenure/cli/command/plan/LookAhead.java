package dev.tenure.cli.command.plan;

import dev.tenure.plan.report.PlanWords;
import java.time.Duration;
import java.util.function.Consumer;

/// Tells how far a forecast has come: `looking ahead: 12m5s of 1h0m0s`. Confined to the thread of the
/// forecast.
final class LookAhead implements Consumer<Duration> {
    static final String DOING = "looking ahead";

    private final Consumer<String> show;
    private final String horizon;
    private long shown = -1;

    /// @param show takes what is to be shown from now on
    /// @param horizon how far it goes at most
    LookAhead(Consumer<String> show, Duration horizon) {
        this.show = show;
        this.horizon = PlanWords.time(horizon);
    }

    /// Called for each of hundreds of thousands of events, of which many are in one second.
    @Override
    public void accept(Duration come) {
        long second = come.toSeconds();
        if (second != shown) {
            shown = second;
            show.accept("%s: %s of %s".formatted(DOING, PlanWords.time(come), horizon));
        }
    }
}
