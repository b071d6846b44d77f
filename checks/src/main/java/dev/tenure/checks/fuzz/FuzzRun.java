package dev.tenure.checks.fuzz;

import dev.tenure.checks.attack.Victim;
import dev.tenure.runtime.io.Background;
import dev.tenure.runtime.io.Pause;
import dev.tenure.runtime.time.TimeSource;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

/// Sends so many requests over several connections at once.
public final class FuzzRun {
    /// A server that has not answered by then hangs.
    static final int ANSWER_MILLIS = 30_000;

    private static final int CONNECTIONS = 4;
    private static final int PLAIN_OF_FOUR = 2;
    private static final Duration LOOK_EVERY = Duration.ofMillis(50);

    private FuzzRun() {}

    /// What came of it.
    ///
    /// @param good whether no request ended in a way in which none may
    /// @param sent how many requests, by protocol
    public record Outcome(boolean good, Map<String, Long> sent, String report) {
        public Outcome {
            sent = Map.copyOf(sent);
        }
    }

    /// What is sent.
    ///
    /// @param recorded the folder of the golden cases of the API, of which most requests are made
    public record Plan(long requests, long seed, Path recorded) {}

    /// Returns when all requests are answered.
    ///
    /// @throws IOException when the golden cases cannot be read
    public static Outcome run(Victim victim, Plan plan, TimeSource time) throws IOException {
        RecordedRequests recorded = RecordedRequests.read(plan.recorded());
        var tally = new FuzzTally(plan.requests());
        var running = new AtomicInteger(CONNECTIONS);
        for (int i = 0; i < CONNECTIONS; i++) {
            var draw = new Draw(plan.seed() * CONNECTIONS + i, recorded);
            boolean plain = i < PLAIN_OF_FOUR;
            Background.daemon("fuzz-" + i, () -> {
                try {
                    requests(victim, draw, tally, plain);
                } catch (RuntimeException e) {
                    tally.finding("an answer that cannot be read: " + e);
                } finally {
                    running.decrementAndGet();
                }
            });
        }
        while (running.get() > 0) {
            Pause.of(LOOK_EVERY, time);
        }
        return new Outcome(tally.found() == 0, tally.sent(), tally + tellFindings(tally));
    }

    private static void requests(Victim victim, Draw draw, FuzzTally tally, boolean plain) {
        var plainRequests = new PlainRequests(victim, draw, tally);
        var streams = new FuzzedStreamRequests(victim, draw, tally);
        while (!tally.over()) {
            if (plain) {
                plainRequests.run();
            } else {
                streams.run();
            }
        }
    }

    private static String tellFindings(FuzzTally tally) {
        return tally.found() == 0
                ? ""
                : "%n%d findings, the first of them:%n%s".formatted(tally.found(), String.join("\n", tally.findings()));
    }

    /// Most requests come from somebody who may do everything.
    static String token(Victim victim, Draw draw) {
        return switch (draw.below(8)) {
            case 0 -> "nobody";
            case 1 -> victim.kubelet();
            case 2 -> victim.ann();
            default -> victim.admin();
        };
    }
}
