package dev.tenure.client.election;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.tenure.client.election.LeaseClaim.Verdict;
import dev.tenure.model.coordination.Lease;
import dev.tenure.runtime.time.Tick;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.view.Views;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class LeaseClaimTest {
    private static final Tick SEEN = new Tick(1_000_000_000_000L);
    private static final int DURATION = 15;
    private static final List<Duration> AGES = List.of(
            Duration.ZERO,
            Duration.ofSeconds(DURATION).minusNanos(1),
            Duration.ofSeconds(DURATION),
            Duration.ofDays(1));

    private static Lease lease(String holder) {
        var meta = Views.meta(Json.readObject("{\"metadata\":{\"name\":\"l\"}}".getBytes(StandardCharsets.UTF_8)));
        // a holder whose clock is a year ahead: what it writes counts for nothing
        var written = Optional.of(Instant.parse("2027-01-01T00:00:00Z"));
        return new Lease(meta, holder, DURATION, written, written, 3);
    }

    private static Verdict decide(String holder, Duration age) {
        return LeaseClaim.decide(lease(holder), "me", SEEN, SEEN.plus(age));
    }

    @Test
    void ourOwnLeaseIsRenewedHoweverOldItIs() {
        for (Duration age : AGES) {
            assertThat(decide("me", age)).as("%s", age).isEqualTo(new Verdict.Renew());
        }
    }

    @Test
    void aLeaseThatNobodyHoldsIsTakenAtOnce() {
        for (Duration age : AGES) {
            assertThat(decide("", age)).as("%s", age).isEqualTo(new Verdict.Take());
        }
    }

    @Test
    void anotherOnesLeaseIsTakenOnceItWasSeenUnchangedForItsDuration() {
        for (Duration age : AGES) {
            Verdict expected =
                    age.compareTo(Duration.ofSeconds(DURATION)) < 0 ? new Verdict.Held("other") : new Verdict.Take();
            assertThat(decide("other", age)).as("%s", age).isEqualTo(expected);
        }
    }

    @Test
    void timesThatDoNotFitTogetherAreRefused() {
        refused(10, 10, 2, "leaseDuration must be greater than renewDeadline");
        refused(15, 2, 2, "renewDeadline must be greater than retryPeriod*JitterFactor");
        refused(15, 10, 0, "leaseDuration, renewDeadline and retryPeriod must be above zero");
    }

    private static void refused(int lease, int renew, int retry, String message) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new ElectionConfiguration(
                        "ns",
                        "name",
                        "me",
                        Duration.ofSeconds(lease),
                        Duration.ofSeconds(renew),
                        Duration.ofSeconds(retry)))
                .withMessage(message);
    }

    @Test
    void whoStandsHasAName() {
        assertThatIllegalArgumentException().isThrownBy(() -> ElectionConfiguration.standard("ns", "name", ""));
    }
}
