package dev.tenure.controllers.servicecidr;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RemovalRuleTest {
    private static List<AddressBlock> blocks(String... texts) {
        return Arrays.stream(texts)
                .map(text -> AddressBlock.parse(text).orElseThrow())
                .toList();
    }

    @Test
    void whatNobodyUsesGoes() {
        var all = Map.of("a", blocks("10.0.0.0/24"), "b", blocks("10.1.0.0/24"));
        assertThat(RemovalRule.canGo("a", all, List.of())).isTrue();
        assertThat(RemovalRule.canGo("a", all, List.of("10.1.0.7", "2001:db8::7")))
                .isTrue();
        assertThat(RemovalRule.canGo("a", all, List.of("10.0.0.7"))).isFalse();
    }

    @Test
    void anAddressThatAnotherRangeGivesTooHoldsNothing() {
        var all = Map.of("a", blocks("10.0.0.0/24"), "b", blocks("10.0.0.0/28"));
        assertThat(RemovalRule.canGo("a", all, List.of("10.0.0.7"))).isTrue();
        assertThat(RemovalRule.canGo("a", all, List.of("10.0.0.77"))).isFalse();
        assertThat(RemovalRule.canGo("a", all, List.of("10.0.0.15"))).isFalse();
    }

    @Test
    void aRangeWithinAnotherGoesWhateverIsUsed() {
        var all = Map.of("a", blocks("10.0.0.0/24", "2001:db8::/112"), "b", blocks("10.0.0.0/16", "2001:db8::/64"));
        assertThat(RemovalRule.canGo("a", all, List.of("10.0.0.7", "2001:db8::7")))
                .isTrue();
        var half = Map.of("a", blocks("10.0.0.0/24", "2001:db8::/112"), "b", blocks("10.0.0.0/16"));
        assertThat(RemovalRule.canGo("a", half, List.of("10.0.0.7", "2001:db8::7")))
                .isFalse();
    }

    @Test
    void neitherTheFirstAddressNorTheLastOfIpv4IsGiven() {
        AddressBlock four = AddressBlock.parse("10.0.0.0/30").orElseThrow();
        assertThat(four.gives("10.0.0.0")).isFalse();
        assertThat(four.gives("10.0.0.1")).isTrue();
        assertThat(four.gives("10.0.0.3")).isFalse();
        AddressBlock six = AddressBlock.parse("2001:db8::/126").orElseThrow();
        assertThat(six.gives("2001:db8::")).isFalse();
        assertThat(six.gives("2001:db8::3")).isTrue();
        assertThat(six.gives("2001:db8::4")).isFalse();
        assertThat(AddressBlock.parse("10.0.0.0/33")).isEmpty();
        assertThat(AddressBlock.parse("example.com/8")).isEmpty();
    }
}
