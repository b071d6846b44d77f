package dev.tenure.checks.console;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import dev.tenure.model.meta.ResourceType;
import dev.tenure.model.meta.ResourceType.Scope;
import dev.tenure.model.meta.ResourceTypes;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.parallel.ResourceLock;

/// What the console's pages say of Tenure's own kinds: policies that hold pods or have them stay, rules of
/// readiness that keep taints, and owners that are to make no pods.
@EnabledIfSystemProperty(named = "tenure.full", matches = "true", disabledReason = "runs with ./check full")
@TestInstance(Lifecycle.PER_CLASS)
@ExtendWith(SharedConsole.class)
@ResourceLock(SharedConsole.LOCK)
final class ConsolePoliciesTest {
    private static final ResourceType POLICIES =
            new ResourceType("tenure.dev", "v1alpha1", "taintevictionpolicies", "TaintEvictionPolicy", Scope.CLUSTER);
    private static final ResourceType RETENTIONS =
            new ResourceType("tenure.dev", "v1alpha1", "failedpodretentions", "FailedPodRetention", Scope.CLUSTER);
    private static final ResourceType RULES = new ResourceType(
            "readiness.node.x-k8s.io", "v1alpha1", "nodereadinessrules", "NodeReadinessRule", Scope.CLUSTER);
    private static final String POLICY = """
        {"apiVersion": "tenure.dev/v1alpha1", "kind": "TaintEvictionPolicy", "metadata": {"name": "NAME"}, "spec": {
         "taints": [{"key": "example.com/policy", "operator": "Exists"}], "podSelector": {"matchLabels": {"is": "LABEL"}},
         "RULE": true}}\
        """;
    private static final String POD = """
        {"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "LABEL", "labels": {"is": "LABEL"}},
         "spec": {"nodeName": "under-policies", "containers": [{"name": "c", "image": "nginx"}]}}\
        """;
    private static final String NODE = """
        {"apiVersion": "v1", "kind": "Node", "metadata": {"name": "under-policies", "labels": {"is": "under-policies"}},
         "spec": {"taints": [{"key": "example.com/policy", "effect": "NoExecute"}]},
         "status": {"capacity": {"cpu": "4", "memory": "8Gi", "pods": "10"}, "allocatable": {"cpu": "4", "memory": "8Gi",
         "pods": "10"}}}\
        """;
    private static final String RULE = """
        {"apiVersion": "readiness.node.x-k8s.io/v1alpha1", "kind": "NodeReadinessRule", "metadata": {"name": "network"},
         "spec": {"conditions": [{"type": "example.com/Network", "requiredStatus": "True"}], "enforcementMode": "continuous",
         "taint": {"key": "readiness.k8s.io/network", "effect": "NoSchedule"},
         "nodeSelector": {"matchLabels": {"is": "under-policies"}}}}\
        """;
    private static final String RETENTION = """
        {"apiVersion": "tenure.dev/v1alpha1", "kind": "FailedPodRetention", "metadata": {"name": "few"}, "spec": {
         "namespaces": ["nowhere"], "dryRun": true}}\
        """;
    /// A pod that its node has not taken yet is rejected in a copy: it does not tolerate the node's taint.
    private static final String RUNNING = """
        {"status": {"phase": "Running", "startTime": "2026-01-01T00:00:00Z", "containerStatuses": [{"name": "c", "image": "nginx",
         "imageID": "nginx", "ready": true, "restartCount": 0, "state": {"running": {"startedAt": "2026-01-01T00:00:00Z"}}}]}}\
        """;
    private static final String REJECTED =
            "{\"status\": {\"phase\": \"Failed\", \"reason\": \"NodeAffinity\", \"message\": \"Pod was rejected\"}}";

    @SuppressWarnings("NullAway.Init")
    private BrowsedConsole console;

    @BeforeAll
    void take(BrowsedConsole shared) {
        console = shared;
    }

    @AfterEach
    void theBrowserComplainsOfNothing() {
        assertThat(console.complaints()).isEmpty();
    }

    private static String policy(String name, String label, String rule) {
        return POLICY.replace("NAME", name).replace("LABEL", label).replace("RULE", rule);
    }

    private Locator row(String name) {
        return console.page()
                .locator("tr", new Page.LocatorOptions().setHasText(name))
                .first();
    }

    /// Once the console knows of it.
    private void openNode() {
        console.open("nodes?q=under-policies", "Nodes");
        row("under-policies").locator("a").first().click();
        console.heading("under-policies");
    }

    private void says(Locator where, String text) {
        console.page()
                .waitForCondition(
                        () -> where.textContent().replaceAll("\\s+", " ").contains(text));
    }

    private void says(String text) {
        says(console.page().locator("main"), text);
    }

    @Test
    void whoIsHeldAndWhoStaysBecauseOfAPolicyIsTold() {
        console.create(POLICIES, "", policy("halted", "held", "paused"));
        console.create(POLICIES, "", policy("guests", "guest", "tolerate"));
        console.create(ResourceTypes.NODES, "", NODE);
        console.create(ResourceTypes.PODS, "default", POD.replace("LABEL", "held"));
        console.create(ResourceTypes.PODS, "default", POD.replace("LABEL", "guest"));
        console.patchStatus(ResourceTypes.PODS, "default", "held", RUNNING);
        openNode();
        says(row("default/held"), "because of example.com/policy:NoExecute, held by policy halted: paused");
        says(row("default/guest"), "as long as it likes policy guests lets it stay");
        console.open("pods/default/held", "default/held");
        says("Should have left");
        says("held by policy halted: paused.");
        console.open("pods/default/guest", "default/guest");
        says("example.com/policy:NoExecute: tolerated for good by policy guests");
        console.open("", "Overview");
        says("Policies that hold pods");
        says(row("halted"), "1 pod");
        assertThat(console.axeFindings()).isEmpty();
        console.open("timeline", "Timeline");
        console.page().locator(".bar.held").first().click();
        says("should have left, and is held by a policy");
        assertThat(console.axeFindings()).isEmpty();
        console.button("Look ahead in a copy").click();
        says("A copy of the cluster");
        says(row("default/held"), "should have left");
        assertThat(console.page().locator(".bar.held").count()).isEqualTo(1);
        console.open("matrix", "Matrix");
        Locator nodes = row("example.com/policy:NoExecute");
        says(nodes, "policy halted");
        nodes.locator(".verdict").first().click();
        says("policy guests, under example.com/policy:NoExecute: pods stay that do not tolerate it");
        assertThat(console.axeFindings()).isEmpty();
        remove();
    }

    private void remove() {
        console.delete(ResourceTypes.PODS, "default", "held");
        console.delete(ResourceTypes.PODS, "default", "guest");
        console.delete(ResourceTypes.NODES, "", "under-policies");
        console.delete(POLICIES, "", "halted");
        console.delete(POLICIES, "", "guests");
    }

    @Test
    void aTaintTellsWhichRuleOfReadinessKeepsItAndWhy() {
        console.create(RULES, "", RULE);
        console.create(ResourceTypes.NODES, "", NODE.replace("example.com/policy", "example.com/other"));
        openNode();
        says("rule network: example.com/Network is Unknown");
        console.open("matrix", "Matrix");
        console.delete(RULES, "", "network");
        console.delete(ResourceTypes.NODES, "", "under-policies");
    }

    @Test
    void theMatrixNamesWhatDaemonSetsGiveTheirPodsInsteadOfListingIt() {
        String given = Stream.of(
                        "not-ready:NoExecute",
                        "unreachable:NoExecute",
                        "disk-pressure:NoSchedule",
                        "memory-pressure:NoSchedule",
                        "pid-pressure:NoSchedule",
                        "unschedulable:NoSchedule")
                .map(each -> each.split(":"))
                .map(each -> "{\"key\": \"node.kubernetes.io/%s\", \"operator\": \"Exists\", \"effect\": \"%s\"}"
                        .formatted(each[0], each[1]))
                .collect(Collectors.joining(","));
        String pod = """
            {"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "NAME"}, "spec": {"nodeSelector": {"no": "where"},
             "tolerations": [TOLERATIONS], "containers": [{"name": "c", "image": "i"}]}}\
            """;
        String other = given + ",{\"key\": \"example.com/gpu\", \"operator\": \"Exists\"}";
        console.create(
                ResourceTypes.PODS, "default", pod.replace("NAME", "agent").replace("TOLERATIONS", given));
        console.create(
                ResourceTypes.PODS, "default", pod.replace("NAME", "driver").replace("TOLERATIONS", other));
        console.open("matrix", "Matrix");
        Locator headings = console.page().locator("table.matrix thead");
        says(headings, "default tolerations of a DaemonSet");
        says(headings, "those of a DaemonSet;");
        says(headings, "example.com/gpu");
        assertThat(headings.innerText()).doesNotContain("disk-pressure");
        console.delete(ResourceTypes.PODS, "default", "agent");
        console.delete(ResourceTypes.PODS, "default", "driver");
    }

    @Test
    void failedPodsAndOwnersThatArePausedStandOnTheOverview() {
        console.create(ResourceTypes.PODS, "default", POD.replace("LABEL", "rejected"));
        console.patchStatus(ResourceTypes.PODS, "default", "rejected", REJECTED);
        console.create(RETENTIONS, "", RETENTION);
        console.patchStatus(RETENTIONS, "", "few", """
            {"status": {"owners": [{"apiVersion": "apps/v1", "kind": "ReplicaSet", "namespace": "default", "name": "web-1", "uid": "u",
             "node": "node-1", "reason": "NodeAffinity", "message": "rejected", "pods": 5, "paused": true,
             "since": "2026-01-01T00:00:00Z", "until": "2999-01-01T00:00:00Z"}]}}\
            """);
        console.open("", "Overview");
        says(console.page().locator(".counts"), "1failed");
        says(row("ReplicaSet default/web-1"), "NodeAffinity");
        console.page().getByText("failed").first().click();
        console.heading("Pods");
        row("default/rejected").locator("a").first().click();
        console.heading("default/rejected");
        says("The pod has ended: no scheduler counts it.");
        says("It has ended.");
        console.open("matrix", "Matrix");
        console.delete(RETENTIONS, "", "few");
        console.delete(ResourceTypes.PODS, "default", "rejected");
    }
}
