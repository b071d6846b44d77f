package dev.tenure.controllers.legacytokencleaner;

import dev.tenure.client.ClusterClient;
import dev.tenure.client.informer.ControllerContext;
import dev.tenure.runtime.loop.EventLoop;
import dev.tenure.runtime.loop.Outcome;
import java.time.Duration;
import java.time.Instant;

/// Looks once a day for tokens of Secrets that nobody uses. Every method runs on its loop.
public final class LegacyTokenLoop {
    /// The name of the controller and of its flag.
    public static final String NAME = "legacy-serviceaccount-token-cleaner-controller";

    /// How long a token may be unused, unless somebody says otherwise.
    public static final Duration PERIOD = Duration.ofDays(365);

    private static final Duration LOOK_EVERY = Duration.ofDays(1);

    private final EventLoop loop;
    private final ClusterClient client;
    private final Duration period;

    /// @param period how long a token may be unused, and then invalid; more than zero
    public LegacyTokenLoop(ControllerContext context, Duration period) {
        this.loop = context.loop();
        this.client = context.client();
        this.period = period;
    }

    /// Begins to work; to be called on the loop, once.
    public void start() {
        loop.alarm(NAME, loop.time().now().plus(LOOK_EVERY), this::start);
        Instant now = loop.time().wall();
        loop.work(
                NAME,
                () -> {
                    new LegacyTokenCalls(client, period).clean(now);
                    return true;
                },
                outcome -> {
                    if (outcome instanceof Outcome.Failed<Boolean>(var cause)) {
                        throw new IllegalStateException("unused tokens cannot be looked for", cause);
                    }
                });
    }
}
