package dev.tenure.plan.lint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenure.plan.source.DumpFiles;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.yaml.Yaml;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

class ClusterLintTest {
    private static List<LintFinding> lint(String yaml, LintSettings settings) {
        var in = new ByteArrayInputStream(yaml.getBytes(StandardCharsets.UTF_8));
        return ClusterLint.check(DumpFiles.read(List.of("-"), in), settings);
    }

    private static List<LintCheck> checks(String yaml) {
        return lint(yaml, LintSettings.DEFAULT).stream()
                .map(LintFinding::check)
                .distinct()
                .toList();
    }

    private static JsonNode cases() throws IOException {
        try (var in = ClusterLintTest.class.getResourceAsStream("cases.yaml")) {
            return Yaml.read(Objects.requireNonNull(in).readAllBytes()).value();
        }
    }

    @TestFactory
    Stream<DynamicTest> eachRuleFindsItsMistakeAndPassesOverWhatIsRight() throws IOException {
        JsonNode cases = cases();
        return Arrays.stream(LintCheck.values())
                .map(check -> DynamicTest.dynamicTest(check + " " + check.label(), () -> {
                    JsonNode each = cases.path(check.name());
                    assertThat(checks(each.path("bad").asText())).as("bad").containsExactly(check);
                    assertThat(checks(each.path("good").asText())).as("good").isEmpty();
                }));
    }

    @Test
    void everyRuleHasItsSectionAndEverySectionItsRule() throws IOException {
        String page = Files.readString(Path.of("..", "docs", "lint.md"));
        assertThat(Pattern.compile("^### (.*)$", Pattern.MULTILINE)
                        .matcher(page)
                        .results()
                        .map(each -> each.group(1)))
                .containsExactlyElementsOf(Arrays.stream(LintCheck.values())
                        .map(check -> check.name() + " " + check.label())
                        .toList());
        for (LintCheck check : LintCheck.values()) {
            assertThat(page)
                    .contains("Severity: " + check.severity().word() + ". " + check.what())
                    .contains(check.why())
                    .contains(check.remedy());
        }
    }

    @Test
    void anAnnotationOrTheSettingsSwitchARuleOff() throws IOException {
        String bad = cases().at("/TNR019/bad").asText();
        String ignoring = bad.replaceFirst(
                "metadata: \\{", "metadata: {annotations: {tenure.dev/lint-ignore: \"TNR001, TNR019\"}, ");
        assertThat(checks(ignoring)).isEmpty();
        assertThat(lint(bad, settings("disabled: [TNR019]"))).isEmpty();
        assertThat(lint(bad, settings("ignoredNamespaces: [shop]"))).isEmpty();
        assertThat(lint(bad, settings("severities: {TNR019: info}")))
                .extracting(LintFinding::severity)
                .containsExactly(LintSeverity.INFO);
        assertThatThrownBy(() -> settings("disabled: [TNR999]")).hasMessageContaining("\"TNR999\" is no rule");
        assertThatThrownBy(() -> settings("rules: []")).hasMessageContaining("\"rules\" is unknown");
    }

    private static LintSettings settings(String yaml) {
        return LintSettings.parse(yaml.getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void theFixIsACommandWhereThereIsOne() throws IOException {
        assertThat(lint(cases().at("/TNR006/bad").asText(), LintSettings.DEFAULT))
                .extracting(LintFinding::fix)
                .containsExactly("kubectl patch poddisruptionbudget web -n shop --type=merge -p"
                        + " '{\"spec\":{\"minAvailable\":null,\"maxUnavailable\":1}}'");
        assertThat(lint(cases().at("/TNR019/bad").asText(), LintSettings.DEFAULT))
                .extracting(LintFinding::fix)
                .containsExactly("kubectl patch deployment web -n shop --type=json -p"
                        + " '[{\"op\":\"remove\",\"path\":\"/spec/template/spec/tolerations/0/value\"}]'");
    }

    @Test
    void wordsThatThereAreNotAreNamedWithThoseThatThereAre() {
        String yaml = """
            {apiVersion: v1, kind: Node, metadata: {name: one}, spec: {taints: [{key: a, effect: NoExec}, {key: b}]}}
            ---
            {apiVersion: batch/v1, kind: CronJob, metadata: {name: nightly, namespace: shop}, spec: {schedule: '0 3 * * *',
             jobTemplate: {spec: {template: {spec: {restartPolicy: Never, containers: [{name: c, image: i}],
              tolerations: [{key: a, operator: Exits}]}}}}}}
            ---
            {apiVersion: v1, kind: Pod, metadata: {name: p, annotations: {tenure.dev/lint-ignore: TNR034}},
             spec: {containers: [{name: c, image: i}], tolerations: [{key: a, operator: exists}]}}
            """;

        assertThat(lint(yaml, LintSettings.DEFAULT))
                .filteredOn(each -> each.check() == LintCheck.TNR034)
                .extracting(each -> each.subject().text() + " " + each.detail())
                .containsExactly(
                        "CronJob shop/nightly (toleration of key \"a\" has the operator \"Exits\": there are Equal, Exists,"
                                + " Lt, Gt)",
                        "Node one (taint of key \"a\" has the effect \"NoExec\": there are NoSchedule,"
                                + " PreferNoSchedule, NoExecute)",
                        "Node one (taint of key \"b\" has no effect: there are NoSchedule, PreferNoSchedule, NoExecute)");
    }

    @Test
    void theTemplateOfACronJobIsLookedAtOnceAndItsFixLeadsThere() {
        String pod = "{restartPolicy: Never, containers: [{name: c, image: i}],"
                + " tolerations: [{key: a, operator: Exists, value: b, effect: NoSchedule}]}";
        String template = "spec: {template: {spec: %s}}".formatted(pod);
        String owner = "[{apiVersion: batch/v1, kind: CronJob, name: nightly, uid: c1, controller: true}]";
        String yaml = """
            {apiVersion: batch/v1, kind: CronJob, metadata: {name: nightly, namespace: shop, uid: c1},
             spec: {schedule: '0 3 * * *', jobTemplate: {%1$s}}}
            ---
            {apiVersion: batch/v1, kind: Job, %1$s,
             metadata: {name: nightly-1, namespace: shop, uid: j1, ownerReferences: %2$s}}
            """.formatted(template, owner);

        assertThat(lint(yaml, LintSettings.DEFAULT)).singleElement().satisfies(found -> {
            assertThat(found.check()).isEqualTo(LintCheck.TNR019);
            assertThat(found.subject().text()).isEqualTo("CronJob shop/nightly");
            assertThat(found.fix())
                    .isEqualTo("kubectl patch cronjob nightly -n shop --type=json -p '[{\"op\":\"remove\","
                            + "\"path\":\"/spec/jobTemplate/spec/template/spec/tolerations/0/value\"}]'");
        });
    }

    @Test
    void everyFormTellsTheSameFinding() throws IOException {
        List<LintFinding> found = lint(cases().at("/TNR011/bad").asText(), LintSettings.DEFAULT);
        assertThat(LintReport.of(found, LintReport.Form.TEXT, true))
                .contains(
                        "error: PodDisruptionBudget shop/web: Two disruption budgets", "[TNR011 two-budgets]", "fix:");
        String text = LintReport.of(found, LintReport.Form.JSON, false);
        assertThat(text).startsWith("{\n  \"apiVersion\": ");
        var json = Json.readObject(text.getBytes(StandardCharsets.UTF_8));
        assertThat(Yaml.read(LintReport.of(found, LintReport.Form.YAML, false).getBytes(StandardCharsets.UTF_8))
                        .value())
                .isEqualTo(json);
        assertThat(json.at("/findings/0/rule").asText()).isEqualTo("TNR011");
        var sarif = Json.readObject(
                LintReport.of(found, LintReport.Form.SARIF, false).getBytes(StandardCharsets.UTF_8));
        assertThat(sarif.at("/runs/0/results/0/ruleId").asText()).isEqualTo("TNR011");
        assertThat(sarif.at("/runs/0/results/0/level").asText()).isEqualTo("error");
        assertThat(LintReport.of(found, LintReport.Form.GITHUB, false)).startsWith("::error file=-,line=");
        assertThat(LintReport.of(found, LintReport.Form.JUNIT, false))
                .contains("failures=\"1\"", "<failure type=\"error\"");
    }

    @Test
    void theManifestsOfTheExamplesAreRight() {
        for (String example : List.of("first-eviction/pods.yaml", "node-pressure/pods.yaml")) {
            String file = Path.of("..", "examples", example).toString();
            assertThat(ClusterLint.check(
                            DumpFiles.read(List.of(file), new ByteArrayInputStream(new byte[0])), LintSettings.DEFAULT))
                    .isEmpty();
        }
    }

    @Test
    void eachReasonWhyNobodyWillLeaveIsNamed() {
        String policy = """
            {apiVersion: tenure.dev/v1alpha1, kind: TaintEvictionPolicy, metadata: {name: p}, spec: {
             taints: [{key: node.kubernetes.io/not-ready, operator: Exists}, {key: 'node.kubernetes.io/*', operator: Exists},
              {key: node.kubernetes.io/unschedulable, operator: Exists}], tolerate: true, alsoEvictFor: [NoSchedule]}}""";
        assertThat(lint(policy, LintSettings.DEFAULT).stream()
                        .filter(each -> each.check() == LintCheck.TNR045)
                        .map(LintFinding::detail))
                .containsExactly(
                        "(node.kubernetes.io/* does not count)",
                        "(node.kubernetes.io/not-ready does not count)",
                        "(tolerate has the pods stay for ever)");
    }
}
