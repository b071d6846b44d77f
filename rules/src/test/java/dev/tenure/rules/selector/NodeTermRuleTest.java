package dev.tenure.rules.selector;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.model.core.Node;
import dev.tenure.model.core.NodeSelectorRequirement;
import dev.tenure.model.core.NodeSelectorRequirement.Operator;
import dev.tenure.model.core.NodeSelectorTerm;
import dev.tenure.rules.Samples;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class NodeTermRuleTest {
    private static final Node NODE = Samples.node("n1", Map.of("disk", "ssd", "cores", "8", "empty", ""));

    @ParameterizedTest(name = "{0} {1} {2}: {3}")
    @CsvSource({
        "disk,In,ssd hdd,true",
        "disk,In,hdd,false",
        "absent,In,ssd,false",
        "disk,NotIn,hdd,true",
        "disk,NotIn,ssd,false",
        "absent,NotIn,ssd,true",
        "disk,Exists,'',true",
        "empty,Exists,'',true",
        "absent,Exists,'',false",
        "disk,DoesNotExist,'',false",
        "absent,DoesNotExist,'',true",
        "cores,Gt,7,true",
        "cores,Gt,8,false",
        "cores,Lt,9,true",
        "cores,Lt,8,false",
        "disk,Gt,1,false",
        "disk,Lt,1,false",
        "empty,Gt,0,false",
        "absent,Lt,9,false",
        "cores,Gt,-1,true"
    })
    void everyOperatorIsAppliedToPresentAndAbsentLabels(String key, String operator, String values, boolean matches) {
        assertThat(NodeTermRule.matches(expressions(requirement(key, operator, values)), NODE))
                .isEqualTo(matches);
    }

    @ParameterizedTest(name = "{0} {1} {2}: {3}")
    @CsvSource({
        "metadata.name,In,n1,true",
        "metadata.name,In,n2,false",
        "metadata.name,NotIn,n1,false",
        "metadata.name,NotIn,n2,true",
        "metadata.uid,In,n1,false"
    })
    void fieldsAreMatchedByName(String key, String operator, String values, boolean matches) {
        NodeSelectorTerm term = new NodeSelectorTerm(List.of(), List.of(requirement(key, operator, values)));
        assertThat(NodeTermRule.matches(term, NODE)).isEqualTo(matches);
    }

    @Test
    void allRequirementsOfATermAndOneOfTheTermsMustMatch() {
        NodeSelectorTerm both = expressions(requirement("disk", "In", "ssd"), requirement("cores", "Gt", "7"));
        NodeSelectorTerm neither = expressions(requirement("disk", "In", "ssd"), requirement("cores", "Gt", "70"));

        assertThat(NodeTerms.of(List.of(neither, both)).matches(NODE)).isTrue();
        assertThat(NodeTerms.of(List.of(neither)).matches(NODE)).isFalse();
    }

    @Test
    void anEmptyTermAndAnEmptyListMatchNothing() {
        assertThat(NodeTerms.of(List.of(expressions())).matches(NODE)).isFalse();
        assertThat(NodeTerms.of(List.of()).matches(NODE)).isFalse();
    }

    @Test
    void aTermWithAFaultMatchesNothingAndSaysWhy() {
        NodeSelectorTerm faulty = expressions(requirement("disk", "In", "ssd"), requirement("cores", "Gt", "-2"));
        NodeTerms terms = NodeTerms.of(List.of(faulty));

        assertThat(terms.matches(NODE)).isFalse();
        assertThat(terms.faults())
                .singleElement()
                .asString()
                .startsWith("nodeSelectorTerms[0].matchExpressions[1].values[0][cores]: Invalid value: \"-2\": "
                        + "a valid label must be an empty string or consist of");
    }

    @ParameterizedTest(name = "{0} {1} {2}")
    @CsvSource(
            delimiter = '|',
            value = {
                "disk | In | '' | [0].matchExpressions[0].values: Invalid value: []: for 'in', 'notin' operators, values set can't be empty",
                "disk | Exists | a | [0].matchExpressions[0].values: Invalid value: [\"a\"]: values set must be empty for exists and does not exist",
                "disk | Gt | 1 2 | [0].matchExpressions[0].values: Invalid value: [\"1\",\"2\"]: for 'Gt', 'Lt' operators, exactly one value is required",
                "disk | Lt | x | [0].matchExpressions[0].values[0]: Invalid value: \"x\": for 'Gt', 'Lt' operators, the value must be an integer"
            })
    void faultsAreNamedAsUpstreamNamesThem(String key, String operator, String values, String fault) {
        assertThat(NodeTermRule.faults(expressions(requirement(key, operator, values)), "[0]"))
                .containsExactly(fault);
    }

    @Test
    void theNodeSelectorNeedsEveryLabel() {
        assertThat(NodeAffinityRule.hasLabels(Map.of("disk", "ssd", "empty", ""), NODE))
                .isTrue();
        assertThat(NodeAffinityRule.hasLabels(Map.of("disk", "ssd", "absent", ""), NODE))
                .isFalse();
    }

    private static NodeSelectorTerm expressions(NodeSelectorRequirement... requirements) {
        return new NodeSelectorTerm(List.of(requirements), List.of());
    }

    private static NodeSelectorRequirement requirement(String key, String operator, String values) {
        List<String> list = values.isEmpty() ? List.of() : Arrays.asList(values.split(" "));
        return new NodeSelectorRequirement(key, Operator.ofWord(operator), list);
    }
}
