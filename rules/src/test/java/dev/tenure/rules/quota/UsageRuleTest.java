package dev.tenure.rules.quota;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.model.core.PersistentVolumeClaim;
import dev.tenure.model.core.Pod;
import dev.tenure.model.core.PodPhase;
import dev.tenure.model.core.ResourceList;
import dev.tenure.model.core.ResourceQuota;
import dev.tenure.model.core.ResourceQuota.Scope;
import dev.tenure.model.core.Service;
import dev.tenure.model.core.Service.ServicePort;
import dev.tenure.model.device.ResourceClaim;
import dev.tenure.model.device.ResourceClaim.Amount;
import dev.tenure.model.device.ResourceClaim.Devices;
import dev.tenure.model.device.ResourceClaim.Request;
import dev.tenure.model.meta.ObjectMeta;
import dev.tenure.model.meta.ResourceType;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.rules.Samples;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class UsageRuleTest {
    private static final ResourceType EVENTS =
            new ResourceType("events.k8s.io", "v1", "events", "Event", ResourceType.Scope.NAMESPACED);

    private static String usage(ResourceType type, Object view) {
        Map<String, String> texts = new TreeMap<>();
        UsageRule.of(type, view, Samples.NOW).forEach((name, amount) -> texts.put(name, amount.toString()));
        return texts.toString();
    }

    private static Pod pod(PodPhase phase, Optional<ObjectMeta.Deletion> deletion) {
        ObjectMeta meta = Samples.meta("p", Map.of());
        return new Pod(
                new ObjectMeta(
                        "p",
                        "default",
                        "uid",
                        1,
                        meta.creationTimestamp(),
                        deletion,
                        Map.of(),
                        Map.of(),
                        List.of(),
                        List.of()),
                Samples.spec(
                        List.of(Samples.container("i", "cpu=3", "")),
                        List.of(
                                Samples.container(
                                        "a",
                                        "cpu=1 example.com/gpu=2 hugepages-2Mi=4Mi deviceclass.resource.kubernetes.io/gold=3",
                                        "memory=1Gi"),
                                Samples.container("b", "cpu=500m", "")),
                        ResourceList.EMPTY,
                        Optional.empty()),
                Samples.status(phase, List.of()));
    }

    @Test
    void aPodTakesWhatItAsksForAndIsLimitedTo() {
        assertThat(usage(ResourceTypes.PODS, pod(PodPhase.PENDING, Optional.empty())))
                .isEqualTo(
                        "{count/pods=1, cpu=3, hugepages-2Mi=4Mi, limits.memory=1Gi, pods=1, requests.cpu=3,"
                                + " requests.deviceclass.resource.kubernetes.io/gold=3, requests.example.com/gpu=2, requests.hugepages-2Mi=4Mi}");
    }

    @Test
    void aPodThatHasEndedTakesOnlyItsPlaceInTheStore() {
        assertThat(usage(ResourceTypes.PODS, pod(PodPhase.SUCCEEDED, Optional.empty())))
                .isEqualTo("{count/pods=1}");
    }

    @Test
    void aPodThatOughtToBeGoneTakesNothingAnyMore() {
        var overdue = new ObjectMeta.Deletion(Samples.NOW.minusSeconds(31), 30);
        var leaving = new ObjectMeta.Deletion(Samples.NOW.minusSeconds(30), 30);
        assertThat(usage(ResourceTypes.PODS, pod(PodPhase.RUNNING, Optional.of(overdue))))
                .isEqualTo("{count/pods=1}");
        assertThat(usage(ResourceTypes.PODS, pod(PodPhase.RUNNING, Optional.of(leaving))))
                .contains("pods=1");
    }

    private static Service service(String type, boolean balancedByNodePorts) {
        return new Service(
                Samples.meta("s", Map.of()),
                Map.of(),
                type,
                List.of(),
                List.of(new ServicePort("a", "TCP", 1, "1", 30001, ""), new ServicePort("b", "TCP", 2, "2", 0, "")),
                false,
                List.of(),
                balancedByNodePorts);
    }

    @Test
    void servicesTakePortsOfNodesAsTheirTypeSays() {
        assertThat(usage(ResourceTypes.SERVICES, service("ClusterIP", true)))
                .isEqualTo("{count/services=1, services=1}");
        assertThat(usage(ResourceTypes.SERVICES, service("NodePort", true)))
                .isEqualTo("{count/services=1, services=1, services.nodeports=2}");
        assertThat(usage(ResourceTypes.SERVICES, service("LoadBalancer", true)))
                .isEqualTo("{count/services=1, services=1, services.loadbalancers=1, services.nodeports=2}");
        assertThat(usage(ResourceTypes.SERVICES, service("LoadBalancer", false)))
                .isEqualTo("{count/services=1, services=1, services.loadbalancers=1, services.nodeports=1}");
    }

    private static PersistentVolumeClaim claim(String attributesClass) {
        return claim(attributesClass, PersistentVolumeClaim.Progress.NONE);
    }

    private static PersistentVolumeClaim claim(String attributesClass, PersistentVolumeClaim.Progress progress) {
        return new PersistentVolumeClaim(
                Samples.meta("c", Map.of()),
                Samples.resources("storage=1500m"),
                List.of(),
                Optional.of("gold"),
                "Filesystem",
                "",
                Optional.empty(),
                "Pending",
                attributesClass,
                progress);
    }

    @Test
    void claimsCountForTheirClassToo() {
        assertThat(usage(ResourceTypes.PERSISTENT_VOLUME_CLAIMS, claim("")))
                .isEqualTo("{count/persistentvolumeclaims=1, gold.storageclass.storage.k8s.io/persistentvolumeclaims=1,"
                        + " gold.storageclass.storage.k8s.io/requests.storage=2, persistentvolumeclaims=1,"
                        + " requests.storage=2}");
    }

    @Test
    void aClaimForWhichMoreIsSetAsideThanItWantsTakesThat() {
        var progress = new PersistentVolumeClaim.Progress("", "", Samples.resources("storage=5"));
        assertThat(usage(ResourceTypes.PERSISTENT_VOLUME_CLAIMS, claim("", progress)))
                .contains("gold.storageclass.storage.k8s.io/requests.storage=5", ", requests.storage=5}");
    }

    /// One that is being changed from one class to another is of both, and of the one on the way.
    @Test
    void aClaimIsOfEachClassThatItHasToDoWith() {
        var progress = new PersistentVolumeClaim.Progress("gold", "iron", ResourceList.EMPTY);
        PersistentVolumeClaim claim = claim("silver", progress);
        for (String name : List.of("gold", "silver", "iron")) {
            assertThat(matches(new Scope("VolumeAttributesClass", "In", List.of(name)), claim))
                    .isTrue();
        }
        assertThat(matches(new Scope("VolumeAttributesClass", "In", List.of("tin")), claim))
                .isFalse();
        assertThat(matches(new Scope("VolumeAttributesClass", "NotIn", List.of("gold")), claim))
                .isTrue();
        assertThat(matches(scope("VolumeAttributesClass"), claim("")))
                .as("Exists")
                .isFalse();
    }

    @Test
    void eachTypeHasItsBounds() {
        assertThat(UsageRule.limits(ResourceTypes.DEPLOYMENTS, "count/deployments.apps"))
                .isTrue();
        assertThat(UsageRule.limits(ResourceTypes.DEPLOYMENTS, "deployments")).isFalse();
        assertThat(UsageRule.limits(ResourceTypes.SECRETS, "secrets")).isTrue();
        assertThat(UsageRule.limits(ResourceTypes.SECRETS, "configmaps")).isFalse();
        assertThat(UsageRule.limits(ResourceTypes.ENDPOINTS, "endpoints")).isFalse();
        assertThat(UsageRule.limits(ResourceTypes.PODS, "requests.example.com/gpu"))
                .isTrue();
        assertThat(UsageRule.limits(ResourceTypes.PODS, "requests.deviceclass.resource.kubernetes.io/gold"))
                .isTrue();
        assertThat(UsageRule.limits(ResourceTypes.PODS, "requests.storage")).isFalse();
        assertThat(UsageRule.limits(
                        ResourceTypes.PERSISTENT_VOLUME_CLAIMS, "gold.storageclass.storage.k8s.io/requests.storage"))
                .isTrue();
        assertThat(UsageRule.counted(EVENTS)).isFalse();
        assertThat(UsageRule.counted(ResourceTypes.NODES)).isFalse();
    }

    @Test
    void whoSaysNothingOfWhatIsLimitedIsNamed() {
        assertThat(PodUsageRule.missing(
                        pod(PodPhase.PENDING, Optional.empty()).spec(),
                        Set.of("cpu", "limits.memory", "pods", "requests.ephemeral-storage")))
                .hasValue("must specify limits.memory for: b,i");
    }

    private static boolean matches(Scope scope, Object view) {
        return QuotaScopeRule.matches(
                new ResourceQuota(
                        Samples.meta("q", Map.of()),
                        ResourceList.EMPTY,
                        List.of(scope),
                        new ResourceQuota.Count(ResourceList.EMPTY, ResourceList.EMPTY)),
                view);
    }

    private static Scope scope(String name) {
        return new Scope(name, "Exists", List.of());
    }

    @Test
    void scopesTellObjectsApart() {
        Pod pod = pod(PodPhase.PENDING, Optional.empty());
        assertThat(matches(scope("NotTerminating"), pod)).isTrue();
        assertThat(matches(scope("Terminating"), pod)).isFalse();
        assertThat(matches(scope("NotBestEffort"), pod)).isTrue();
        assertThat(matches(scope("BestEffort"), pod)).isFalse();
        assertThat(matches(scope("CrossNamespacePodAffinity"), pod)).isFalse();
        assertThat(matches(new Scope("PriorityClass", "NotIn", List.of("high")), pod))
                .isTrue();
        assertThat(matches(scope("PriorityClass"), pod)).isFalse();
        assertThat(matches(scope("BestEffort"), service("ClusterIP", true))).isFalse();
        assertThat(matches(new Scope("VolumeAttributesClass", "In", List.of("fast")), claim("fast")))
                .isTrue();
        assertThat(matches(scope("NotBestEffort"), claim("fast"))).isFalse();
    }

    @Test
    void aResourceClaimTakesDevicesOfEachClassAtTheirMost() {
        var type = new ResourceType(
                "resource.k8s.io", "v1", "resourceclaims", "ResourceClaim", ResourceType.Scope.NAMESPACED);
        var claim = new ResourceClaim(
                Samples.meta("c", Map.of()),
                List.of(
                        new Request("r", List.of(new Devices("", "gold", new Amount.Exactly(2)))),
                        new Request(
                                "r",
                                List.of(
                                        new Devices("", "gold", new Amount.Exactly(3)),
                                        new Devices("", "gold", new Amount.Exactly(1)),
                                        new Devices("", "iron", new Amount.All()))),
                        new Request("r", List.of(new Devices("", "dust", new Amount.Unknown()))),
                        new Request("r", List.of())),
                ResourceClaim.Use.NONE);
        String plain = "{count/resourceclaims.resource.k8s.io=1, dust.deviceclass.resource.k8s.io/devices=0,"
                + " gold.deviceclass.resource.k8s.io/devices=5, iron.deviceclass.resource.k8s.io/devices=32,"
                + " requests.deviceclass.resource.kubernetes.io/gold=%d,"
                + " requests.deviceclass.resource.kubernetes.io/iron=32, requests.example.com/gpu=%d}";
        Map<String, String> resources = Map.of("gold", "example.com/gpu");
        assertThat(usage(type, new ChargedClaim(claim, resources, Optional.empty())))
                .isEqualTo(plain.formatted(5, 5));
        Pod payer = pod(PodPhase.PENDING, Optional.empty());
        assertThat(usage(type, new ChargedClaim(claim, resources, Optional.of(payer))))
                .isEqualTo(plain.formatted(2, 3));
        assertThat(UsageRule.limits(type, "gold.deviceclass.resource.k8s.io/devices"))
                .isTrue();
        assertThat(UsageRule.limits(type, "count/resourceclaims.resource.k8s.io"))
                .isTrue();
        assertThat(UsageRule.limits(type, "pods")).isFalse();
        assertThat(UsageRule.limits(ResourceTypes.PODS, "gold.deviceclass.resource.k8s.io/devices"))
                .isFalse();
    }
}
