package dev.tenure.kinds.admission.policy;

import static dev.tenure.kinds.admission.AdmittedCluster.creation;
import static dev.tenure.kinds.admission.AdmittedCluster.deletion;
import static dev.tenure.kinds.admission.AdmittedCluster.object;
import static dev.tenure.kinds.admission.policy.PolicyWorld.PODS;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.apiserver.admission.AdmissionRequest;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.model.meta.Status;
import java.util.List;
import org.junit.jupiter.api.Test;

class MutatingPoliciesTest {
    private static final String POD = """
        {'apiVersion': 'v1', 'kind': 'Pod', 'metadata': {'name': 'web', 'namespace': 'shop', 'labels': {'app': 'web'}},
         'spec': {'containers': [{'name': 'main', 'image': 'a:1'}]}}\
        """;

    private final PolicyWorld world = new PolicyWorld();

    private static AdmissionRequest pod() {
        return creation(ResourceTypes.PODS, "shop", object(POD));
    }

    private static String apply(String expression) {
        return policy(
                "{'patchType': 'ApplyConfiguration', 'applyConfiguration': {'expression': '" + expression + "'}}");
    }

    private static String patch(String expression) {
        return policy("{'patchType': 'JSONPatch', 'jsonPatch': {'expression': '" + expression + "'}}");
    }

    private static String policy(String mutations) {
        return "{" + PODS + ", 'failurePolicy': 'Fail', 'reinvocationPolicy': 'Never', 'mutations': [" + mutations
                + "]}";
    }

    private static String again(String policy) {
        return policy.replace("'Never'", "'IfNeeded'");
    }

    private static String label(AdmissionRequest request, String key) {
        return request.object().path("metadata").path("labels").path(key).asText("");
    }

    @Test
    void configurationIsMergedByTheSchema() {
        world.mutating(
                "m",
                apply(
                        "Object{metadata: Object.metadata{labels: {\\\"team\\\": \\\"blue\\\"}}, spec: Object.spec{containers:"
                                + " [Object.spec.containers{name: \\\"main\\\", imagePullPolicy: \\\"Always\\\"},"
                                + " Object.spec.containers{name: \\\"side\\\", image: \\\"b:1\\\"}]}}"),
                "{}");
        AdmissionRequest pod = pod();
        assertThat(world.words(pod)).isEmpty();
        assertThat(label(pod, "app") + label(pod, "team")).isEqualTo("webblue");
        var containers = pod.object().path("spec").path("containers");
        assertThat(containers.path(0).path("image").asText()).isEqualTo("a:1");
        assertThat(containers.path(0).path("imagePullPolicy").asText()).isEqualTo("Always");
        assertThat(containers.path(1).path("name").asText()).isEqualTo("side");
        assertThat(pod.object().path("spec").path("restartPolicy").asText()).isEqualTo("Always");
    }

    @Test
    void eachMutationIsCounted() {
        String label = "[JSONPatch{op: \\\"add\\\", path: \\\"/metadata/labels/%s\\\", value: %s}]";
        String one =
                "{'patchType': 'JSONPatch', 'jsonPatch': {'expression': '" + label.formatted("a", "\\\"b\\\"") + "'}}";
        world.mutating("two", policy(one + ", " + one), "{}")
                .mutating("fails", patch(label.formatted("c", "object.spec.nothing")), "{}")
                .mutating("unasked", policy(one).replace("'pods'", "'nodes'"), "{}");
        assertThat(world.refusal(pod())).isPresent();
        List<String> checks = List.of("invalid_error fails b0 1", "no_error two b0 2");
        assertThat(world.counted("mutating_admission_policy_check")).isEqualTo(checks);
        assertThat(world.counted("mutating_admission_policy_check_duration_seconds"))
                .isEqualTo(checks);
    }

    @Test
    void patchIsApplied() {
        world.mutating(
                "m",
                patch(
                        "[JSONPatch{op: \\\"add\\\", path: \\\"/metadata/labels/\\\" + jsonpatch.escapeKey(\\\"a/b~c\\\"),"
                                + " value: \\\"x\\\"}, JSONPatch{op: \\\"replace\\\", path: \\\"/spec\\\", value:"
                                + " Object.spec{containers: [Object.spec.containers{name: \\\"new\\\", image: \\\"c:1\\\"}]}}]"),
                "{}");
        AdmissionRequest pod = pod();
        assertThat(world.words(pod)).isEmpty();
        assertThat(label(pod, "a/b~c")).isEqualTo("x");
        assertThat(pod.object()
                        .path("spec")
                        .path("containers")
                        .path(0)
                        .path("name")
                        .asText())
                .isEqualTo("new");
    }

    @Test
    void whatAPatchAsksForDecidesWhetherItIsApplied() {
        String tested = "[JSONPatch{op: \\\"test\\\", path: \\\"/metadata/name\\\", value: \\\"%s\\\"},"
                + " JSONPatch{op: \\\"add\\\", path: \\\"/metadata/labels/x\\\", value: \\\"y\\\"}]";
        AdmissionRequest other = pod();
        new PolicyWorld().mutating("m", patch(tested.formatted("db")), "{}").words(other);
        assertThat(label(other, "x")).isEmpty();
        AdmissionRequest pod = pod();
        new PolicyWorld().mutating("m", patch(tested.formatted("web")), "{}").words(pod);
        assertThat(label(pod, "x")).isEqualTo("y");
    }

    @Test
    void patchThatDoesNotFitIsRefusedInUpstreamsWords() {
        world.mutating("m", patch("[JSONPatch{op: \\\"remove\\\", path: \\\"/spec/no\\\"}]"), "{}");
        Status status = world.refusal(pod()).orElseThrow();
        assertThat(status.message())
                .isEqualTo("policy 'm' with binding 'b0' denied request: JSON Patch: error in remove for path:"
                        + " '/spec/no': Unable to remove nonexistent key: no: missing value");
        assertThat(status.code()).isEqualTo(403);
        assertThat(status.reason()).isEqualTo("Invalid");
    }

    @Test
    void unknownFieldsAreRefused() {
        assertThat(new PolicyWorld()
                        .mutating("m", patch("[JSONPatch{op: \\\"add\\\", path: \\\"/spec/no\\\", value: 1}]"), "{}")
                        .refusal(pod())
                        .orElseThrow())
                .satisfies(status -> assertThat(status.code()).isEqualTo(500))
                .satisfies(status -> assertThat(status.message())
                        .isEqualTo("Internal error occurred: strict decoding error: unknown field \"spec.no\""));
        assertThat(new PolicyWorld()
                        .mutating("m", apply("Object{spec: Object.spec{no: 1}}"), "{}")
                        .words(pod()))
                .isEqualTo("policy 'm' with binding 'b0' denied request: error applying patch: failed to convert patch"
                        + " object to typed object: .spec.no: field not declared in schema");
    }

    @Test
    void nothingMayBeReplacedAsAWhole() {
        world.mutating(
                "m",
                apply("Object{spec: Object.spec{containers: [Object.spec.containers{name: \\\"main\\\", command:"
                        + " [\\\"sh\\\"]}]}}"),
                "{}");
        assertThat(world.words(pod()))
                .isEqualTo("policy 'm' with binding 'b0' denied request: error applying patch: invalid"
                        + " ApplyConfiguration: may not mutate atomic arrays, maps or structs:"
                        + " .spec.containers[0].command");
    }

    @Test
    void partsAreOfTheTypesOfTheirFields() {
        world.mutating("m", apply("Object{spec: Object.wrong{hostNetwork: true}}"), "{}");
        assertThat(world.words(pod()))
                .isEqualTo("policy 'm' with binding 'b0' denied request: type mismatch: unexpected type name"
                        + " \"Object.wrong\", expected \"Object.spec\", which matches field name path from root Object"
                        + " type");
    }

    @Test
    void failureIsIgnoredWhereThatIsAsked() {
        String failing = apply("Object{metadata: Object.metadata{labels: {\\\"x\\\": object.spec.no}}}");
        assertThat(new PolicyWorld().mutating("m", failing, "{}").words(pod())).contains("no such key: no");
        assertThat(new PolicyWorld()
                        .mutating("m", failing.replace("'Fail'", "'Ignore'"), "{}")
                        .words(pod()))
                .isEmpty();
    }

    @Test
    void eachPolicySeesWhatThoseBeforeHaveChanged() {
        String add = "Object{metadata: Object.metadata{labels: {\\\"%s\\\": string(object.metadata.labels.size())}}}";
        world.mutating("a", apply(add.formatted("first")), "{}").mutating("b", apply(add.formatted("second")), "{}");
        AdmissionRequest pod = pod();
        world.words(pod);
        assertThat(label(pod, "first") + label(pod, "second")).isEqualTo("12");
    }

    @Test
    void policyThatWantsItIsAskedAgainAfterAChange() {
        String count = "Object{metadata: Object.metadata{labels: {\\\"n\\\": string(object.metadata.labels.size())}}}";
        String later = apply("Object{metadata: Object.metadata{labels: {\\\"late\\\": \\\"yes\\\"}}}");
        AdmissionRequest once = pod();
        new PolicyWorld()
                .mutating("a", apply(count), "{}")
                .mutating("b", later, "{}")
                .words(once);
        assertThat(label(once, "n")).isEqualTo("1");
        AdmissionRequest twice = pod();
        new PolicyWorld()
                .mutating("a", again(apply(count)), "{}")
                .mutating("b", later, "{}")
                .words(twice);
        assertThat(label(twice, "n")).isEqualTo("3");
    }

    @Test
    void deletionHasNothingToChange() {
        world.mutating("m", apply("Object{metadata: Object.metadata{labels: {\\\"x\\\": object.no}}}"), "{}");
        assertThat(world.words(deletion(ResourceTypes.PODS, "shop", object(POD))))
                .isEmpty();
    }
}
