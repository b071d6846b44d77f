package dev.tenure.plan.lint;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.plan.source.ClusterDump;
import dev.tenure.plan.source.DumpFiles;
import dev.tenure.plan.source.Gap;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

final class LoopBreakersTest {
    private static final String RETENTION = """
        apiVersion: tenure.dev/v1alpha1
        kind: FailedPodRetention
        metadata: {name: few, uid: "1-2-3"}
        spec: {loops: {pauseSeconds: 60}}
        """;

    /// As `deploy/loop-breaker.yaml` stands in a cluster.
    private static String breaker() throws IOException {
        return Files.readString(Path.of("..", "deploy", "loop-breaker.yaml"))
                .replace("  name: loop-breaker.tenure.dev", "  name: loop-breaker.tenure.dev\n  uid: 1-2-4");
    }

    private static ClusterDump files(String text) {
        return DumpFiles.read(List.of("-"), new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)));
    }

    /// What a live cluster with these objects lacks.
    private static List<String> missing(String text, Gap... gaps) {
        ClusterDump read = files(text);
        return details(new ClusterDump("prod", read.moment(), read.items(), List.of(gaps), List.of()));
    }

    private static List<String> details(ClusterDump dump) {
        return LoopBreakers.missing(dump).stream()
                .map(each -> each.subject().text() + " " + each.value())
                .toList();
    }

    @Test
    void aClusterWithoutThePolicyPausesNobody() {
        assertThat(missing(RETENTION))
                .containsExactly(
                        "FailedPodRetention few (there is no ValidatingAdmissionPolicy with it as its parameter)");
    }

    @Test
    void thePolicyNeedsABindingThatDenies() throws IOException {
        String binding = "FailedPodRetention few (no ValidatingAdmissionPolicyBinding has its policy deny)";
        assertThat(missing(RETENTION + "---\n" + breaker())).isEmpty();
        assertThat(missing(RETENTION + "---\n" + breaker().replace("[Deny]", "[Audit]")))
                .containsExactly(binding);
        assertThat(missing(RETENTION + "---\n" + breaker().replace("policyName: loop", "policyName: another")))
                .containsExactly(binding);
        assertThat(missing(RETENTION + "---\n" + breaker().replace("kind: FailedPodRetention}", "kind: Other}")))
                .singleElement()
                .asString()
                .contains("there is no");
    }

    @Test
    void whoPausesNobodyNeedsNone() {
        assertThat(missing(RETENTION.replace("pauseSeconds: 60", "times: 3"))).isEmpty();
        assertThat(missing(RETENTION.replace("spec: {", "spec: {dryRun: true, ")))
                .isEmpty();
    }

    @Test
    void whereAdmissionPoliciesAreNotKnownNothingIsSaid() {
        assertThat(missing(
                        RETENTION,
                        new Gap(
                                "validatingadmissionpolicies.admissionregistration.k8s.io",
                                "the caller may not list them",
                                "")))
                .isEmpty();
        assertThat(missing(
                        RETENTION,
                        new Gap(
                                "validatingadmissionpolicybindings.admissionregistration.k8s.io",
                                "the caller may not list them",
                                "")))
                .isEmpty();
        assertThat(missing(RETENTION, new Gap("services", "the caller may not list them", "")))
                .hasSize(1);
    }

    @Test
    void ofFilesAndManifestsNothingIsSaid() {
        assertThat(details(files(RETENTION))).isEmpty();
        assertThat(missing(RETENTION.replace(", uid: \"1-2-3\"", ""))).isEmpty();
    }
}
