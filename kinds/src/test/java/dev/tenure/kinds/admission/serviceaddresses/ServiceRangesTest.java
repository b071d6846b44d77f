package dev.tenure.kinds.admission.serviceaddresses;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.kinds.admission.AdmittedCluster;
import dev.tenure.model.meta.ResourceTypes;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ServiceRangesTest {
    private static final AddressRange USUAL = AddressRange.parse("10.0.0.0/24");
    private final AdmittedCluster cluster = new AdmittedCluster();

    private void range(String name, String cidr, String ready) {
        cluster.with(
                ResourceTypes.SERVICE_CIDRS,
                "{'metadata':{'name':'%s'},'spec':{'cidrs':['%s']},'status':{'conditions':[{'type':'Ready','status':'%s'}]}}"
                        .formatted(name, cidr, ready));
    }

    @Test
    void onlyReadyRangesGiveAddresses() {
        range("kubernetes", "10.0.0.0/24", "True");
        range("more", "10.7.0.0/24", "True");
        range("leaving", "10.8.0.0/24", "False");
        range("six", "2001:db8::/64", "True");
        ServiceRanges ranges = ServiceRanges.of(cluster, USUAL);
        assertThat(ranges.contains("10.0.0.9")).isTrue();
        assertThat(ranges.contains("10.7.0.9")).isTrue();
        assertThat(ranges.contains("10.8.0.9")).isFalse();
        assertThat(ranges.contains("10.7.0.0")).isFalse();
        assertThat(ranges.contains("10.7.0.255")).isFalse();
    }

    @Test
    void allAddressesOfAllRangesAreGivenOnceAndTheFirstOnesLast() {
        range("kubernetes", "10.0.0.0/27", "True");
        range("tiny", "10.7.0.0/30", "True");
        ServiceRanges ranges = ServiceRanges.of(cluster, USUAL);
        Set<String> given = new HashSet<>();
        var random = new Random(7);
        for (int i = 0; i < 32; i++) {
            assertThat(ranges.any(given::add, random)).isPresent();
        }
        assertThat(given)
                .contains("10.0.0.1", "10.0.0.30", "10.7.0.1", "10.7.0.2")
                .hasSize(32);
        assertThat(ranges.any(given::add, random)).isEmpty();
        Set<String> first = new HashSet<>();
        var alone = new ServiceRanges(List.of(AddressRange.parse("10.0.0.0/27")));
        for (int i = 0; i < 14; i++) {
            assertThat(alone.any(first::add, random)).isPresent();
        }
        assertThat(first).doesNotContain("10.0.0.1", "10.0.0.16").contains("10.0.0.17", "10.0.0.30");
    }

    @Test
    void withoutAnyTheUsualRangeCounts() {
        assertThat(ServiceRanges.of(cluster, USUAL).all()).containsExactly(USUAL);
    }
}
