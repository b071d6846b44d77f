package dev.tenure.scheduler.plugin.dynamicresources;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.model.device.DeviceId;
import dev.tenure.model.device.ResourceClaim;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.scheduler.cache.SchedulerCache;
import dev.tenure.wire.json.ObjectNode;
import dev.tenure.wire.view.Views;
import dev.tenure.wire.yaml.Yaml;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class PendingClaimsTest {
    private static final ResourceClaim FREE = claim("a", "uid-a", "");
    private static final ResourceClaim CHOSEN = claim("a", "uid-a", "gpu-1");

    private final SchedulerCache cache = new SchedulerCache();
    private final PendingClaims pending = new PendingClaims();

    /// @param device empty for one without devices
    private static ResourceClaim claim(String name, String uid, String device) {
        String yaml = """
                metadata: {name: %s, namespace: default, uid: %s}
                spec: {devices: {requests: [{name: r, exactly: {deviceClassName: gpu}}]}}
                %s
                """.formatted(
                        name,
                        uid,
                        device.isEmpty()
                                ? ""
                                : "status: {allocation: {devices: {results: [{request: r, driver: d, pool: p, device: %s}]}}}"
                                        .formatted(device));
        return (ResourceClaim) Views.view(ResourceTypes.RESOURCE_CLAIMS, (ObjectNode)
                Yaml.read(yaml.getBytes(StandardCharsets.UTF_8)).value());
    }

    private Optional<ResourceClaim> latest() {
        return pending.latest(cache, "default", "a");
    }

    private boolean holds() {
        return pending.devices(cache).isTaken(new DeviceId("d", "p", "gpu-1"));
    }

    @Test
    void whatWasChosenIsInFlightUntilItIsWritten() {
        assertThat(pending.isInFlight(FREE)).isFalse();
        pending.begin(CHOSEN);
        assertThat(pending.isInFlight(FREE)).isTrue();
        pending.written(CHOSEN, 7);
        assertThat(pending.isInFlight(FREE)).isFalse();
    }

    @Test
    void itsDevicesAreNotFreeUntilTheClaimIsSeenWithThem() {
        cache.devices().put(FREE, 5);
        pending.begin(CHOSEN);
        assertThat(holds()).as("about to be written").isTrue();
        pending.written(CHOSEN, 7);
        assertThat(holds()).as("written").isTrue();
        cache.devices().put(FREE, 6);
        assertThat(holds()).as("an older state is seen").isTrue();
        cache.devices().put(CHOSEN, 7);
        assertThat(holds()).as("now the claim itself says it").isFalse();
    }

    @Test
    void nothingIsHeldTwiceForAClaimThatIsSeenWithItsDevices() {
        cache.devices().put(CHOSEN, 6);
        pending.begin(CHOSEN);
        assertThat(holds()).isFalse();
    }

    @Test
    void whatWillNotBeWrittenIsForgottenAndWhatIsWrittenIsNot() {
        pending.begin(CHOSEN);
        pending.end(CHOSEN);
        assertThat(holds()).isFalse();
        pending.written(CHOSEN, 7);
        pending.end(CHOSEN);
        assertThat(holds()).isTrue();
    }

    @Test
    void theNewerOfWhatWasWrittenAndWhatIsSeenCounts() {
        cache.devices().put(FREE, 5);
        assertThat(latest()).contains(FREE);
        pending.begin(CHOSEN);
        assertThat(latest()).as("not written yet").contains(FREE);
        pending.written(CHOSEN, 7);
        assertThat(latest()).contains(CHOSEN);
        cache.devices().put(FREE, 7);
        assertThat(latest()).as("seen in the revision that was written").contains(FREE);
    }

    @Test
    void anotherClaimOfTheNameIsNotTheOneThatWasWritten() {
        pending.written(CHOSEN, 7);
        ResourceClaim another = claim("a", "uid-b", "");
        cache.devices().put(another, 6);
        assertThat(latest()).contains(another);
    }

    @Test
    void aClaimThatWasMadeHereIsKnownBeforeItIsSeenAndGoneOnceItIsDeleted() {
        pending.written(CHOSEN, 7);
        assertThat(latest()).contains(CHOSEN);
        assertThat(pending.latest(cache, "other", "a")).isEmpty();
        assertThat(pending.latest(cache, "default", "b")).isEmpty();
        cache.devices().put(claim("b", "uid-b", ""), 6);
        assertThat(latest()).as("what is seen is older").contains(CHOSEN);
        cache.devices().put(claim("b", "uid-b", ""), 7);
        assertThat(latest()).as("it would be there by now").isEmpty();
    }
}
