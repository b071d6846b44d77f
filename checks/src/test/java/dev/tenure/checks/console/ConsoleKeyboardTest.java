package dev.tenure.checks.console;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import dev.tenure.model.meta.ResourceTypes;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.parallel.ResourceLock;

/// The console in Chromium without a pointer: everything can be reached, seen, read and done by keyboard.
@EnabledIfSystemProperty(named = "tenure.full", matches = "true", disabledReason = "runs with ./check full")
@TestInstance(Lifecycle.PER_CLASS)
@ExtendWith(SharedConsole.class)
@ResourceLock(SharedConsole.LOCK)
final class ConsoleKeyboardTest {
    private static final List<String> PAGES =
            List.of("Overview", "Nodes", "Matrix", "Timeline", "Pods", "Tolerations", "Plan", "Node pressure");
    private static final double FORECAST_MILLIS_MAX = 60_000;
    private static final String LEAVING = """
        {"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "leaving"}, "spec": {"nodeName": "NODE",
         "tolerations": [{"key": "TAINT", "operator": "Exists", "effect": "NoExecute", "tolerationSeconds": 1200}],
         "containers": [{"name": "c", "image": "nginx"}]}}\
        """;
    private static final String GREEDY = """
        {"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "greedy", "annotations":
         {"usage.simulation.tenure.dev/memory": "1Gi"}}, "spec": {"nodeName": "node-1",
         "containers": [{"name": "c", "image": "nginx", "resources": {"requests": {"memory": "100Mi"}}}]}}\
        """;

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

    private String taints(String node) {
        return console.object(ResourceTypes.NODES, "", node).at("/spec/taints").toString();
    }

    @Test
    void theKeyboardAloneLeadsToEveryPageAndOneSeesWhereItIs() {
        console.open("pressure", "Node pressure");
        var user = new KeyboardUser(console.page());
        for (String name : PAGES) {
            user.tabTo(name).press("Enter");
            console.heading(name);
            console.page().waitForFunction("() => document.activeElement.tagName === 'H1'");
            console.page().locator(".brand").focus();
        }
        assertThat(user.unseen()).isEmpty();
    }

    @Test
    void theKeyboardAloneAddsATaintAndRemovesIt() {
        console.open("nodes/node-3", "node-3");
        var user = new KeyboardUser(console.page());
        user.tabTo("Key").type("example.com/keys").tabTo("Value").type("v");
        user.tabTo("Effect").type("NoSch").tabTo("Preview …").press("Enter");
        Locator dialog = console.page().getByRole(AriaRole.DIALOG);
        dialog.locator("button.primary").waitFor();
        user.tabTo("Taint node-3").press("Enter");
        awaitNotice("node/node-3 tainted");
        assertThat(taints("node-3"))
                .contains("{\"key\":\"example.com/keys\",\"value\":\"v\",\"effect\":\"NoSchedule\"}");
        console.button("Remove the taint example.com/keys=v:NoSchedule").waitFor();
        user.tabTo("Remove the taint example.com/keys=v:NoSchedule").press("Enter");
        dialog.locator("button.primary").waitFor();
        user.press("Escape");
        assertThat(user.focused()).isEqualTo("Remove the taint example.com/keys=v:NoSchedule");
        user.press("Enter");
        dialog.locator("button.primary").waitFor();
        user.tabTo("Remove the taint from node-3").press("Enter");
        awaitNotice("node/node-3 untainted");
        assertThat(taints("node-3")).doesNotContain("example.com/keys");
        console.page().waitForFunction("() => document.activeElement.tagName === 'H1'");
        user.tabTo("Undo").press("Enter");
        dialog.locator("button.primary").waitFor();
        user.tabTo("Taint node-3").press("Enter");
        awaitNotice("node/node-3 tainted");
        assertThat(taints("node-3")).contains("example.com/keys");
        assertThat(user.unseen()).isEmpty();
    }

    private void awaitNotice(String notice) {
        console.page()
                .locator(".notice", new Page.LocatorOptions().setHasText(notice))
                .waitFor();
    }

    @Test
    void theKeyboardAloneWalksCellsAndAsksThem() {
        console.open("matrix", "Matrix");
        var user = new KeyboardUser(console.page());
        user.tabTo("Log out").tabTo("Matrix").press("Tab");
        String first = user.focused();
        user.press("ArrowDown", "ArrowRight", "Home");
        assertThat(user.focused()).isEqualTo(first);
        user.press("Enter");
        assertThat(console.page().locator(".why h2").textContent()).isEqualTo("Why: " + first);
        console.open("", "Overview");
        user.tabTo("zone-1").press("Tab");
        assertThat(user.focused()).startsWith("node-1: ");
        user.press("ArrowRight");
        assertThat(user.focused()).startsWith("node-3: ");
        user.press("Enter");
        console.heading("node-3");
        assertThat(user.unseen()).isEmpty();
    }

    @Test
    void theKeyboardAloneReadsTheTimelineAndMovesTheClockOfACopy() {
        console.create(
                ResourceTypes.PODS,
                "default",
                LEAVING.replace("NODE", "node-4").replace("TAINT", "example.com/timeline"));
        console.page().waitForCondition(() -> podRuns("leaving"));
        console.patch(
                ResourceTypes.NODES,
                "",
                "node-4",
                "{\"spec\": {\"taints\": [{\"key\": \"example.com/timeline\", \"effect\": \"NoExecute\"}]}}");
        console.open("timeline?by=workload", "Timeline");
        console.page().locator(".bar.coming").first().waitFor();
        var user = new KeyboardUser(console.page());
        user.tabTo("Look ahead in a copy");
        user.press("Tab");
        assertThat(user.focused()).contains("around now");
        Locator detail = console.page().locator(".detail");
        detail.locator("dt", new Locator.LocatorOptions().setHasText("Deadline"))
                .waitFor();
        assertThat(detail.textContent()).contains("default/leaving", "example.com/timeline:NoExecute", "node-4");
        user.press("End", "Home", "ArrowDown", "ArrowUp");
        console.page().locator(".brand").focus();
        user.tabTo("Look ahead in a copy").press("Enter");
        console.page().getByText("To what happens next").waitFor(patiently());
        user.tabTo("Clock of the copy").press("ArrowRight");
        assertThat(console.page().locator(".clock output").textContent()).isEqualTo("+1s");
        user.tabTo("To the end").press("Enter");
        console.page().locator(".bar.past").first().waitFor();
        assertThat(console.axeFindings()).isEmpty();
        user.tabTo("To what happens next").press("Enter");
        assertThat(user.focused()).as("nothing happens next").isEqualTo("To what happens next");
        user.tabTo("Back to the cluster").press("Enter");
        console.page().locator(".bar.coming").first().waitFor();
        assertThat(user.unseen()).isEmpty();
    }

    /// A forecast takes its time on a machine that has much else to do.
    private static Locator.WaitForOptions patiently() {
        return new Locator.WaitForOptions().setTimeout(FORECAST_MILLIS_MAX);
    }

    private boolean podRuns(String name) {
        return console.object(ResourceTypes.PODS, "default", name)
                .at("/status/phase")
                .asText()
                .equals("Running");
    }

    @Test
    void nodePressureTellsSignalsThresholdsAndWhoGoesFirst() {
        console.create(ResourceTypes.PODS, "default", GREEDY);
        console.page().waitForCondition(() -> podRuns("greedy"));
        console.open("pressure", "Node pressure");
        var user = new KeyboardUser(console.page());
        user.tabTo("Node").type("node-1").press("Tab");
        Locator memory = console.page().locator(".signal").first();
        memory.waitFor();
        assertThat(memory.textContent()).contains("Memory left", "memory.available", "hard 100Mi");
        user.tabTo("Who goes first: Memory left").press("Enter");
        Locator first = console.page()
                .getByRole(AriaRole.TABLE)
                .first()
                .locator("tbody tr")
                .first();
        first.waitFor();
        assertThat(first.textContent()).contains("default/greedy", "more than it requests");
        assertThat(console.page().locator("main").textContent())
                .contains("the transition period", "What the node did", "Nothing can be cleaned up for this signal");
        assertThat(console.axeFindings()).isEmpty();
        assertThat(user.unseen()).isEmpty();
    }

    @Test
    void theKeyboardAloneComposesAPlanAndAToleration() {
        console.open("plan", "Plan");
        var user = new KeyboardUser(console.page());
        user.tabTo("Change").type("Cordon").tabTo("Node").type("node-1").press("Enter");
        console.page().locator(".plan .summary").waitFor(patiently());
        assertThat(console.page().locator(".plan h2").first().textContent()).isEqualTo("Cordon a node: node-1");
        user.tabTo("Forecast").press("Enter");
        console.page().locator(".plan").nth(1).waitFor(patiently());
        assertThat(user.focused()).isEqualTo("Forecast");
        assertThat(console.page().locator("form [role=status]").textContent()).isEqualTo("The forecast stands below.");
        console.open("tolerations", "Tolerations");
        user.tabTo("Taint key").type("example.com/keys");
        user.tabTo("Operator").type("Ex").tabTo("Taint policy").type("NoEx");
        user.tabTo("Toleration time window").type("60").tabTo("Add").press("Enter");
        Locator yaml = console.page().getByLabel("YAML of the tolerations");
        console.page().waitForCondition(() -> yaml.textContent().contains("tolerationSeconds: 60"));
        assertThat(yaml.textContent()).contains("key: example.com/keys", "operator: Exists", "effect: NoExecute");
        assertThat(user.unseen()).isEmpty();
    }
}
