package dev.tenure.kinds.admission.policy;

import static dev.tenure.kinds.admission.AdmittedCluster.creation;
import static dev.tenure.kinds.admission.AdmittedCluster.object;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.apiserver.admission.AdmissionRequest;
import dev.tenure.model.meta.ResourceType;
import dev.tenure.model.meta.ResourceType.Scope;
import dev.tenure.model.meta.ResourceTypes;
import org.junit.jupiter.api.Test;

class PolicyParametersTest {
    private static final ResourceType MAPS = new ResourceType("", "v1", "configmaps", "ConfigMap", Scope.NAMESPACED);
    private static final String FRONT = "pods \"web\" is forbidden: ValidatingAdmissionPolicy 'p' with binding 'b0'"
            + " denied request: failed to configure binding: ";

    private static AdmissionRequest pod() {
        return creation(ResourceTypes.PODS, "shop", object("{'metadata': {'name': 'web', 'namespace': 'shop'}}"));
    }

    private static PolicyWorld world(String ref, String expression) {
        return world("'v1', 'kind': 'ConfigMap'", ref, expression);
    }

    private static PolicyWorld world(String kind, String ref, String expression) {
        var world = new PolicyWorld()
                .validating(
                        "p",
                        "{'matchConstraints': {}, 'paramKind': {'apiVersion': " + kind
                                + "}, 'validations': [{'expression': '" + expression + "'}]}",
                        "{'validationActions': ['Deny']" + (ref.isEmpty() ? "" : ", 'paramRef': " + ref) + "}");
        world.cluster()
                .with(
                        MAPS,
                        "{'metadata': {'name': 'a', 'namespace': 'shop', 'labels': {'set': 'one'}}, 'data': {'n': '1'}}")
                .with(
                        MAPS,
                        "{'metadata': {'name': 'b', 'namespace': 'shop', 'labels': {'set': 'one'}}, 'data': {'n': '2'}}")
                .with(MAPS, "{'metadata': {'name': 'a', 'namespace': 'other'}, 'data': {'n': '3'}}");
        return world;
    }

    @Test
    void namedOneLiesInTheNamespaceOfTheObjectUnlessTheBindingNamesAnother() {
        assertThat(world("{'name': 'a'}", "params.data.n == \\\"1\\\"").words(pod()))
                .isEmpty();
        assertThat(world("{'name': 'a', 'namespace': 'other'}", "params.data.n == \\\"3\\\"")
                        .words(pod()))
                .isEmpty();
        assertThat(world("{'name': 'a'}", "params.kind + params.apiVersion == \\\"ConfigMapv1\\\"")
                        .words(pod()))
                .isEmpty();
    }

    @Test
    void eachThatIsSelectedIsHeld() {
        String selector = "{'selector': {'matchLabels': {'set': 'one'}}}";
        assertThat(world(selector, "int(params.data.n) < 3").words(pod())).isEmpty();
        assertThat(world(selector, "int(params.data.n) < 2").words(pod())).contains("failed expression");
    }

    @Test
    void withoutAReferenceTheyAreNull() {
        assertThat(world("", "params == null").words(pod())).isEmpty();
    }

    @Test
    void missingOnesRefuseOnlyWhereThatIsAsked() {
        assertThat(world("{'name': 'no', 'parameterNotFoundAction': 'Deny'}", "false")
                        .words(pod()))
                .isEqualTo(FRONT + "no params found for policy binding with `Deny` parameterNotFoundAction");
        assertThat(world("{'name': 'no', 'parameterNotFoundAction': 'Allow'}", "false")
                        .words(pod()))
                .isEmpty();
        assertThat(world("{'selector': {'matchLabels': {'set': 'no'}}, 'parameterNotFoundAction': 'Deny'}", "false")
                        .words(pod()))
                .startsWith(FRONT + "no params found");
    }

    @Test
    void namespaceMustBeKnownAndMustMeanSomething() {
        AdmissionRequest node = creation(ResourceTypes.NODES, "", object("{'metadata': {'name': 'web'}}"));
        assertThat(world("{'name': 'a'}", "true").words(node))
                .endsWith("cannot use namespaced paramRef in policy binding that matches cluster-scoped resources");
        assertThat(world("'v1', 'kind': 'Node'", "{'name': 'a', 'namespace': 'shop'}", "true")
                        .words(pod()))
                .isEqualTo(FRONT + "paramRef.namespace must not be provided for a cluster-scoped `paramKind`");
    }

    @Test
    void kindThatIsNotServedIsAFaultOfThePolicy() {
        assertThat(world("'example.com/v1', 'kind': 'Limit'", "{'name': 'a'}", "true")
                        .words(pod()))
                .isEqualTo(
                        "pods \"web\" is forbidden: ValidatingAdmissionPolicy 'p' denied request: failed to configure"
                                + " policy: failed to find resource referenced by paramKind: 'example.com/v1, Kind=Limit'");
    }
}
