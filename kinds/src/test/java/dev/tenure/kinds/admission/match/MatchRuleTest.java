package dev.tenure.kinds.admission.match;

import static dev.tenure.kinds.admission.AdmittedCluster.change;
import static dev.tenure.kinds.admission.AdmittedCluster.creation;
import static dev.tenure.kinds.admission.AdmittedCluster.deletion;
import static dev.tenure.kinds.admission.AdmittedCluster.object;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.apiserver.admission.AdmissionRequest;
import dev.tenure.apiserver.admission.RequestForm;
import dev.tenure.apiserver.registry.KindTable;
import dev.tenure.kinds.KindList;
import dev.tenure.kinds.admission.AdmittedCluster;
import dev.tenure.kinds.admission.match.MatchRule.Verdict;
import dev.tenure.model.meta.AuditNotes;
import dev.tenure.model.meta.ResourceType;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.wire.json.decode.Empties;
import dev.tenure.wire.schema.GroupVersionKind;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class MatchRuleTest {
    private static final KindTable KINDS = KindList.standard();
    private static final String POD = "{'metadata': {'name': 'web', 'namespace': 'shop', 'labels': {'app': 'web'}}}";

    private final AdmittedCluster cluster = new AdmittedCluster()
            .with(ResourceTypes.NAMESPACES, "{'metadata': {'name': 'shop', 'labels': {'tier': 'gold'}}}");

    private static AdmissionRequest newPod() {
        return creation(ResourceTypes.PODS, "shop", object(POD));
    }

    private Verdict verdict(AdmissionRequest request, String constraints) {
        Interception write = Interception.validating(request, KINDS).orElseThrow();
        return MatchRule.policy(write, object(constraints), cluster);
    }

    private boolean matches(AdmissionRequest request, String constraints) {
        return verdict(request, constraints) instanceof Verdict.Yes;
    }

    private static String rule(String group, String version, String resource, String operation) {
        return """
            {'resourceRules': [{'apiGroups': ['%s'], 'apiVersions': ['%s'], 'resources': ['%s'],
             'operations': ['%s']}]}""".formatted(group, version, resource, operation);
    }

    @Test
    void ruleMatchesByGroupVersionResourceAndOperation() {
        assertThat(matches(newPod(), rule("", "v1", "pods", "CREATE"))).isTrue();
        assertThat(matches(newPod(), rule("*", "*", "*", "*"))).isTrue();
        assertThat(matches(newPod(), rule("*", "*", "*/*", "*"))).isTrue();
        assertThat(matches(newPod(), rule("", "v1", "pods/*", "CREATE"))).isTrue();
        assertThat(matches(newPod(), rule("apps", "v1", "pods", "CREATE"))).isFalse();
        assertThat(matches(newPod(), rule("", "v2", "pods", "CREATE"))).isFalse();
        assertThat(matches(newPod(), rule("", "v1", "services", "CREATE"))).isFalse();
        assertThat(matches(newPod(), rule("", "v1", "pods", "UPDATE"))).isFalse();
        assertThat(matches(newPod(), rule("", "v1", "pods/status", "CREATE"))).isFalse();
        assertThat(matches(newPod(), rule("", "v1", "*/status", "CREATE"))).isFalse();
    }

    @Test
    void subresourceIsMatchedOnlyByRulesThatNameIt() {
        AdmissionRequest status =
                AdmittedCluster.at(change(ResourceTypes.PODS, "shop", object(POD), object(POD)), "status");
        assertThat(matches(status, rule("", "v1", "pods", "UPDATE"))).isFalse();
        assertThat(matches(status, rule("", "v1", "*", "UPDATE"))).isFalse();
        assertThat(matches(status, rule("", "v1", "pods/status", "UPDATE"))).isTrue();
        assertThat(matches(status, rule("", "v1", "pods/*", "UPDATE"))).isTrue();
        assertThat(matches(status, rule("", "v1", "*/status", "UPDATE"))).isTrue();
    }

    @Test
    void policyWithoutRulesIsAboutEverythingAndAWebhookAboutNothing() {
        assertThat(matches(newPod(), "{}")).isTrue();
        Interception write = Interception.validating(newPod(), KINDS).orElseThrow();
        assertThat(MatchRule.webhook(write, object("{}"), cluster)).isEqualTo(new Verdict.No());
    }

    @Test
    void excludedRulesWin() {
        String excluding = rule("*", "*", "*", "*")
                .replace(
                        "{'resourceRules'",
                        "{'excludeResourceRules': [{'apiGroups': [''],"
                                + " 'apiVersions': ['v1'], 'resources': ['pods'], 'operations': ['CREATE']}], 'resourceRules'");
        assertThat(matches(newPod(), excluding)).isFalse();
        assertThat(matches(deletion(ResourceTypes.PODS, "shop", object(POD)), excluding))
                .isTrue();
    }

    @Test
    void namesAreThoseOfObjects() {
        String named = "{'resourceRules': [{'apiGroups': [''], 'apiVersions': ['v1'], 'resources': ['pods'],"
                + " 'operations': ['*'], 'resourceNames': ['%s']}]}";
        assertThat(matches(newPod(), named.formatted("web"))).isTrue();
        assertThat(matches(newPod(), named.formatted("other"))).isFalse();
    }

    @Test
    void scopeTellsObjectsInNamespacesFromOthers() {
        String scoped = "{'resourceRules': [{'apiGroups': ['*'], 'apiVersions': ['*'], 'resources': ['*'],"
                + " 'operations': ['*'], 'scope': '%s'}]}";
        AdmissionRequest namespace = creation(ResourceTypes.NAMESPACES, "", object("{'metadata': {'name': 'fresh'}}"));
        assertThat(matches(newPod(), scoped.formatted("Namespaced"))).isTrue();
        assertThat(matches(newPod(), scoped.formatted("Cluster"))).isFalse();
        assertThat(matches(namespace, scoped.formatted("Namespaced"))).isFalse();
        assertThat(matches(namespace, scoped.formatted("Cluster"))).isTrue();
        assertThat(matches(newPod(), scoped.formatted("*"))).isTrue();
    }

    @Test
    void namespaceSelectorAsksTheNamespaceOfTheObject() {
        assertThat(matches(newPod(), "{'namespaceSelector': {'matchLabels': {'tier': 'gold'}}}"))
                .isTrue();
        assertThat(matches(newPod(), "{'namespaceSelector': {'matchLabels': {'tier': 'iron'}}}"))
                .isFalse();
        AdmissionRequest namespace = creation(
                ResourceTypes.NAMESPACES, "", object("{'metadata': {'name': 'fresh', 'labels': {'tier': 'iron'}}}"));
        assertThat(matches(namespace, "{'namespaceSelector': {'matchLabels': {'tier': 'iron'}}}"))
                .isTrue();
        AdmissionRequest node = creation(ResourceTypes.NODES, "", object("{'metadata': {'name': 'n1'}}"));
        assertThat(matches(node, "{'namespaceSelector': {'matchLabels': {'tier': 'iron'}}}"))
                .isTrue();
    }

    @Test
    void missingNamespaceIsToldOnlyWhereTheRestMatches() {
        AdmissionRequest lost = creation(ResourceTypes.PODS, "nowhere", object(POD));
        String gold = "'namespaceSelector': {'matchLabels': {'tier': 'gold'}}}";
        assertThat(verdict(lost, "{" + gold))
                .isInstanceOfSatisfying(
                        Verdict.Failed.class,
                        failed -> assertThat(failed.status().message()).isEqualTo("namespaces \"nowhere\" not found"));
        assertThat(matches(lost, "{'objectSelector': {'matchLabels': {'app': 'db'}}, " + gold))
                .isFalse();
        assertThat(verdict(lost, rule("apps", "*", "*", "*").replace("]}]}", "]}], " + gold)))
                .isEqualTo(new Verdict.No());
    }

    @Test
    void objectSelectorIsContentWithTheOldOrTheNewObject() {
        String web = "{'objectSelector': {'matchLabels': {'app': 'web'}}}";
        String bare = "{'metadata': {'name': 'web', 'namespace': 'shop'}}";
        assertThat(matches(newPod(), web)).isTrue();
        assertThat(matches(change(ResourceTypes.PODS, "shop", object(bare), object(POD)), web))
                .isTrue();
        assertThat(matches(change(ResourceTypes.PODS, "shop", object(bare), object(bare)), web))
                .isFalse();
        assertThat(matches(deletion(ResourceTypes.PODS, "shop", object(POD)), web))
                .isTrue();
    }

    @Test
    void equivalentVersionsOfAKindMatchUnlessTheRuleWantsExactly() {
        ResourceType v1 = KINDS.find("autoscaling", "v1", "horizontalpodautoscalers")
                .orElseThrow()
                .type();
        ResourceType stored = KINDS.find("autoscaling", "v1", "horizontalpodautoscalers")
                .orElseThrow()
                .stored();
        AdmissionRequest plain = creation(stored, "shop", object("{'metadata': {'name': 'h'}}"));
        AdmissionRequest request = as(plain, v1);
        String asked = rule("autoscaling", "v2", "horizontalpodautoscalers", "CREATE");
        assertThat(verdict(request, asked)).isEqualTo(new Verdict.No());
        assertThat(verdict(request, asked.replace("{'resourceRules'", "{'matchPolicy': 'Equivalent', 'resourceRules'")))
                .isEqualTo(new Verdict.Yes(new Matched(
                        "autoscaling",
                        "v2",
                        "horizontalpodautoscalers",
                        new GroupVersionKind("autoscaling", "v2", "HorizontalPodAutoscaler"))));
    }

    private static AdmissionRequest as(AdmissionRequest r, ResourceType asked) {
        var kind = GroupVersionKind.of(asked);
        return new AdmissionRequest(
                r.operation(),
                r.caller(),
                r.type(),
                r.namespace(),
                r.name(),
                r.subresource(),
                r.next(),
                r.old(),
                r.options(),
                r.dryRun(),
                r.warnings(),
                r.aftermath(),
                Optional.of(new RequestForm(
                        "create",
                        asked,
                        kind,
                        RequestForm.Projection.WHOLE,
                        true,
                        Empties.NONE,
                        new AuditNotes(),
                        Optional.empty())),
                r.reinvocation());
    }

    @Test
    void configurationOfAdmissionIsExempt() {
        for (String resource : new String[] {"validatingadmissionpolicies", "mutatingadmissionpolicybindings"}) {
            AdmissionRequest request = about("admissionregistration.k8s.io", resource);
            assertThat(Exemptions.fromPolicies(request)).isTrue();
            assertThat(Exemptions.fromWebhooks(request)).isTrue();
        }
        AdmissionRequest webhook = about("admissionregistration.k8s.io", "validatingwebhookconfigurations");
        assertThat(Exemptions.fromPolicies(webhook)).isFalse();
        assertThat(Exemptions.fromWebhooks(webhook)).isTrue();
        AdmissionRequest review = about("authorization.k8s.io", "subjectaccessreviews");
        assertThat(Exemptions.fromPolicies(review)).isTrue();
        assertThat(Exemptions.fromWebhooks(review)).isFalse();
        assertThat(Exemptions.fromPolicies(newPod())).isFalse();
        assertThat(Exemptions.fromWebhooks(newPod())).isFalse();
    }

    private static AdmissionRequest about(String group, String resource) {
        ResourceType type = KINDS.find(group, "v1", resource).orElseThrow().type();
        return creation(type, "", object("{'metadata': {'name': 'x'}}"));
    }
}
