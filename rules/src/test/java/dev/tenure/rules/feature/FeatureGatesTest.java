package dev.tenure.rules.feature;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.Test;

class FeatureGatesTest {
    @Test
    void everyGateCanBeSwitchedByItsNameAndHasItsDefaultOtherwise() {
        for (FeatureGate gate : FeatureGate.values()) {
            assertThat(FeatureGates.STANDARD.on(gate)).as(gate.word()).isEqualTo(gate.standard());
            for (boolean on : new boolean[] {true, false}) {
                FeatureGates gates = FeatureGates.parse(Map.of(gate.word(), String.valueOf(on)));
                assertThat(gates.on(gate)).as(gate.word()).isEqualTo(on);
            }
        }
    }

    @Test
    void anUnknownGateIsRefusedNamingThoseThatThereAre() {
        assertThatThrownBy(() -> FeatureGates.parse(Map.of("Nope", "true")))
                .hasMessage("unrecognized feature gate \"Nope\"; there are " + FeatureGates.names());
    }

    @Test
    void onlyTrueAndFalseAreValues() {
        String name = FeatureGate.TAINT_TOLERATION_COMPARISON_OPERATORS.word();
        assertThatThrownBy(() -> FeatureGates.parse(Map.of(name, "yes")))
                .hasMessage("feature gate " + name + " is \"yes\"; expected true or false");
    }
}
