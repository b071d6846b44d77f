package dev.tenure.kinds.admission.serviceaddresses;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenure.kinds.admission.AdmittedCluster;
import dev.tenure.kinds.service.SharedKinds;
import dev.tenure.model.meta.ResourceTypes;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class PortRepairTest {
    private static final String SERVICE =
            "{'apiVersion': 'v1', 'kind': 'Service', 'metadata': {'name': '%s', 'namespace': 'a'}, 'spec': {'type': 'NodePort', 'ports': [{'port': 80, 'nodePort': %d}]}}";

    private final AdmittedCluster cluster = new AdmittedCluster();
    private final PortRepair repair = new PortRepair(cluster);
    private final PortLedger ledger = new PortLedger(cluster);

    private List<Integer> taken() {
        return PortLedger.ports(ledger.read().orElseThrow()).ports();
    }

    @Test
    void whatServicesHaveIsTakenWhereNothingIsWrittenDownYet() {
        cluster.with(ResourceTypes.SERVICES, SERVICE.formatted("s", 30001));
        assertThat(ledger.isTaken(30001)).isTrue();
        repair.look();
        assertThat(taken()).containsExactly(30001);
        assertThat(ledger.take(30001)).isFalse();
    }

    @Test
    void aPortThatIsMissingIsWrittenDown() {
        repair.look();
        cluster.with(ResourceTypes.SERVICES, SERVICE.formatted("s", 32767));
        repair.look();
        assertThat(taken()).containsExactly(32767);
    }

    @Test
    void aPortWithoutAServiceIsFreeAgainAfterSomeLooks() {
        assertThat(ledger.take(30005)).isTrue();
        for (int i = 0; i < PortRepair.SEEN_UNUSED_MAX; i++) {
            repair.look();
            assertThat(taken()).containsExactly(30005);
        }
        repair.look();
        assertThat(taken()).isEmpty();
    }

    @Test
    void aPortThatIsUsedMeanwhileIsCountedAnew() {
        ledger.take(30005);
        repair.look();
        repair.look();
        cluster.with(ResourceTypes.SERVICES, SERVICE.formatted("s", 30005));
        repair.look();
        assertThat(taken()).containsExactly(30005);
    }

    @Test
    void theNumberIsWrittenAsGoWritesIt() {
        for (Set<Integer> ports :
                List.of(Set.<Integer>of(), Set.of(30000), Set.of(30007, 30008), Set.of(32767, 30000))) {
            PortRange range = PortRange.of(ports);
            assertThat(PortRange.of(range.tree())).isEqualTo(range);
            assertThat(range.ports()).containsExactlyInAnyOrderElementsOf(ports);
        }
        assertThat(PortRange.of(Set.of()).tree().path("data").asText()).isEmpty();
        assertThat(PortRange.of(Set.of(30007)).tree().path("data").asText()).isEqualTo("gA==");
    }

    @Test
    void anotherRangeThanThisServersIsRefused() {
        cluster.create(SharedKinds.RANGES, PortRange.of(Set.of()).tree().put("range", "31000-32000"));
        assertThatThrownBy(repair::look)
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("31000-32000");
    }
}
