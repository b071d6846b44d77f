package dev.tenure.checks.console;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Download;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Route;
import com.microsoft.playwright.options.AriaRole;
import com.microsoft.playwright.options.WaitForSelectorState;
import dev.tenure.model.meta.ResourceType;
import dev.tenure.model.meta.ResourceType.Scope;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.plan.change.Change;
import dev.tenure.plan.saved.SavedPlanFile;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.parallel.ResourceLock;

/// The console in Chromium, against `tenure up`: pages are opened by clicking, changes are made there, and
/// the cluster is then asked through its API. The browser complains of nothing, and axe-core finds nothing.
@TestInstance(Lifecycle.PER_CLASS)
@ExtendWith(SharedConsole.class)
@ResourceLock(SharedConsole.LOCK)
final class ConsoleBrowserTest {
    private static final List<String> PAGES =
            List.of("Overview", "Nodes", "Matrix", "Timeline", "Pods", "Tolerations", "Plan", "Node pressure");
    private static final ResourceType CLUSTER_ROLES =
            new ResourceType("rbac.authorization.k8s.io", "v1", "clusterroles", "ClusterRole", Scope.CLUSTER);
    private static final ResourceType CLUSTER_ROLE_BINDINGS = new ResourceType(
            "rbac.authorization.k8s.io", "v1", "clusterrolebindings", "ClusterRoleBinding", Scope.CLUSTER);
    private static final String LOOKING = """
        {"apiVersion": "rbac.authorization.k8s.io/v1", "kind": "ClusterRole", "metadata": {"name": "looking"},
         "rules": [{"apiGroups": [""], "resources": ["nodes", "pods"], "verbs": ["get", "list", "watch"]}]}\
        """;
    private static final String LOOKER = """
        {"apiVersion": "rbac.authorization.k8s.io/v1", "kind": "ClusterRoleBinding", "metadata": {"name": "looker"},
         "roleRef": {"apiGroup": "rbac.authorization.k8s.io", "kind": "ClusterRole", "name": "looking"},
         "subjects": [{"apiGroup": "rbac.authorization.k8s.io", "kind": "User", "name": "looker"}]}\
        """;

    private static final String FLEETING = """
        {"apiVersion": "v1", "kind": "KIND", "metadata": {"name": "fleeting"}}\
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
        assertThat(console.page().evaluate("() => window.hit === undefined")).isEqualTo(true);
    }

    private void follow(String name) {
        console.page()
                .getByRole(AriaRole.NAVIGATION, new Page.GetByRoleOptions().setName("Pages"))
                .getByText(name)
                .and(console.page().locator("a:text-is('" + name + "')"))
                .click();
        console.heading(name);
    }

    @Test
    void everyPageHasItsHeadingAndNoFaultOfAccessibility() {
        for (String name : PAGES) {
            follow(name);
            assertThat(console.page().title()).isEqualTo(name + " · Tenure");
            assertThat(console.axeFindings()).as(name).isEmpty();
        }
        console.open("nodes/node-1", "node-1");
        assertThat(console.axeFindings()).as("a node").isEmpty();
        console.open("pods/default/strange", "default/strange");
        assertThat(console.axeFindings()).as("a pod").isEmpty();
        console.open("tolerations/deployments/default/web", "default/web");
        assertThat(console.axeFindings()).as("a workload").isEmpty();
    }

    @Test
    void whatIsWrongOnAPageWouldBeFound() {
        console.open("matrix", "Matrix");
        console.page().evaluate("() => document.querySelector('main').append(new Image())");
        assertThat(console.axeFindings()).contains("image-alt");
        var toldOfThePolicy = new Page.WaitForConsoleMessageOptions()
                .setPredicate(message -> message.text().startsWith("policy: script-src"));
        console.page()
                .waitForConsoleMessage(toldOfThePolicy, () -> console.page().evaluate("""
                    () => {
                      const script = document.createElement('script');
                      script.textContent = 'window.hit = 1';
                      document.body.append(script);
                    }\
                    """));
        assertThat(console.complaints()).isNotEmpty();
        console.open("matrix", "Matrix");
    }

    /// What the button there puts onto the clipboard.
    private String copied(Locator where) {
        console.page().context().grantPermissions(List.of("clipboard-read", "clipboard-write"));
        where.getByText("Copy as kubectl command").click();
        where.getByText("Copied").waitFor();
        return String.valueOf(console.page().evaluate("() => navigator.clipboard.readText()"));
    }

    private String taints(String node) {
        return console.object(ResourceTypes.NODES, "", node).at("/spec/taints").toString();
    }

    private void composeTaint(String key, String value) {
        console.page().locator("taint-editor input[name=key]").fill(key);
        console.page().locator("taint-editor input[name=value]").fill(value);
        console.button("Preview …").click();
    }

    private String refusal() {
        return console.page()
                .getByRole(AriaRole.DIALOG)
                .getByRole(AriaRole.ALERT)
                .textContent();
    }

    @Test
    void aTaintIsAddedAndRemovedByClicking() {
        console.open("nodes/node-1", "node-1");
        composeTaint("example.com/gpu", "a100");
        String shown = console.confirm("Taint node-1", "node/node-1 tainted");
        assertThat(shown).contains("leave");
        assertThat(taints("node-1"))
                .contains("\"key\":\"example.com/gpu\"", "\"value\":\"a100\"", "\"effect\":\"NoExecute\"");
        assertThat(copied(console.page().locator(".taints li", new Page.LocatorOptions().setHasText("gpu"))))
                .matches("kubectl --kubeconfig \\S+ taint nodes node-1 example.com/gpu=a100:NoExecute");
        console.button("Remove the taint example.com/gpu=a100:NoExecute").click();
        console.confirm("Remove the taint from node-1", "node/node-1 untainted");
        assertThat(taints("node-1")).doesNotContain("example.com/gpu");
        console.button("Undo").click();
        console.confirm("Taint node-1", "node/node-1 tainted");
        assertThat(taints("node-1")).contains("\"value\":\"a100\"");
    }

    @Test
    void aNodeWithoutPodsSaysWhatKeepsThemOff() {
        console.create(ResourceTypes.NODES, "", """
            {"metadata": {"name": "kept"}, "spec": {"taints": [{"key": "example.com/kept", "effect": "NoExecute"}]}}\
            """);
        console.open("nodes/kept", "kept");
        console.page().getByText("Only pods that tolerate its taints may come.").waitFor();
        console.delete(ResourceTypes.NODES, "", "kept");
    }

    @Test
    void aTaintThatTheApiRefusesIsRefusedInItsWords() {
        console.open("nodes/node-3", "node-3");
        composeTaint("no such/key/at all", "");
        assertThat(refusal()).contains("Invalid value");
        assertThat(console.page().locator("dialog button.primary").count()).isZero();
        console.button("Cancel").click();
        composeTaint("example.com/disk", "slow");
        console.confirm("Taint node-3", "node/node-3 tainted");
        composeTaint("example.com/disk", "fast");
        assertThat(refusal()).contains("already has example.com/disk taint(s)");
        console.button("Cancel").click();
        assertThat(console.complaints()).allMatch(each -> each.contains("422"));
        assertThat(taints("node-3")).contains("slow").doesNotContain("fast");
        assertThat(taints("node-3")).doesNotContain("no such");
    }

    @Test
    void aNodeIsCordonedDrainedStoppedAndStartedByClicking() {
        console.open("nodes/node-2", "node-2");
        console.button("Cordon …").click();
        console.confirm("Cordon node-2", "node/node-2 cordoned");
        assertThat(unschedulable()).isTrue();
        console.page()
                .locator(".taints li", new Page.LocatorOptions().setHasText("cordoned: spec.unschedulable is true"))
                .waitFor();
        console.button("Uncordon …").click();
        console.confirm("Uncordon node-2", "node/node-2 uncordoned");
        assertThat(unschedulable()).isFalse();
        console.button("Drain …").click();
        console.confirm("Drain node-2", "node/node-2 cordoned, ");
        assertThat(unschedulable()).isTrue();
        console.button("Stop …").click();
        console.confirm("Stop node-2", "node/node-2 stopped");
        assertThat(fault()).isEqualTo("stopped");
        console.button("Start …").click();
        console.confirm("Start node-2", "node/node-2 started");
        assertThat(fault()).isEmpty();
    }

    private boolean unschedulable() {
        return console.object(ResourceTypes.NODES, "", "node-2")
                .at("/spec/unschedulable")
                .asBoolean(false);
    }

    private String fault() {
        return console.object(ResourceTypes.NODES, "", "node-2")
                .at("/metadata/annotations")
                .path("tenure.dev/fault")
                .asText("");
    }

    @Test
    void theFormOfTolerationsSaves() {
        console.open("tolerations/deployments/default/web", "default/web");
        console.page().getByLabel("Taint key").fill("example.com/gpu");
        console.page().getByLabel("Operator").selectOption("Exists");
        console.page().getByLabel("Taint policy").selectOption("NoExecute");
        console.page().getByLabel("Toleration time window").fill("90");
        console.button("Add").click();
        console.button("Preview and save …").click();
        console.confirm("Save into default/web", "deployments/web serverside-applied");
        assertThat(console.object(ResourceTypes.DEPLOYMENTS, "default", "web")
                        .at("/spec/template/spec/tolerations")
                        .toString())
                .isEqualTo("[{\"key\":\"example.com/gpu\",\"operator\":\"Exists\",\"effect\":\"NoExecute\","
                        + "\"tolerationSeconds\":90}]");
    }

    @Test
    void anAnswerToWhatTheFormSaidBeforeIsNotShown() {
        console.open("tolerations", "Tolerations");
        Locator yaml = console.page().getByLabel("YAML of the new toleration");
        Locator key = console.page().getByLabel("Taint key");
        lateFirst("toleration", () -> key.fill("example.com/first"), () -> {
            key.fill("example.com/second");
            yaml.waitFor();
        });
        assertThat(yaml.textContent()).contains("example.com/second");
    }

    @Test
    void thePreviewOfAChangeThatWasCancelledIsNotShown() {
        console.open("nodes/node-3", "node-3");
        Locator command = console.page().locator("dialog .command pre");
        lateFirst("preview", () -> console.button("Drain …").click(), () -> {
            console.button("Cancel").click();
            console.button("Cordon …").click();
            command.waitFor(new Locator.WaitForOptions().setState(WaitForSelectorState.ATTACHED));
        });
        assertThat(command.textContent()).contains(" cordon node-3");
        console.button("Cancel").click();
    }

    /// Of two questions the first is answered after the second.
    ///
    /// @param endpoint of the console's own API, which both go to
    private void lateFirst(String endpoint, Runnable first, Runnable second) {
        Page page = console.page();
        String url = "**/console/api/" + endpoint;
        List<Route> held = new ArrayList<>();
        page.route(url, route -> {
            if (held.isEmpty()) {
                held.add(route);
            } else {
                route.resume();
            }
        });
        first.run();
        page.waitForCondition(() -> !held.isEmpty());
        second.run();
        page.waitForResponse(url, () -> held.getFirst().resume()).finished();
        page.unroute(url);
        page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))");
    }

    @Test
    void theClusterServesItsConsoleToEachUserWithHisRights() {
        console.create(CLUSTER_ROLES, "", LOOKING);
        console.create(CLUSTER_ROLE_BINDINGS, "", LOOKER);
        Page looker = console.asUser("looker", "nodes/node-4");
        assertThat(looker.locator("main").textContent()).contains("You may read nodes but not change them.");
        assertThat(looker.getByText("Cordon …").isDisabled()).isTrue();
        assertThat(looker.getByText("Log out").count()).isZero();
        looker.context().close();
        asksTheSchedulerOfACopy();

        Page boss = console.asUser("boss", "nodes/node-4");
        boss.getByText("Cordon …").click();
        confirm(boss, "Cordon node-4");
        boss.getByText("node/node-4 cordoned").waitFor();
        assertThat(console.object(ResourceTypes.NODES, "", "node-4")
                        .at("/spec/unschedulable")
                        .asBoolean())
                .isTrue();
        boss.getByText("Uncordon …").click();
        confirm(boss, "Uncordon node-4");
        boss.getByText("node/node-4 uncordoned").waitFor();
        boss.context().close();
    }

    /// As on any cluster that is no Tenure: what its components tell is not there for who may not read it.
    private void asksTheSchedulerOfACopy() {
        Page looker = console.asUser("looker", "pods/default/strange");
        assertThat(looker.locator("main").textContent()).contains("The scheduler of this cluster does not say.");
        looker.getByText("Ask the scheduler of a copy").click();
        looker.getByText("A copy of the cluster, with a scheduler").waitFor();
        assertThat(looker.locator("main").textContent())
                .contains("No node of")
                .contains("Smallest change that would help");
        looker.context().close();
    }

    @Test
    void aClientCertificateInTheBrowserOpensTheClustersOwnConsole() throws IOException {
        Page page = console.asOwner("nodes/node-4");
        assertThat(page.locator(".who").textContent()).contains("tenure-admin");
        page.getByText("Cordon …", new Page.GetByTextOptions().setExact(true)).click();
        confirm(page, "Cordon node-4");
        page.getByText("node/node-4 cordoned").waitFor();
        page.getByText("Undo", new Page.GetByTextOptions().setExact(true)).click();
        confirm(page, "Uncordon node-4");
        page.getByText("node/node-4 uncordoned").waitFor();
        assertThat(console.object(ResourceTypes.NODES, "", "node-4")
                        .at("/spec/unschedulable")
                        .asBoolean())
                .isFalse();
        page.context().close();
    }

    private static void confirm(Page page, String button) {
        page.getByRole(AriaRole.DIALOG)
                .getByRole(
                        AriaRole.BUTTON,
                        new Locator.GetByRoleOptions().setName(button).setExact(true))
                .click();
    }

    /// A page about what is gone asks for it again while it is shown.
    ///
    /// @return what the browser complained of until another page was there
    private List<String> heardOnLeaving() {
        console.open("nodes", "Nodes");
        return console.complaints();
    }

    private void choose(String change) {
        console.page().locator("form.editor select[name=kind]").selectOption(change);
    }

    /// @return what the forecast says in a sentence
    private String forecast(int shown) {
        console.button("Forecast").click();
        console.page()
                .waitForCondition(() -> console.page().locator(".plan .summary").count() == shown);
        return console.page().locator(".plan .summary").first().textContent();
    }

    @Test
    void twoChangesAreComposedForecastComparedSavedAndMade() {
        console.open("plan", "Plan");
        choose("drain");
        console.page().locator("form.editor input[name=node]").fill("node-4");
        assertThat(forecast(1)).contains("leave");
        choose("lose-zone");
        assertThat(forecast(2)).contains("leave");
        assertThat(console.page().locator(".comparison").textContent()).contains("Pods that leave", "Lose a zone");
        assertThat(console.axeFindings()).isEmpty();
        Download saved = console.page()
                .waitForDownload(
                        () -> console.button("Save for tenure apply").last().click());
        assertThat(saved.suggestedFilename()).isEqualTo("drain-node-4.plan");
        assertThat(SavedPlanFile.read(saved.path()).change()).isInstanceOf(Change.Drain.class);
        choose("scale");
        console.page().locator("form.editor input[name=name]").fill("web");
        console.page().locator("form.editor input[name=replicas]").fill("5");
        console.button("Forecast").click();
        console.page()
                .waitForCondition(() ->
                        console.page().locator(".plan h2").first().textContent().startsWith("Scale"));
        console.button("Make this change …").first().click();
        console.confirm("Scale default/web to 5", "deployments/web scaled");
        assertThat(console.object(ResourceTypes.DEPLOYMENTS, "default", "web")
                        .at("/spec/replicas")
                        .asInt())
                .isEqualTo(5);
    }

    @Test
    void aPlanCanBeSharedAsALink() {
        String link = URLEncoder.encode("{\"kind\":\"nothing\"}", StandardCharsets.UTF_8);
        console.open("plan?change=" + link, "Plan");
        console.page().locator(".plan .summary").waitFor();
        assertThat(console.page().locator(".plan h2").textContent()).isEqualTo("Change nothing");
    }

    @Test
    void longYamlAndAMomentOfACopyArePartOfALink() {
        console.open("plan", "Plan");
        choose("apply");
        String yaml = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: long}\ndata:\n";
        String text = IntStream.range(0, 100)
                .mapToObj("  key-%1$d: value-%1$d\n"::formatted)
                .collect(joining());
        console.page().locator("form.editor textarea").fill(yaml + text);
        assertThat(forecast(1)).contains("No pod leaves");
        assertThat(text.length()).isGreaterThan(1_500);
        follow("Overview");
        console.page().goBack();
        console.page().locator(".plan .summary").waitFor();
        assertThat(console.page().locator(".plan h2").textContent()).isEqualTo("Apply YAML: 1 object");
        console.page().locator(".plan .actions a").click();
        console.page().getByText("To the end").click();
        console.page().waitForCondition(() -> console.page().url().contains("&at="));
        String link = console.page().url();
        follow("Overview");
        console.page().navigate(link);
        console.page().locator(".clock output").waitFor();
        assertThat(console.page().locator(".clock h2").textContent()).endsWith("Apply YAML: 1 object");
        assertThat(console.page().locator(".clock output").textContent()).startsWith("+");
        console.page().navigate(link.replaceFirst("#.*", "#plan=AAAA"));
        console.page().getByText("The link names no change").waitFor();
    }

    /// A search knows the words that a node has: there is none for having no zone.
    @Test
    void nodesWithoutAZoneAreNoLinkToAllNodes() {
        console.open("", "Overview");
        Locator heads = console.page().locator(".zone h3");
        heads.filter(new Locator.FilterOptions().setHasText("No zone")).waitFor();
        assertThat(heads.locator("a").allTextContents()).isNotEmpty().doesNotContain("No zone");
    }

    @Test
    void whatIsDeletedWhileItsPageIsOpenIsSaidToBeGone() {
        console.create(ResourceTypes.NODES, "", FLEETING.replace("KIND", "Node"));
        console.open("nodes/fleeting", "fleeting");
        console.page().locator("taint-editor").waitFor();
        console.delete(ResourceTypes.NODES, "", "fleeting");
        Locator alert = console.page().getByRole(AriaRole.ALERT);
        alert.getByText("The node fleeting was deleted").waitFor();
        assertThat(console.page().locator(".last-seen").textContent()).contains("This node has no taints");
        assertThat(console.button("Cordon …").isDisabled()).isTrue();
        assertThat(console.axeFindings()).isEmpty();
        alert.getByText("All nodes").click();
        console.heading("Nodes");
        assertThat(heardOnLeaving()).isNotEmpty().allMatch(each -> each.contains("404"));
    }

    @Test
    void anAddressThatNamesNothingSaysSoAndLeadsBack() {
        for (String path : List.of("pods/x", "tolerations/apps/x", "nodes/a/b", "pressure/a/b")) {
            console.open(path, path.substring(path.indexOf('/') + 1));
            assertThat(console.page().getByRole(AriaRole.ALERT).textContent())
                    .as(path)
                    .contains("There is no ", " " + path.substring(path.indexOf('/') + 1) + ".");
            assertThat(console.page().locator("main [role=alert] a").count()).isOne();
        }
        assertThat(console.complaints()).isEmpty();
        console.open("pressure/nowhere", "Node pressure");
        assertThat(console.page().getByRole(AriaRole.ALERT).textContent()).contains("There is no node nowhere.");
        console.open("pods/default/nowhere", "default/nowhere");
        assertThat(console.page().getByRole(AriaRole.ALERT).textContent())
                .contains("There is no pod default/nowhere.", "All pods");
        assertThat(heardOnLeaving()).allMatch(each -> each.contains("404"));
        console.open("pressure/node-1", "Node pressure");
        console.page().locator(".signal").first().waitFor();
    }

    @Test
    void scriptOfStrangersIsShownAsText() {
        for (String path : List.of("nodes/strange", "pods/default/strange")) {
            console.open(path, path.replaceFirst("^(nodes|pods)/", ""));
            assertThat(console.page().locator("main").textContent()).contains(SharedConsole.SCRIPT);
        }
        Locator event = console.page()
                .getByRole(AriaRole.ROW)
                .filter(new Locator.FilterOptions().setHasText(SharedConsole.SCRIPT));
        assertThat(event.last().textContent()).contains("Warning");
        for (String name : PAGES) {
            follow(name);
        }
        String word =
                URLEncoder.encode(SharedConsole.SCRIPT, StandardCharsets.UTF_8).replace("+", "%20");
        console.open("nodes?q=" + word, "Nodes");
        assertThat(console.page().locator("main img").count()).isZero();
        assertThat(console.complaints()).isEmpty();
        console.open("nodes/" + word.replace("%2F", "-"), SharedConsole.SCRIPT.replace("/", "-"));
        assertThat(console.page().getByRole(AriaRole.ALERT).textContent()).contains("There is no node");
        assertThat(console.page().locator("main img, main script").count()).isZero();
        assertThat(heardOnLeaving()).allMatch(each -> each.contains("404"));
    }
}
