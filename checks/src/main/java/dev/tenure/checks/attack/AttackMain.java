package dev.tenure.checks.attack;

import dev.tenure.runtime.time.SystemTime;
import java.io.IOException;
import java.time.Duration;
import java.util.List;

/// `AttackMain PORT SECONDS [WORD]`: attacks the server on this port of loopback, whose tokens are `admin`,
/// `kubelet` and `ann`, with everything there is, or with what has the word in its name, and prints a table.
public final class AttackMain {
    private AttackMain() {}

    @SuppressWarnings("SystemOut")
    public static void main(String[] arguments) throws IOException {
        var victim = new Victim(Integer.parseInt(arguments[0]), "admin", "kubelet", "ann");
        Duration length = Duration.ofSeconds(Long.parseLong(arguments[1]));
        String word = arguments.length > 2 ? arguments[2] : "";
        var run = new AttackRun(victim, new SystemTime());
        boolean good = true;
        System.out.println(AttackRun.header());
        for (Attack attack : attacks()) {
            if (attack.name().contains(word)) {
                AttackRun.Row row = run.run(attack, length);
                good &= row.good();
                System.out.println(row);
            }
        }
        System.exit(good ? 0 : 1);
    }

    /// All of them, in full size.
    static List<Attack> attacks() {
        return List.of(
                new EarlyRequests(EarlyRequests.Kind.ANONYMOUS_POSTS, 150),
                new EarlyRequests(EarlyRequests.Kind.WATCHES, 150),
                new OpenStreams(OpenStreams.Kind.OPEN_BODIES, 200),
                new ManyLabels(3_000),
                new Floods(Floods.Kind.PINGS),
                new Floods(Floods.Kind.SETTINGS),
                new Floods(Floods.Kind.RESETS),
                new Floods(Floods.Kind.PRIORITIES),
                new Floods(Floods.Kind.EMPTY_DATA),
                new Floods(Floods.Kind.CONTINUATIONS),
                new Floods(Floods.Kind.EMPTY_CONTINUATIONS),
                new Crowd(900, Crowd.Writes.DRY),
                new Silence(5_000),
                new Watchers(40),
                new OpenStreams(OpenStreams.Kind.CLOSED_WINDOWS, 500));
    }
}
