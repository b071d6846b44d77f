package dev.tenure.plan.forecast;

import dev.tenure.runtime.time.Tick;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/// How many pods of the whole cluster are ready from a moment on.
///
/// @param after from the beginning of the forecast
public record ReadyCount(Duration after, int pods) {
    /// The first count is that at the beginning. Of a moment at which several pods change, the fewest and the
    /// last are told: a dip counts, however short.
    ///
    /// @param first how many are ready at the beginning
    /// @param turns in order of time
    static List<ReadyCount> of(int first, Tick begun, List<Turn> turns) {
        List<ReadyCount> counts = new ArrayList<>(List.of(new ReadyCount(Duration.ZERO, first)));
        int pods = first;
        int next = 0;
        while (next < turns.size()) {
            Tick at = turns.get(next).at();
            int before = pods;
            int fewest = pods;
            for (; next < turns.size() && turns.get(next).at().equals(at); next++) {
                pods += turns.get(next).healthy() ? 1 : -1;
                fewest = Math.min(fewest, pods);
            }
            if (fewest < Math.min(before, pods)) {
                counts.add(new ReadyCount(at.since(begun), fewest));
            }
            if (fewest < Math.min(before, pods) || pods != before) {
                counts.add(new ReadyCount(at.since(begun), pods));
            }
        }
        return counts;
    }
}
