package dev.tenure.controllers.cronjob;

import dev.tenure.model.batch.CronJob;
import dev.tenure.model.quantity.GoDuration;
import dev.tenure.rules.cron.CronSchedule;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;

/// Which start of a CronJob is due, and when to look at it again. Of several that were missed only the last
/// counts. Pure. Upstream: utils.go (mostRecentScheduleTime, nextScheduleTime, nextScheduleTimeDuration).
final class StartRule {
    /// So many missed starts are worth a warning.
    private static final long MISSED_MAX = 100;

    /// Looks come so much later than the start, for clocks that differ.
    private static final Duration DELTA = Duration.ofMillis(100);

    private final CronJob cronJob;
    private final Instant now;
    private final CronSchedule schedule;

    StartRule(CronJob cronJob, Instant now, CronSchedule schedule) {
        this.cronJob = cronJob;
        this.now = now;
        this.schedule = schedule;
    }

    /// @param at the start that is due; empty when none is
    /// @param tooMany whether more were missed than anybody would run late
    record Due(Optional<Instant> at, boolean tooMany) {}

    /// @param since what was looked for a start after
    /// @param last the last start since then that is not after now
    /// @param missed how many starts lie between, about
    private record Recent(Instant since, Optional<Instant> last, long missed) {}

    /// The times of a schedule do not follow each other, as for the 31st of February.
    static final class NoCourseException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        NoCourseException() {
            super("time difference between two schedules is less than 1 second", null, false, false);
        }
    }

    /// @throws NoCourseException when the schedule never comes
    Due due() {
        Recent recent = recent(true);
        return new Due(recent.last, recent.last.isPresent() && recent.missed > MISSED_MAX);
    }

    /// How long until the next start, and a bit; negative when it is over.
    Duration untilNext() {
        Instant from;
        try {
            Recent recent = recent(false);
            from = recent.last.orElse(recent.missed == 0 ? recent.since : now);
        } catch (NoCourseException _) {
            from = now;
        }
        return schedule.next(from)
                .map(next -> Duration.between(now, next.plus(DELTA)))
                .orElse(Duration.ofDays(365));
    }

    private Recent recent(boolean withDeadline) {
        Instant since =
                cronJob.status().lastScheduleTime().orElse(cronJob.meta().creationTimestamp());
        if (withDeadline && cronJob.startingDeadlineSeconds().isPresent()) {
            Instant earliest = now.minus(
                    GoDuration.ofSeconds(cronJob.startingDeadlineSeconds().getAsLong()));
            since = earliest.isAfter(since) ? earliest : since;
        }
        Instant first = schedule.next(since).orElseThrow(NoCourseException::new);
        if (now.isBefore(first)) {
            return new Recent(since, Optional.empty(), 0);
        }
        Instant second = schedule.next(first).orElseThrow(NoCourseException::new);
        if (now.isBefore(second)) {
            return new Recent(since, Optional.of(first), 0);
        }
        long between = Math.round(Duration.between(first, second).toMillis() / 1000.0);
        if (between < 1) {
            throw new NoCourseException();
        }
        long missed = Duration.between(first, now).toSeconds() / between + 1;
        // one interval earlier than counted: intervals of a calendar differ
        Instant before = first.plus((missed - 2) * between, ChronoUnit.SECONDS);
        return new Recent(since, lastAfter(before), missed);
    }

    private Optional<Instant> lastAfter(Instant before) {
        Optional<Instant> last = Optional.empty();
        Optional<Instant> next = schedule.next(before);
        while (next.isPresent() && !next.get().isAfter(now)) {
            last = next;
            next = schedule.next(next.get());
        }
        return last;
    }
}
