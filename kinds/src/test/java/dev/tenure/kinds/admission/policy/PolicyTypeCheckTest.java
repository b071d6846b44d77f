package dev.tenure.kinds.admission.policy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.kinds.KindList;
import dev.tenure.kinds.admission.AdmittedCluster;
import dev.tenure.wire.json.ArrayNode;
import dev.tenure.wire.json.JsonNode;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class PolicyTypeCheckTest {
    private static ArrayNode warnings(String rules, String rest, JsonNode... definitions) {
        return PolicyTypeCheck.warnings(
                KindList.standard(),
                AdmittedCluster.object("{'matchConstraints': {'resourceRules': [" + rules + "]}, " + rest + "}"),
                List.of(definitions));
    }

    private static String rule(String group, String... resources) {
        return "{'apiGroups': ['%s'], 'apiVersions': ['v1'], 'resources': ['%s'], 'operations': ['*']}"
                .formatted(group, String.join("', '", resources));
    }

    private static String validation(String expression) {
        return "'validations': [{'expression': '" + expression + "'}]";
    }

    @Test
    void whatDoesNotFitIsToldForEachKind() {
        ArrayNode warnings = warnings(
                rule("apps", "statefulsets", "deployments"), validation("object.spec.replicas == \\\"many\\\""));
        assertThat(warnings).hasSize(1);
        assertThat(warnings.path(0).path("fieldRef").asText()).isEqualTo("spec.validations[0].expression");
        String fault = """
                ERROR: <input>:1:22: found no matching overload for '_==_' applied to '(int, string)'
                 | object.spec.replicas == "many"
                 | .....................^
                """;
        assertThat(warnings.path(0).path("warning").asText())
                .isEqualTo("apps/v1, Kind=Deployment: " + fault + "\napps/v1, Kind=StatefulSet: " + fault);
    }

    @Test
    void whatFitsIsNotTold() {
        assertThat(warnings(
                        rule("apps", "deployments"),
                        validation("object.spec.replicas > 3 && object.metadata.name == request.name"
                                + " && object.spec.template.spec.containers.all(c, c.image != \\\"\\\")")))
                .isEmpty();
    }

    @Test
    void messagesVariablesAndParametersAreLookedAt() {
        ArrayNode warnings = warnings(
                rule("", "configmaps"),
                "'paramKind': {'apiVersion': 'apps/v1', 'kind': 'Deployment'},"
                        + " 'variables': [{'name': 'n', 'expression': 'params.spec.replicas'}],"
                        + " 'validations': [{'expression': 'variables.n > 2', 'messageExpression': 'params.spec.no'}]");
        assertThat(warnings).hasSize(1);
        assertThat(warnings.path(0).path("fieldRef").asText()).isEqualTo("spec.validations[0].messageExpression");
        assertThat(warnings.path(0).path("warning").asText()).contains("undefined field 'no'");
    }

    @Test
    void wildcardsAndPartsAreNotLookedAt() {
        assertThat(warnings(rule("*", "deployments"), validation("object.no"))).isEmpty();
        assertThat(warnings(rule("apps", "*", "deployments/status"), validation("object.no")))
                .isEmpty();
    }

    @Test
    void definedKindsAreKnownByTheirDefinitions() {
        JsonNode definition = AdmittedCluster.object("""
            {'metadata': {'name': 'foos.example.com'},
             'spec': {'group': 'example.com', 'scope': 'Namespaced', 'names': {'plural': 'foos', 'kind': 'Foo', 'listKind': 'FooList', 'singular': 'foo'},
              'versions': [{'name': 'v1', 'served': true, 'storage': true, 'schema': {'openAPIV3Schema':
               {'type': 'object', 'properties': {'spec': {'type': 'object', 'properties': {'n': {'type': 'integer'}}}}}}}]},
             'status': {'conditions': [{'type': 'Established', 'status': 'True'}],
              'acceptedNames': {'plural': 'foos', 'kind': 'Foo', 'listKind': 'FooList', 'singular': 'foo'}}}\
            """);
        assertThat(warnings(rule("example.com", "foos"), validation("object.spec.n > 1"), definition))
                .isEmpty();
        assertThat(warnings(rule("example.com", "foos"), validation("object.spec.m > 1"), definition)
                        .path(0)
                        .path("warning")
                        .asText())
                .startsWith("example.com/v1, Kind=Foo: ERROR: <input>:1:12: undefined field 'm'");
    }

    /// All groups with all versions and all resources would be more than a memory holds.
    @Test
    void rulesMayNameVeryMuch() {
        String many = IntStream.range(0, 5_000).mapToObj(i -> "'n" + i + "'").collect(Collectors.joining(", "));
        ArrayNode warnings = warnings(
                "{'apiGroups': [%s, 'apps'], 'apiVersions': [%s, 'v1'], 'resources': [%s, 'deployments'], 'operations': ['*']}"
                        .formatted(many, many, many),
                validation("object.spec.no"));
        assertThat(warnings.path(0).path("warning").asText()).startsWith("apps/v1, Kind=Deployment: ");
    }

    @Test
    void aRuleWithAWildcardForItsGroupNamesNoKind() {
        String rule = rule("apps", "deployments").replace("['apps']", "['apps', '*']");
        assertThat(warnings(rule, validation("object.spec.no"))).isEmpty();
        assertThat(warnings(rule("", "deployments"), validation("object.spec.no")))
                .hasSize(1);
    }
}
