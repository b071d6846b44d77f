package dev.tenure.apiserver.audit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenure.apiserver.authz.Attributes;
import dev.tenure.model.meta.ApiRequest.Target;
import dev.tenure.model.meta.Caller;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AuditPolicyTest {
    private static final Caller ANN = Caller.component("ann", List.of("g1", "g2"), "test");

    private static AuditPolicy policy(String rules) {
        String text = "apiVersion: audit.k8s.io/v1\nkind: Policy\nomitStages: [Panic]\nrules:\n" + rules;
        return AuditPolicyParser.parse(text.getBytes(StandardCharsets.UTF_8));
    }

    private static Attributes of(String verb, String group, String resource, String namespace, String name) {
        int slash = resource.indexOf('/');
        String subresource = slash < 0 ? "" : resource.substring(slash + 1);
        String plain = slash < 0 ? resource : resource.substring(0, slash);
        return Attributes.ofResource(ANN, verb, new Target(group, "v1", plain, namespace, name, subresource));
    }

    private static AuditLevel level(String rule, Attributes request) {
        return policy("- {level: Request, " + rule + "}\n")
                .decide(request, true)
                .level();
    }

    /// Each rule alone, against one pod and its log.
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        users: [ann]                                         | true  | true
        users: [bob]                                         | false | false
        userGroups: [g2, g3]                                 | true  | true
        userGroups: [g3]                                     | false | false
        verbs: [get]                                         | true  | true
        verbs: [list]                                        | false | false
        namespaces: [n1]                                     | true  | true
        namespaces: [""]                                     | false | false
        resources: [{group: ""}]                             | true  | true
        resources: [{group: apps}]                           | false | false
        resources: [{group: "", resources: [pods]}]          | true  | false
        resources: [{group: "", resources: [pods/log]}]      | false | true
        resources: [{group: "", resources: ["pods/*"]}]      | true  | true
        resources: [{group: "", resources: ["*/log"]}]       | false | true
        resources: [{group: "", resources: ["*"]}]           | true  | true
        resources: [{group: "", resources: [nodes]}]         | false | false
        resources: [{group: "", resources: [pods], resourceNames: [p1]}] | true  | false
        resources: [{group: "", resources: [pods], resourceNames: [p2]}] | false | false
        nonResourceURLs: ["*"]                               | false | false
        users: []                                            | true  | true
        """)
    void aRuleIsAboutWhatItNames(String rule, boolean pod, boolean log) {
        assertThat(level(rule, of("get", "", "pods", "n1", "p1")) == AuditLevel.REQUEST)
                .isEqualTo(pod);
        assertThat(level(rule, of("get", "", "pods/log", "n1", "p1")) == AuditLevel.REQUEST)
                .isEqualTo(log);
    }

    @ParameterizedTest
    @CsvSource({"/healthz,true", "/healthz/etcd,false", "/logs/a/b,true", "/version,false"})
    void pathsMayEndInAnything(String path, boolean matches) {
        AuditLevel level = level("nonResourceURLs: [/healthz, '/logs/*']", Attributes.ofPath(ANN, "get", path));

        assertThat(level == AuditLevel.REQUEST).isEqualTo(matches);
    }

    @Test
    void whatLiesInNoNamespaceIsNamedByAnEmptyOne() {
        assertThat(level("namespaces: [\"\"]", of("get", "", "nodes", "", "a"))).isEqualTo(AuditLevel.REQUEST);
    }

    @Test
    void theFirstRuleThatMatchesDecidesAndAddsToWhatThePolicyLeavesOut() {
        AuditPolicy policy = policy("""
            - {level: None, users: [bob]}
            - {level: Metadata, verbs: [get], omitStages: [RequestReceived], omitManagedFields: true}
            - {level: RequestResponse}
            """);

        AuditPolicy.Verdict get = policy.decide(of("get", "", "pods", "n", "p"), true);
        assertThat(get.level()).isEqualTo(AuditLevel.METADATA);
        assertThat(get.omitStages()).containsExactlyInAnyOrder(AuditStage.PANIC, AuditStage.REQUEST_RECEIVED);
        assertThat(get.omitManagedFields()).isTrue();
        assertThat(policy.decide(of("create", "", "pods", "n", ""), true).omitManagedFields())
                .isFalse();
    }

    @Test
    void rulesAboutUsersMatchNobodyWhoIsNotKnown() {
        AuditPolicy policy = policy("- {level: Request, users: [ann]}\n- {level: Metadata}\n");

        assertThat(policy.decide(of("get", "", "pods", "n", "p"), false).level())
                .isEqualTo(AuditLevel.METADATA);
    }

    @Test
    void whatNoRuleMatchesIsNotWrittenDown() {
        assertThat(level("verbs: [list]", of("get", "", "pods", "n", "p"))).isEqualTo(AuditLevel.NONE);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        - {level: Everything}                                  | rules[0].level: "Everything" is none of None
        - {verbs: [get]}                                       | rules[0].level: "" is none of
        - {level: None, user: [a]}                             | unknown field "rules[0].user"
        - {level: None, verbs: get}                            | rules[0].verbs: expected a list
        - {level: None, resources: [{group: "", resource: x}]} | unknown field "rules[0].resources[0].resource"
        - {level: None, resources: [{group: apps/v1}]}         | rules[0].resources[0].group: "apps/v1" is no name
        - {level: None, resources: [{resourceNames: [x]}]}     | using resourceNames requires at least one resource
        - {level: None, nonResourceURLs: [healthz]}            | has to be * or begin with /
        - {level: None, nonResourceURLs: ['/a*b']}             | with a * only at its end
        - {level: None, namespaces: [x], nonResourceURLs: [/]} | cannot apply to both
        - {level: None, omitStages: [Begun]}                   | "Begun" is none of RequestReceived
        """)
    void whatIsWrongIsNamed(String rules, String message) {
        assertThatThrownBy(() -> policy(rules + "\n"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(message);
    }

    @Test
    void aPolicyHasRules() {
        assertThatThrownBy(() -> policy("")).hasMessageContaining("a policy without rules");
    }

    @Test
    void otherKindsAreRefused() {
        byte[] text = "apiVersion: v1\nkind: ConfigMap\n".getBytes(StandardCharsets.UTF_8);

        assertThatThrownBy(() -> AuditPolicyParser.parse(text))
                .hasMessage("expected apiVersion audit.k8s.io/v1 and kind Policy, got \"v1\" and \"ConfigMap\"");
    }
}
