package dev.tenure.rules.device;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.model.core.Pod;
import dev.tenure.model.core.PodPhase;
import dev.tenure.model.core.PodSpec;
import dev.tenure.model.core.PodStatus;
import dev.tenure.model.core.PodStatus.MadeClaim;
import dev.tenure.model.device.ResourceClaim;
import dev.tenure.model.meta.ObjectMeta;
import dev.tenure.model.meta.OwnerReference;
import dev.tenure.rules.Samples;
import dev.tenure.rules.device.PodClaimRule.Meant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class PodClaimRuleTest {
    private static final PodSpec.ResourceClaim BY_NAME = new PodSpec.ResourceClaim("c", "mine", "");
    private static final PodSpec.ResourceClaim BY_TEMPLATE = new PodSpec.ResourceClaim("c", "", "t");

    private static Pod pod(MadeClaim... made) {
        Pod plain = Samples.pod("p", PodPhase.PENDING, false);
        return new Pod(plain.meta(), plain.spec(), status(List.of(made)));
    }

    private static PodStatus status(List<MadeClaim> made) {
        PodStatus plain = Samples.status(PodPhase.PENDING, List.of());
        return new PodStatus(
                plain.phase(),
                plain.reason(),
                plain.message(),
                plain.conditions(),
                plain.podIps(),
                plain.hostIps(),
                plain.nominatedNodeName(),
                plain.startTime(),
                plain.qosClass(),
                plain.resize(),
                plain.resources(),
                plain.allocatedResources(),
                plain.initContainerStatuses(),
                plain.containerStatuses(),
                made,
                plain.extendedClaim(),
                plain.observedGeneration());
    }

    private static ResourceClaim claim(Optional<OwnerReference> owner) {
        ObjectMeta plain = Samples.meta("mine", Map.of());
        var meta = new ObjectMeta(
                plain.name(),
                plain.namespace(),
                plain.uid(),
                plain.generation(),
                plain.creationTimestamp(),
                Optional.empty(),
                Map.of(),
                Map.of(),
                owner.stream().toList(),
                List.of());
        return new ResourceClaim(meta, List.of(), ResourceClaim.Use.NONE);
    }

    @Test
    void aClaimIsTheOneThatIsNamedOrTheOneThatWasMade() {
        assertThat(PodClaimRule.of(pod(), BY_NAME)).isEqualTo(new Meant.Claim("mine", false));
        assertThat(PodClaimRule.of(pod(), BY_TEMPLATE)).isEqualTo(new Meant.NotMade());
        assertThat(PodClaimRule.of(pod(new MadeClaim("d", "other")), BY_TEMPLATE))
                .isEqualTo(new Meant.NotMade());
        assertThat(PodClaimRule.of(pod(new MadeClaim("c", "p-c-x")), BY_TEMPLATE))
                .isEqualTo(new Meant.Claim("p-c-x", true));
        assertThat(PodClaimRule.of(pod(new MadeClaim("c", "")), BY_TEMPLATE)).isEqualTo(new Meant.NotNeeded());
    }

    @Test
    void onlyWhatWasMadeForThePodItselfIsMeant() {
        Pod pod = pod();
        var made = new Meant.Claim("mine", true);
        var owner = new OwnerReference("v1", "Pod", "p", pod.meta().uid(), true, false);
        var other = new OwnerReference("v1", "Pod", "p", "another", true, false);
        assertThat(PodClaimRule.isMeant(pod, made, claim(Optional.of(owner)))).isTrue();
        assertThat(PodClaimRule.isMeant(pod, made, claim(Optional.of(other)))).isFalse();
        assertThat(PodClaimRule.isMeant(pod, made, claim(Optional.empty()))).isFalse();
        assertThat(PodClaimRule.isMeant(pod, new Meant.Claim("mine", false), claim(Optional.empty())))
                .isTrue();
    }
}
