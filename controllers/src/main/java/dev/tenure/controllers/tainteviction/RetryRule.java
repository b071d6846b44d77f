package dev.tenure.controllers.tainteviction;

import java.time.Duration;

/// How often an eviction is tried. Upstream: retries and the pause of deletePodHandler.
final class RetryRule {
    static final int ATTEMPTS_MAX = 5;
    static final Duration PAUSE = Duration.ofMillis(10);

    private RetryRule() {}
}
