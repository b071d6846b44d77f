package dev.tenure.simnodes;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class AddressStateTest {
    private final AddressState addresses = new AddressState();

    @Test
    void addressesFollowOneAnother() {
        assertThat(addresses.ofNode("a")).isEqualTo("10.128.0.1");
        assertThat(addresses.ofNode("b")).isEqualTo("10.128.0.2");
        assertThat(addresses.ofNode("a")).isEqualTo("10.128.0.1");
        assertThat(addresses.ofPod("a")).isEqualTo("10.192.0.1");
    }

    @Test
    void whatIsTakenIsPassedOver() {
        addresses.keepPod("first", "10.192.0.1");
        addresses.keepPod("far", "10.192.1.0");
        for (int i = 2; i < 256; i++) {
            assertThat(addresses.ofPod("pod-" + i)).isEqualTo("10.192.0." + i);
        }
        assertThat(addresses.ofPod("next")).isEqualTo("10.192.1.1");
    }

    @Test
    void anAddressThatIsFreeIsNotGivenAgainSoon() {
        addresses.ofPod("gone");
        addresses.freePod("gone");
        assertThat(addresses.ofPod("next")).isEqualTo("10.192.0.2");
    }

    @Test
    void addressesOfOthersAreKept() {
        addresses.keepPod("other", "192.168.0.7");
        addresses.keepPod("six", "fd00::7");
        addresses.keepNode("named", "machine.example");
        assertThat(addresses.ofPod("other")).isEqualTo("192.168.0.7");
        assertThat(addresses.ofPod("six")).isEqualTo("fd00::7");
        assertThat(addresses.ofNode("named")).isEqualTo("machine.example");
        addresses.freePod("other");
        assertThat(addresses.ofPod("other")).isEqualTo("10.192.0.1");
    }
}
