package dev.tenure.kinds.admission.escalation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.apiserver.authz.CoverRule;
import dev.tenure.apiserver.authz.PolicyRule;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

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

    @Test
    void starsAtThePathsEndAreAsOne() {
        var held = new PolicyRule(List.of("get"), NONE, NONE, NONE, List.of("/api**"));
        var granted = new PolicyRule(List.of("get"), NONE, NONE, NONE, List.of("/apis"));
        assertThat(CoverRule.missing(List.of(held), List.of(granted))).isEmpty();
    }

    @Test
    void verbsThatAreMissingKeepTheirOrderWhoeverHoldsTheOthers() {
        var held = List.of(rule("get", "apps", "jobs"), rule("list", "", "pods"));
        var granted = new PolicyRule(
                List.of("watch", "list", "get"), List.of("", "apps"), List.of("pods", "jobs"), NONE, NONE);
        assertThat(CoverRule.missing(held, List.of(granted)))
                .containsExactly(
                        "{APIGroups:[\"\"], Resources:[\"jobs\"], Verbs:[\"watch\" \"list\" \"get\"]}",
                        "{APIGroups:[\"\"], Resources:[\"pods\"], Verbs:[\"watch\" \"get\"]}",
                        "{APIGroups:[\"apps\"], Resources:[\"jobs\"], Verbs:[\"watch\" \"list\"]}",
                        "{APIGroups:[\"apps\"], Resources:[\"pods\"], Verbs:[\"watch\" \"list\" \"get\"]}");
    }

    @Test
    void aVerbThatIsGrantedTwiceIsToldTwice() {
        PolicyRule list = rule("list", "", "pods");
        var both = new PolicyRule(List.of("get", "list"), List.of(""), List.of("pods"), NONE, NONE);
        assertThat(CoverRule.missing(List.of(), List.of(list, both)))
                .containsExactly("{APIGroups:[\"\"], Resources:[\"pods\"], Verbs:[\"list\" \"get\" \"list\"]}");
    }

    @Test
    @Timeout(20)
    void listsThatMultiplyToBillionsAreNotGoneThrough() {
        List<String> many = IntStream.range(0, 20_000).mapToObj(i -> "x" + i).toList();
        var granted = new PolicyRule(many, many, many, many, many);
        assertThat(CoverRule.missing(List.of(new PolicyRule(List.of("*"), many, many, NONE, many)), List.of(granted)))
                .isEmpty();
        assertThat(CoverRule.missing(List.of(rule("get", "", "pods")), List.of(granted, granted)))
                .hasSizeLessThanOrEqualTo(10_001)
                .endsWith("and more");
    }

    private static PolicyRule rule(String verb, String group, String resource) {
        return new PolicyRule(List.of(verb), List.of(group), List.of(resource), NONE, NONE);
    }
}
