package dev.tenure.simnodes;

import dev.tenure.model.core.Condition;
import dev.tenure.model.core.Node;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/// When each node last reported its status, by the clock as it goes now. Confined to one loop.
final class ReportState {
    private final Map<String, Instant> reportedAt = new HashMap<>();

    /// A node that was played by somebody else before goes on from what it says itself; from nothing of the
    /// future.
    void goOn(Node node, Instant now) {
        node.condition(Node.READY)
                .map(Condition::lastHeartbeatTime)
                .filter(at -> at.isAfter(Instant.EPOCH) && !at.isAfter(now))
                .ifPresent(at -> reportedAt.put(node.name(), at));
    }

    void reported(String node, Instant at) {
        reportedAt.put(node, at);
    }

    void forget(String node) {
        reportedAt.remove(node);
    }

    /// The clock was set.
    void moved(Duration by) {
        reportedAt.replaceAll((_, at) -> at.plus(by));
    }

    /// Whether so much time has passed, or the node never reported.
    boolean isDue(String node, Duration every, Instant now) {
        Instant last = reportedAt.get(node);
        return last == null || !last.plus(every).isAfter(now);
    }

    /// When a node whose regular beats were only noted would have reported last. It would have reported with
    /// the first beat that comes `every` or later after the report before.
    ///
    /// @param lastBeat of the node
    /// @param beats how far they are apart
    /// @param every how far reports are apart at least
    Instant caughtUp(String node, Instant lastBeat, Duration beats, Duration every) {
        Instant report = reportedAt.getOrDefault(node, lastBeat);
        long late = Math.floorMod(Duration.between(report, lastBeat).toNanos(), beats.toNanos());
        Duration toFirst = every.plusNanos(late);
        long passed = Duration.between(report, lastBeat).minus(toFirst).toNanos();
        return passed < 0 ? report : report.plus(toFirst).plusNanos(passed - passed % every.toNanos());
    }

    /// Absent as long as a node has not reported.
    Optional<Instant> last(String node) {
        return Optional.ofNullable(reportedAt.get(node));
    }
}
