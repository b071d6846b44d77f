package dev.tenure.controllers.serveridentity;

import static dev.tenure.model.meta.ResourceTypes.LEASES;
import static dev.tenure.testkit.cluster.MemoryApi.status;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.controllers.stage.LoopStage;
import java.time.Duration;
import org.junit.jupiter.api.Test;

final class IdentityLeaseLoopTest {
    private final LoopStage stage = new LoopStage(LEASES);
    private final ServerIdentity identity = ServerIdentity.of("vm", "life");
    private final IdentityLeaseLoop loop = new IdentityLeaseLoop(
            stage.context().loop(), new IdentityLeaseCalls(stage.context().client(), identity));
    private final String own = "leases kube-system/" + identity.name();

    private String renewed() {
        return stage.the(LEASES, "kube-system", identity.name())
                .at("/spec/renewTime")
                .asText();
    }

    private void lease(String name, String renewed, int seconds) {
        stage.put(LEASES, """
                kind: Lease
                metadata: {name: %s, namespace: kube-system}
                spec: {renewTime: "%s", leaseDurationSeconds: %d}
                """.formatted(name, renewed, seconds));
    }

    @Test
    void aServerMakesItsLeaseAndRenewsItEveryTenSeconds() {
        stage.begin(loop::start);
        assertThat(stage.writes()).containsExactly("delete " + own, "patch " + own, "create leases kube-system");
        assertThat(renewed()).isEqualTo("2026-01-01T00:00:00.000000Z");
        stage.advance(Duration.ofSeconds(10).minusNanos(1));
        assertThat(stage.writes()).isEmpty();
        stage.advance(Duration.ofNanos(1));
        assertThat(stage.writes()).containsExactly("patch " + own);
        assertThat(renewed()).isEqualTo("2026-01-01T00:00:10.000000Z");
    }

    @Test
    void leasesOfServersThatLiveNoLongerGoByTheHour() {
        lease("over", "2025-12-31T22:00:00.000000Z", 3600);
        lease("soon", "2025-12-31T23:30:00.000000Z", 3600);
        lease("nobodys", "2026-01-01T00:00:00.000000Z", 0);
        lease("lives", "2026-01-01T00:00:00.000000Z", 86400);
        stage.begin(loop::start);
        assertThat(stage.writes())
                .contains("delete leases kube-system/over", "delete leases kube-system/nobodys")
                .doesNotContain("delete leases kube-system/soon", "delete leases kube-system/lives");
        stage.advance(Duration.ofHours(1).minusNanos(1));
        assertThat(stage.writes()).containsOnly("patch " + own);
        stage.advance(Duration.ofNanos(1));
        assertThat(stage.writes()).contains("delete leases kube-system/soon");
        assertThat(stage.api().all(LEASES))
                .extracting(lease -> lease.key().name())
                .contains("lives", identity.name());
    }

    @Test
    void aRefusedRenewalIsTriedAgainWithTheNext() {
        stage.refuseWrites(LEASES, status(500, "InternalError"));
        stage.begin(loop::start);
        assertThat(stage.api().all(LEASES)).isEmpty();
        stage.refuseNothing();
        stage.advance(Duration.ofSeconds(10));
        assertThat(renewed()).isEqualTo("2026-01-01T00:00:10.000000Z");
    }
}
