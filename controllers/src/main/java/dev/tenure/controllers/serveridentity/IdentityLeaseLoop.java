package dev.tenure.controllers.serveridentity;

import dev.tenure.runtime.loop.EventLoop;
import dev.tenure.runtime.loop.Outcome;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/// Shows that an API server lives: makes its Lease when it starts, renews it every 10 s, and every hour
/// deletes the Leases of servers that live no longer. Every method runs on its loop.
public final class IdentityLeaseLoop {
    public static final String NAME = "kube-apiserver-identity-lease-controller";

    private static final System.Logger LOG = System.getLogger(IdentityLeaseLoop.class.getPackageName());
    private static final Duration RENEW_EVERY = Duration.ofSeconds(10);
    private static final Duration COLLECT_EVERY = Duration.ofHours(1);
    private static final String COLLECTOR = "kube-apiserver-identity-lease-garbage-collector";

    private final EventLoop loop;
    private final IdentityLeaseCalls calls;
    /// Said last, which is not said again.
    private Optional<String> trouble = Optional.empty();

    public IdentityLeaseLoop(EventLoop loop, IdentityLeaseCalls calls) {
        this.loop = loop;
        this.calls = calls;
    }

    /// Begins to work; to be called on the loop, once.
    public void start() {
        loop.work(NAME, calls::leave, outcome -> {
            done(outcome);
            renew();
            collect();
        });
    }

    private void renew() {
        loop.alarm(NAME, loop.time().now().plus(RENEW_EVERY), this::renew);
        Instant now = loop.time().wall();
        loop.work(NAME, () -> calls.renew(now), this::done);
    }

    private void collect() {
        loop.alarm(COLLECTOR, loop.time().now().plus(COLLECT_EVERY), this::collect);
        Instant now = loop.time().wall();
        loop.work(COLLECTOR, () -> calls.collect(now), this::done);
    }

    private void done(Outcome<Optional<String>> outcome) {
        Optional<String> why = switch (outcome) {
            case Outcome.Done<Optional<String>>(Optional<String> complaint) -> complaint;
            case Outcome.Failed<Optional<String>>(var cause) -> Optional.of(String.valueOf(cause.getMessage()));
        };
        if (!why.equals(trouble)) {
            why.ifPresent(
                    text -> LOG.log(System.Logger.Level.WARNING, "cannot keep the leases of API servers: {0}", text));
        }
        trouble = why;
    }
}
