package dev.tenure.controllers.servicecidr;

import static dev.tenure.model.meta.ResourceTypes.IP_ADDRESSES;
import static dev.tenure.model.meta.ResourceTypes.SERVICE_CIDRS;
import static dev.tenure.testkit.cluster.MemoryApi.status;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.controllers.stage.LoopStage;
import dev.tenure.model.meta.ApiRequest.Verb;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class ServiceCidrLoopTest {
    private static final String PROTECTED = "finalizers: [networking.k8s.io/service-cidr-finalizer]";
    private static final String DELETED = PROTECTED + ", deletionTimestamp: \"2026-01-01T00:00:00Z\"";
    private static final String PATCH = "patch servicecidrs r";
    private static final String SAY = "patch servicecidrs r/status";

    private final LoopStage stage = new LoopStage(SERVICE_CIDRS, IP_ADDRESSES);
    private final ServiceCidrLoop loop = new ServiceCidrLoop(stage.context());

    private void range(String name, String meta) {
        stage.put(SERVICE_CIDRS, """
                kind: ServiceCIDR
                metadata: {name: %s, %s}
                spec: {cidrs: [10.0.0.0/24]}
                """.formatted(name, meta));
    }

    private void address(String manager) {
        stage.put(IP_ADDRESSES, """
                kind: IPAddress
                metadata: {name: 10.0.0.7, labels: {ipaddress.kubernetes.io/managed-by: %s}}
                """.formatted(manager));
    }

    private String condition() {
        var condition = stage.the(SERVICE_CIDRS, "", "r").at("/status/conditions/0");
        return condition.path("status").asText() + " "
                + condition.path("reason").asText();
    }

    @Test
    void aRangeIsProtectedAndSaidToBeReady() {
        range("r", "labels: {}");
        stage.begin(loop::start);
        assertThat(stage.writes()).containsExactly(PATCH, SAY);
        assertThat(condition()).isEqualTo("True ");
        range("r", PROTECTED);
        assertThat(stage.writes()).as("only what is missing").containsExactly(SAY);
    }

    @Test
    void aDeletedRangeOfNoAddressGoesWhenAllServersKnow() {
        stage.begin(loop::start);
        range("r", DELETED);
        stage.advance(Duration.ofSeconds(10).minusNanos(1));
        assertThat(stage.writes()).isEmpty();
        stage.advance(Duration.ofNanos(1));
        assertThat(stage.writes()).containsExactly(PATCH);
        assertThat(stage.the(SERVICE_CIDRS, "", "r").at("/metadata/finalizers")).isEmpty();
    }

    @Test
    void addressesHoldARangeUntilTheLastGoes() {
        address("ipallocator.k8s.io");
        stage.begin(loop::start);
        range("r", DELETED);
        assertThat(stage.writes()).containsExactly(SAY);
        assertThat(condition()).isEqualTo("False Terminating");
        stage.advance(Duration.ofMinutes(1));
        assertThat(stage.writes()).isEmpty();
        stage.remove(IP_ADDRESSES, "", "10.0.0.7");
        assertThat(stage.writes()).contains(PATCH);
    }

    @Test
    void anotherRangeOfTheSameAddressesLetsItGo() {
        address("ipallocator.k8s.io");
        stage.begin(loop::start);
        range("r", DELETED);
        stage.advance(Duration.ofMinutes(1));
        stage.writes();
        range("wide", PROTECTED);
        assertThat(stage.writes()).contains(PATCH);
    }

    @Test
    void whenTheOtherRangeGoesItIsLookedAtAgain() {
        address("ipallocator.k8s.io");
        stage.begin(loop::start);
        range("wide", PROTECTED);
        range("r", PROTECTED + ", deletionTimestamp: \"2026-01-01T00:01:00Z\"");
        stage.remove(SERVICE_CIDRS, "", "wide");
        assertThat(condition()).isEqualTo("False Terminating");
    }

    @Test
    void addressesThatSomebodyMadeByHandHoldNothing() {
        address("somebody");
        stage.begin(loop::start);
        range("r", DELETED);
        stage.advance(Duration.ofSeconds(10));
        assertThat(stage.writes()).containsExactly(PATCH);
    }

    @Test
    void aRefusedWriteIsTriedAgain() {
        range("r", PROTECTED);
        stage.refuseWrites(SERVICE_CIDRS, status(500, "InternalError"));
        stage.begin(loop::start);
        stage.refuseNothing();
        stage.advance(Duration.ofSeconds(1));
        assertThat(condition()).isEqualTo("True ");
    }

    @Test
    void aRefusedProtectionIsTriedAgainThoughTheStatusStands() {
        range("r", "labels: {}");
        stage.api()
                .refuse(request -> request.verb() == Verb.PATCH
                                && request.target().subresource().isEmpty()
                        ? Optional.of(status(500, "InternalError"))
                        : Optional.empty());
        stage.begin(loop::start);
        assertThat(condition()).isEqualTo("True ");
        stage.refuseNothing();
        stage.advance(Duration.ofSeconds(1));
        assertThat(stage.the(SERVICE_CIDRS, "", "r").at("/metadata/finalizers")).hasSize(1);
    }

    @Test
    void aRangeThatCouldNotBeFreedIsTriedAgain() {
        range("r", DELETED);
        stage.refuseWrites(SERVICE_CIDRS, status(500, "InternalError"));
        stage.begin(loop::start);
        stage.advance(Duration.ofSeconds(10));
        stage.refuseNothing();
        stage.advance(Duration.ofSeconds(1));
        assertThat(stage.the(SERVICE_CIDRS, "", "r").at("/metadata/finalizers")).isEmpty();
    }
}
