package dev.tenure.controllers.resourcequota;

import static dev.tenure.model.meta.ResourceTypes.DEVICE_CLASSES;
import static dev.tenure.model.meta.ResourceTypes.PODS;
import static dev.tenure.model.meta.ResourceTypes.RESOURCE_CLAIMS;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.client.informer.CompletionHandler;
import dev.tenure.client.informer.Informer;
import dev.tenure.controllers.stage.LoopStage;
import dev.tenure.model.core.Pod;
import dev.tenure.model.meta.ResourceType;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class KnownDevicesTest {
    private static final int PODS_MANY = 50;

    private final LoopStage stage = new LoopStage(PODS, RESOURCE_CLAIMS, DEVICE_CLASSES);
    private final Informer pods = informer(PODS);
    private final Informer claims = informer(RESOURCE_CLAIMS);
    private final Informer classes = informer(DEVICE_CLASSES);

    private Informer informer(ResourceType type) {
        return stage.context().informers().all(type, new CompletionHandler(() -> {}));
    }

    private KnownDevices known(ResourceType... counted) {
        List<ResourceType> some = List.of(counted);
        return new KnownDevices(
                classes,
                type -> some.contains(type) ? Optional.of(type.equals(PODS) ? pods : claims) : Optional.empty());
    }

    private void start() {
        stage.begin(() -> List.of(pods, claims, classes).forEach(Informer::start));
    }

    private void podWithClaim(int i) {
        stage.put(PODS, "{kind: Pod, metadata: {name: p%1$d, namespace: default, uid: of-p%1$d}}".formatted(i));
        stage.put(RESOURCE_CLAIMS, """
                kind: ResourceClaim
                metadata:
                  name: c%1$d
                  namespace: default
                  ownerReferences: [{apiVersion: v1, kind: Pod, name: p%1$d, uid: of-p%1$d, controller: true}]
                """.formatted(i));
    }

    /// Each claim that came was held against all of its namespace.
    @Test
    void ofAllClaimsOnlyThoseOfThePodAreLookedAt() {
        for (int i = 0; i < PODS_MANY; i++) {
            podWithClaim(i);
        }
        stage.put(DEVICE_CLASSES, "{kind: DeviceClass, metadata: {name: gold}}");
        start();
        KnownDevices known = known(PODS, RESOURCE_CLAIMS);
        Pod pod = known.pod("default", "p7").orElseThrow();
        assertThat(known.ownedBy(pod)).extracting(claim -> claim.meta().name()).containsExactly("c7");
        assertThat(known.pod("default", "p99")).isEmpty();
        assertThat(known.deviceClass("gold")).isPresent();
        assertThat(known.deviceClass("silver")).isEmpty();
    }

    @Test
    void nothingIsKnownOfWhatNoQuotaCounts() {
        podWithClaim(1);
        start();
        Pod pod = known(PODS).pod("default", "p1").orElseThrow();
        assertThat(known(PODS).ownedBy(pod)).isEmpty();
        assertThat(known(RESOURCE_CLAIMS).pod("default", "p1")).isEmpty();
    }
}
