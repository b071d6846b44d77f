package dev.tenure.kinds.node;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.apiserver.registry.FieldError;
import dev.tenure.apiserver.registry.FieldErrors;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.ObjectNode;
import java.util.stream.Collectors;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Annotations of nodes that are held against a form although nothing reads them any more.
final class NodeAnnotationsTest {
    private static String fault(String annotation, String text) {
        ObjectNode node = Json.object();
        node.putObject("metadata").put("name", "n").putObject("annotations").put(annotation, text);
        var errors = new FieldErrors();
        NodeValidation.object(node, errors);
        return errors.list().stream().map(FieldError::text).collect(Collectors.joining("; "));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
        {                 | : Invalid value: "scheduler.alpha.kubernetes.io/taints": unexpected end of JSON input
        [1]               | : Invalid value: "scheduler.alpha.kubernetes.io/taints": json: cannot unmarshal number into Go value of type core.Taint
        [{"key":1}]       | : Invalid value: "scheduler.alpha.kubernetes.io/taints": json: cannot unmarshal number into Go struct field Taint.Key of type string
        [{"key":"k"}]     | .scheduler.alpha.kubernetes.io/taints[0].effect: Required value
        """)
    void taints(String text, String fault) {
        assertThat(fault("scheduler.alpha.kubernetes.io/taints", text)).isEqualTo("metadata.annotations" + fault);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
        {                                                                                 | .AvoidPods: Invalid value: "scheduler.alpha.kubernetes.io/preferAvoidPods": unexpected end of JSON input
        []                                                                                | .AvoidPods: Invalid value: "scheduler.alpha.kubernetes.io/preferAvoidPods": json: cannot unmarshal array into Go value of type v1.AvoidPods
        {"preferAvoidPods":[{"reason":"x"}]}                                              | .scheduler.alpha.kubernetes.io/preferAvoidPods[0].PodSignature: Required value
        {"preferAvoidPods":[{"podSignature":{"podController":{"controller":false}}}]}     | .scheduler.alpha.kubernetes.io/preferAvoidPods[0].PodSignature.PodController.Controller: Invalid value: false: must point to a controller
        """)
    void avoidedPods(String text, String fault) {
        assertThat(fault("scheduler.alpha.kubernetes.io/preferAvoidPods", text))
                .isEqualTo("metadata.annotations" + fault);
    }
}
