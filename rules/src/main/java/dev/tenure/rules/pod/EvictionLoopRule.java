package dev.tenure.rules.pod;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Finds owners whose pods one node evicts or rejects again and again: they make another pod each time, and
/// it goes to the same node.
public final class EvictionLoopRule {
    private EvictionLoopRule() {}

    /// That pods of an owner failed on a node.
    ///
    /// @param owner `Kind namespace/name` of their controller
    /// @param reason in one word, for example `OutOfcpu`
    /// @param message in the node's words
    /// @param pods how many, as they are told together
    /// @param first when the first of them failed
    /// @param last when the last did
    public record Failure(
            String owner, String node, String reason, String message, int pods, Instant first, Instant last) {}

    /// Pods of an owner that failed on a node too often.
    ///
    /// @param failure all that are known, with the reason and the message of the last
    /// @param often how many of them failed within the window, where they are closest
    public record EvictionLoop(Failure failure, int often) {}

    /// @param times how many pods within the window are too many
    /// @return those that failed last first
    public static List<EvictionLoop> find(Collection<Failure> failures, int times, Duration window) {
        Map<List<String>, List<Failure>> byPlace = new LinkedHashMap<>();
        for (Failure each : failures) {
            if (!each.owner().isEmpty() && !each.node().isEmpty()) {
                byPlace.computeIfAbsent(List.of(each.owner(), each.node()), _ -> new ArrayList<>())
                        .add(each);
            }
        }
        var loops = new ArrayList<EvictionLoop>();
        for (List<Failure> place : byPlace.values()) {
            place.sort(Comparator.comparing(Failure::last));
            int often = often(place, window);
            if (often >= times) {
                loops.add(new EvictionLoop(together(place), often));
            }
        }
        loops.sort(Comparator.comparing((EvictionLoop loop) -> loop.failure().last())
                .reversed()
                .thenComparing(loop -> loop.failure().owner())
                .thenComparing(loop -> loop.failure().node()));
        return loops;
    }

    /// How many pods failed within the window that has the most. Those that are told together and took longer
    /// than it count in proportion.
    ///
    /// @param place in the order in which they failed
    private static int often(List<Failure> place, Duration window) {
        int most = 0;
        int begin = 0;
        int sum = 0;
        for (Failure each : place) {
            sum += within(each, window);
            while (place.get(begin).last().plus(window).isBefore(each.last())) {
                sum -= within(place.get(begin), window);
                begin++;
            }
            most = Math.max(most, sum);
        }
        return most;
    }

    private static int within(Failure failure, Duration window) {
        Duration took = Duration.between(failure.first(), failure.last());
        return took.compareTo(window) <= 0
                ? failure.pods()
                : (int) Math.max(1, failure.pods() * window.toSeconds() / Math.max(1, took.toSeconds()));
    }

    private static Failure together(List<Failure> place) {
        Failure last = place.getLast();
        return new Failure(
                last.owner(),
                last.node(),
                last.reason(),
                last.message(),
                place.stream().mapToInt(Failure::pods).sum(),
                place.stream().map(Failure::first).min(Instant::compareTo).orElse(last.first()),
                last.last());
    }
}
