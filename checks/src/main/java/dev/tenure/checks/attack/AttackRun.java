package dev.tenure.checks.attack;

import dev.tenure.checks.attack.Attack.Held;
import dev.tenure.checks.attack.Bystanders.Waits;
import dev.tenure.runtime.io.Pause;
import dev.tenure.runtime.time.Tick;
import dev.tenure.runtime.time.TimeSource;
import java.io.IOException;
import java.time.Duration;

/// One attack, and how the bystanders fare meanwhile.
final class AttackRun {
    private static final Duration PROBE_MAX = Duration.ofSeconds(1);
    private static final Duration ADMIN_MAX = Duration.ofSeconds(2);
    private static final Duration BETWEEN = Duration.ofMillis(200);

    private final Victim victim;
    private final TimeSource time;
    private final Bystanders bystanders;

    AttackRun(Victim victim, TimeSource time) throws IOException {
        this.victim = victim;
        this.time = time;
        this.bystanders = new Bystanders(victim, time);
        bystanders.prepare();
        bystanders.ask();
    }

    /// @param waits the longest of each
    record Row(String attack, Held held, Waits waits) {
        boolean good() {
            return held.good() && inTime();
        }

        /// Whether nobody had to wait longer than is promised.
        boolean inTime() {
            return waits.probe().compareTo(PROBE_MAX) <= 0
                    && waits.admin().compareTo(ADMIN_MAX) <= 0
                    && waits.lease().compareTo(ADMIN_MAX) <= 0;
        }

        @Override
        public String toString() {
            return "%-62s %-4s %6d %6d %6d  %s"
                    .formatted(
                            attack,
                            good() ? "yes" : "NO",
                            waits.probe().toMillis(),
                            waits.admin().toMillis(),
                            waits.lease().toMillis(),
                            held.how());
        }
    }

    static String header() {
        return "%-62s %-4s %6s %6s %6s  %s".formatted("attack", "held", "probe", "admin", "lease", "(longest, ms)");
    }

    /// Holds the attack for that time.
    Row run(Attack attack, Duration length) throws IOException {
        try (Attack.Siege siege = attack.begin(victim)) {
            Tick end = time.now().plus(length);
            Waits worst = bystanders.ask();
            while (end.isAfter(time.now())) {
                Pause.of(BETWEEN, time);
                worst = worst.worse(bystanders.ask());
            }
            return new Row(attack.name(), siege.held(), worst);
        }
    }
}
