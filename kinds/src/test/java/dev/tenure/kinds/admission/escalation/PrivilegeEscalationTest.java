package dev.tenure.kinds.admission.escalation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.apiserver.authz.CoverRule;
import dev.tenure.apiserver.authz.PolicyRule;
import java.util.List;
import org.junit.jupiter.api.Test;

class PrivilegeEscalationTest {
    private static final List<String> NONE = List.of();

    @Test
    void whatIsHeldMayBeGranted() {
        assertThat(CoverRule.missing(List.of(rule("*", "", "pods")), List.of(rule("get", "", "pods"))))
                .isEmpty();
        assertThat(CoverRule.missing(List.of(rule("get", "", "*/status")), List.of(rule("get", "", "pods/status"))))
                .isEmpty();
    }

    @Test
    void whatIsNotHeldIsReportedInOneLineAResource() {
        var granted = new PolicyRule(List.of("get", "list"), List.of("apps"), List.of("deployments"), NONE, NONE);
        assertThat(CoverRule.missing(List.of(rule("get", "", "pods")), List.of(granted)))
                .containsExactly("{APIGroups:[\"apps\"], Resources:[\"deployments\"], Verbs:[\"get\" \"list\"]}");
    }

    @Test
    void oneNameHeldIsNotAllNamesHeld() {
        var named = new PolicyRule(List.of("get"), List.of(""), List.of("pods"), List.of("a"), NONE);
        assertThat(CoverRule.missing(List.of(named), List.of(rule("get", "", "pods"))))
                .hasSize(1);
        assertThat(CoverRule.missing(List.of(rule("get", "", "pods")), List.of(named)))
                .isEmpty();
    }

    @Test
    void pathsAreCoveredByTheirPrefix() {
        var held = new PolicyRule(List.of("get"), NONE, NONE, NONE, List.of("/api/*"));
        var granted = new PolicyRule(List.of("get"), NONE, NONE, NONE, List.of("/api/v1", "/version"));
        assertThat(CoverRule.missing(List.of(held), List.of(granted)))
                .containsExactly("{NonResourceURLs:[\"/version\"], Verbs:[\"get\"]}");
    }

    private static PolicyRule rule(String verb, String group, String resource) {
        return new PolicyRule(List.of(verb), List.of(group), List.of(resource), NONE, NONE);
    }
}
