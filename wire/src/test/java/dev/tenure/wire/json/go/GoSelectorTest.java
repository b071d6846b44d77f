package dev.tenure.wire.json.go;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.wire.json.Json;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class GoSelectorTest {
    private static String shown(String selector) {
        return GoSelector.of(Json.readObject(selector.replace('\'', '"').getBytes(StandardCharsets.UTF_8)));
    }

    @Test
    void labelsStandInTheirOrderAndExpressionsInTheOrderGiven() {
        assertThat(shown("{'matchLabels': {'b': '2', 'a': '1'}, 'matchExpressions': ["
                        + "{'key': 'z', 'operator': 'In', 'values': ['x', 'y']}, {'key': 'c', 'operator': 'Exists'}]}"))
                .isEqualTo("&LabelSelector{MatchLabels:map[string]string{a: 1,b: 2,},"
                        + "MatchExpressions:[]LabelSelectorRequirement{"
                        + "LabelSelectorRequirement{Key:z,Operator:In,Values:[x y],},"
                        + "LabelSelectorRequirement{Key:c,Operator:Exists,Values:[],},},}");
    }

    @Test
    void anEmptyOneIsShownToo() {
        assertThat(shown("{}"))
                .isEqualTo("&LabelSelector{MatchLabels:map[string]string{},"
                        + "MatchExpressions:[]LabelSelectorRequirement{},}");
    }
}
