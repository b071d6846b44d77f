package dev.tenure.kinds.admission.policy;

import static dev.tenure.kinds.admission.AdmittedCluster.creation;
import static dev.tenure.kinds.admission.AdmittedCluster.deletion;
import static dev.tenure.kinds.admission.AdmittedCluster.object;
import static dev.tenure.kinds.admission.policy.PolicyWorld.PODS;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.apiserver.admission.AdmissionRequest;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.model.meta.Status;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ValidatingPoliciesTest {
    private static final String DENY = "{'validationActions': ['Deny']}";
    private static final String POD =
            "{'metadata': {'name': 'web', 'namespace': 'shop'}, 'spec': {'hostNetwork': true}}";

    private final PolicyWorld world = new PolicyWorld();

    private static AdmissionRequest pod() {
        return creation(ResourceTypes.PODS, "shop", object(POD));
    }

    private static String policy(String validation) {
        return "{" + PODS + ", 'failurePolicy': 'Fail', 'validations': [" + validation + "]}";
    }

    private static String ignoring(String validation) {
        return policy(validation).replace("'Fail'", "'Ignore'");
    }

    @Test
    void whatDoesNotHoldIsRefused() {
        world.validating("p", policy("{'expression': '!has(object.spec.hostNetwork)'}"), DENY);
        Status status = world.refusal(pod()).orElseThrow();
        assertThat(status.code()).isEqualTo(422);
        assertThat(status.reason()).isEqualTo("Invalid");
        String why = "ValidatingAdmissionPolicy 'p' with binding 'b0' denied request: failed expression:"
                + " !has(object.spec.hostNetwork)";
        assertThat(status.message()).isEqualTo("pods \"web\" is forbidden: " + why);
        assertThat(status.details().orElseThrow().causes()).containsExactly(new Status.Cause("", why, ""));
        assertThat(world.words(deletion(ResourceTypes.PODS, "shop", object(POD))))
                .endsWith("denied request: expression '!has(object.spec.hostNetwork)' resulted in error: no such key:"
                        + " spec");
    }

    @Test
    void whatHoldsPasses() {
        world.validating("p", policy("{'expression': 'object.spec.hostNetwork == true'}"), DENY);
        assertThat(world.words(pod())).isEmpty();
    }

    @Test
    void reasonDecidesTheCode() {
        for (String reason : List.of("Forbidden", "Invalid", "RequestEntityTooLarge")) {
            var one = new PolicyWorld()
                    .validating("p", policy("{'expression': 'false', 'reason': '%s'}".formatted(reason)), DENY);
            assertThat(one.refusal(pod()).orElseThrow())
                    .satisfies(status -> assertThat(status.reason()).isEqualTo(reason))
                    .satisfies(status -> assertThat(status.code())
                            .isEqualTo(reason.equals("Forbidden") ? 403 : reason.equals("Invalid") ? 422 : 413));
        }
    }

    @Test
    void messageComesFromItsExpressionThenFromItself() {
        String validation = "{'expression': 'false', 'message': ' plain ', 'messageExpression': '%s'}";
        assertThat(new PolicyWorld()
                        .validating(
                                "p",
                                policy(validation
                                        .formatted("object.metadata.name + ' is bad'")
                                        .replace("' is bad'", "\\\" is bad\\\"")),
                                DENY)
                        .words(pod()))
                .endsWith("denied request: web is bad");
        for (String useless : List.of("object.spec.nothing", "\\\" \\\"", "\\\"a\\\\nb\\\"")) {
            assertThat(new PolicyWorld()
                            .validating("p", policy(validation.formatted(useless)), DENY)
                            .words(pod()))
                    .endsWith("denied request: plain");
        }
    }

    @Test
    void failureRefusesUnlessItIsIgnored() {
        String validation = "{'expression': 'object.spec.nothing == 1'}";
        assertThat(new PolicyWorld().validating("p", policy(validation), DENY).words(pod()))
                .endsWith("denied request: expression 'object.spec.nothing == 1' resulted in error: no such key:"
                        + " nothing");
        assertThat(new PolicyWorld().validating("p", ignoring(validation), DENY).words(pod()))
                .isEmpty();
        assertThat(new PolicyWorld()
                        .validating("p", policy("{'expression': 'object.spec +'}"), DENY)
                        .words(pod()))
                .contains("denied request: compilation error: compilation failed: ERROR: <input>:1:");
    }

    @Test
    void actionsWarnAndNoteInsteadOfRefusing() {
        world.validating(
                "p", policy("{'expression': 'false', 'message': 'a<b'}"), "{'validationActions': ['Warn', 'Audit']}");
        AdmissionRequest pod = pod();
        assertThat(world.words(pod)).isEmpty();
        assertThat(pod.warnings())
                .containsExactly("Validation failed for ValidatingAdmissionPolicy 'p' with binding 'b0': a<b");
        assertThat(pod.form().orElseThrow().notes().all())
                .containsEntry(
                        "validation.policy.admission.k8s.io/validation_failure",
                        "[{\"message\":\"a\\u003cb\",\"policy\":\"p\",\"binding\":\"b0\",\"expressionIndex\":0,"
                                + "\"validationActions\":[\"Warn\",\"Audit\"]}]");
    }

    @Test
    void auditAnnotationsAreNotedOncePerValue() {
        world.validating(
                "p",
                "{" + PODS + ", 'auditAnnotations': ["
                        + "{'key': 'who', 'valueExpression': 'request.userInfo.username'},"
                        + "{'key': 'none', 'valueExpression': 'null'},"
                        + "{'key': 'blank', 'valueExpression': '\\\" \\\"'}]}",
                DENY,
                DENY);
        AdmissionRequest pod = pod();
        assertThat(world.words(pod)).isEmpty();
        assertThat(pod.form().orElseThrow().notes().all()).containsExactly(Map.entry("p/who", "admin"));
    }

    /// Upstream cuts after so many bytes, and shows each byte of a character that is cut.
    @ParameterizedTest
    @CsvSource({"'', é, 0", "x, é, 1", "'', €, 1", "xx, €, 2", "x, 😀, 3"})
    void longAuditAnnotationsAreCutBetweenBytes(String begin, String character, int cut) {
        world.validating(
                "p",
                "{" + PODS
                        + ", 'auditAnnotations': [{'key': 'k', 'valueExpression': 'string(object.metadata.labels.long)'}]}",
                DENY);
        AdmissionRequest pod = pod();
        pod.object()
                .withObjectProperty("metadata")
                .withObjectProperty("labels")
                .put("long", begin + character.repeat(11_000));
        assertThat(world.words(pod)).isEmpty();
        String note = pod.form().orElseThrow().notes().all().getOrDefault("p/k", "");
        assertThat(note)
                .startsWith(begin + character)
                .endsWith(character + "\uFFFD".repeat(cut))
                .doesNotContain("\uFFFD".repeat(cut + 1));
        assertThat(note.replace("\uFFFD", "").getBytes(StandardCharsets.UTF_8)).hasSize(10 * 1024 - cut);
    }

    @Test
    void auditAnnotationThatFailsRefusesWhateverTheActionsAre() {
        world.validating(
                "p",
                "{" + PODS + ", 'auditAnnotations': [{'key': 'k', 'valueExpression': 'string(object.spec.no)'}]}",
                "{'validationActions': ['Audit']}");
        assertThat(world.words(pod()))
                .endsWith("denied request: expression 'string(object.spec.no)' resulted in error: no such key: no");
    }

    @Test
    void whatPoliciesHaveAgainstAWriteIsCountedByWhatFollows() {
        String fails = "{'expression': 'object.spec.nothing == 1'}";
        world.validating("good", policy("{'expression': 'true'}"), DENY)
                .validating("no", policy("{'expression': 'false'}"), DENY, "{'validationActions': ['Warn', 'Audit']}")
                .validating("fails", policy(fails), DENY)
                .validating("ignored", ignoring(fails), DENY)
                .validating("broken", policy("{'expression': 'object.spec +'}"), DENY)
                .validating(
                        "condition",
                        "{" + PODS + ", 'matchConditions': [{'name': 'm', 'expression': 'object.spec.nothing == 1'}],"
                                + " 'validations': [{'expression': 'true'}]}",
                        DENY)
                .validating(
                        "note",
                        "{" + PODS
                                + ", 'auditAnnotations': [{'key': 'k', 'valueExpression': 'string(object.spec.no)'}]}",
                        "{'validationActions': ['Audit']}");
        assertThat(world.refusal(pod())).isPresent();
        List<String> checks = List.of(
                "allow invalid_error ignored b0 1",
                "audit invalid_error no b1 1",
                "deny compile_error broken b0 1",
                "deny invalid_error condition b0 1",
                "deny invalid_error fails b0 1",
                "deny invalid_error no b0 1",
                "deny invalid_error note b0 1",
                "warn invalid_error no b1 1");
        assertThat(world.counted("validating_admission_policy_check")).isEqualTo(checks);
        assertThat(world.counted("validating_admission_policy_check_duration_seconds"))
                .isEqualTo(checks);
    }

    @Test
    void bindingNarrowsThePolicy() {
        String bound = "{'validationActions': ['Deny'], 'matchResources': {'namespaceSelector': {'matchLabels':"
                + " {'tier': '%s'}}}}";
        world.validating("p", policy("{'expression': 'false'}"), bound.formatted("iron"));
        assertThat(world.words(pod())).isEmpty();
        world.validating("q", policy("{'expression': 'false'}"), bound.formatted("gold"));
        assertThat(world.words(pod())).contains("ValidatingAdmissionPolicy 'q' with binding 'b0'");
    }

    @Test
    void policyThatIsNotBoundDoesNothing() {
        world.validating("p", policy("{'expression': 'false'}"));
        assertThat(world.words(pod())).isEmpty();
    }

    @Test
    void conditionsKeepAPolicyFromBeingAsked() {
        String conditions = policy("{'expression': 'false'}")
                .replace("'validations'", "'matchConditions': [{'name': 'c', 'expression': '%s'}], 'validations'");
        assertThat(new PolicyWorld()
                        .validating("p", conditions.formatted("object.metadata.name != \\\"web\\\""), DENY)
                        .words(pod()))
                .isEmpty();
        assertThat(new PolicyWorld()
                        .validating("p", conditions.formatted("object.no == 1"), DENY)
                        .words(pod()))
                .endsWith("denied request: expression 'object.no == 1' resulted in error: no such key: no");
    }

    @Test
    void namespaceAndAuthorizerCanBeAsked() {
        world.validating(
                "p",
                policy("{'expression': 'namespaceObject.metadata.labels.tier == \\\"gold\\\" &&"
                        + " authorizer.requestResource.check(\\\"get\\\").allowed() &&"
                        + " !authorizer.requestResource.check(\\\"list\\\").allowed()'}"),
                DENY);
        assertThat(world.words(pod())).isEmpty();
    }

    @Test
    void objectsOfTheWholeClusterLieInNoNamespace() {
        world.validating(
                "p", "{'matchConstraints': {}, 'validations': [{'expression': 'namespaceObject == null'}]}", DENY);
        assertThat(world.words(creation(ResourceTypes.NODES, "", object("{'metadata': {'name': 'n'}}"))))
                .isEmpty();
        assertThat(world.words(creation(ResourceTypes.NAMESPACES, "", object("{'metadata': {'name': 'n'}}"))))
                .isEmpty();
    }
}
