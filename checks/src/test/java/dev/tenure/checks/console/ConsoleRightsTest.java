package dev.tenure.checks.console;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Route;
import com.microsoft.playwright.options.AriaRole;
import dev.tenure.model.meta.ResourceType;
import dev.tenure.model.meta.ResourceType.Scope;
import dev.tenure.model.meta.ResourceTypes;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.parallel.ResourceLock;

/// What users of few rights see of each page and may do there: `tenant` may list pods and change deployments
/// of the namespace `team` and nothing else, `nobody` may nothing at all.
@TestInstance(Lifecycle.PER_CLASS)
@ExtendWith(SharedConsole.class)
@ResourceLock(SharedConsole.LOCK)
final class ConsoleRightsTest {
    private static final ResourceType NAMESPACES = new ResourceType("", "v1", "namespaces", "Namespace", Scope.CLUSTER);
    private static final ResourceType ROLES =
            new ResourceType("rbac.authorization.k8s.io", "v1", "roles", "Role", Scope.NAMESPACED);
    private static final ResourceType ROLE_BINDINGS =
            new ResourceType("rbac.authorization.k8s.io", "v1", "rolebindings", "RoleBinding", Scope.NAMESPACED);
    private static final String TEAM = """
        {"apiVersion": "v1", "kind": "Namespace", "metadata": {"name": "team"}}\
        """;
    private static final String ROLE = """
        {"apiVersion": "rbac.authorization.k8s.io/v1", "kind": "Role", "metadata": {"name": "tenant"}, "rules": [
         {"apiGroups": [""], "resources": ["pods"], "verbs": ["get", "list", "watch"]},
         {"apiGroups": ["apps"], "resources": ["deployments"], "verbs": ["get", "list", "watch", "patch"]}]}\
        """;
    private static final String BINDING = """
        {"apiVersion": "rbac.authorization.k8s.io/v1", "kind": "RoleBinding", "metadata": {"name": "tenant"},
         "roleRef": {"apiGroup": "rbac.authorization.k8s.io", "kind": "Role", "name": "tenant"},
         "subjects": [{"apiGroup": "rbac.authorization.k8s.io", "kind": "User", "name": "tenant"}]}\
        """;
    private static final String WORKLOAD = """
        {"apiVersion": "apps/v1", "kind": "Deployment", "metadata": {"name": "api"}, "spec": {"replicas": 2,
         "selector": {"matchLabels": {"app": "api"}}, "template": {"metadata": {"labels": {"app": "api"}},
         "spec": {"containers": [{"name": "api", "image": "nginx"}]}}}}\
        """;
    private static final String NO_NODES = "nodes: not allowed to list nodes; ask for get,list,watch on nodes";
    private static final String NO_PODS =
            "pods: not allowed to list pods in namespace default; ask for get,list,watch on pods there";
    private static final String ONLY_TEAM =
            "not allowed to list pods of all namespaces, so only those of team are shown";

    /// By the address of each page, a part that a user of no rights is told to miss.
    private static final Map<String, String> MISSED = Map.of(
            "", NO_NODES,
            "nodes", NO_NODES,
            "nodes/node-1", NO_NODES,
            "matrix", NO_PODS,
            "timeline", "events: not allowed to list events in namespace default",
            "pods", NO_PODS,
            "tolerations", "daemonsets: not allowed to list daemonsets in namespace default",
            "plan", NO_NODES,
            "pressure", NO_NODES);

    @SuppressWarnings("NullAway.Init")
    private BrowsedConsole console;

    @BeforeAll
    void take(BrowsedConsole shared) {
        console = shared;
        console.create(NAMESPACES, "", TEAM);
        console.create(ROLES, "team", ROLE);
        console.create(ROLE_BINDINGS, "team", BINDING);
        console.create(ResourceTypes.DEPLOYMENTS, "team", WORKLOAD);
    }

    @AfterEach
    void theBrowserComplainsOfNothing() {
        assertThat(console.complaints()).isEmpty();
    }

    private static String text(Page page) {
        return page.locator("main").textContent();
    }

    @Test
    void whoMayNothingIsToldOnEachPageWhichRightsAreMissing() {
        Page page = console.asUser("nobody", "");
        for (var each : MISSED.entrySet()) {
            console.go(page, each.getKey());
            assertThat(page.locator(".gaps").textContent()).as(each.getKey()).contains(each.getValue());
            assertThat(page.locator(".failure").count()).as(each.getKey()).isZero();
        }
        page.context().close();
    }

    @Test
    void whoHasRightsInOneNamespaceSeesAndChangesWhatIsThere() {
        Page page = console.asUser("tenant", "");
        assertThat(text(page)).contains(NO_NODES, NO_PODS);
        page.getByLabel("Namespace").fill("team");
        page.getByLabel("Namespace").press("Enter");
        page.locator(".counts a", new Page.LocatorOptions().setHasText("2pods")).waitFor();
        assertThat(text(page)).contains(NO_NODES, ONLY_TEAM).doesNotContain(NO_PODS);

        page.locator("nav a:text-is('Pods')").click();
        Locator pod = page.locator("tbody a", new Page.LocatorOptions().setHasText("team/api-"))
                .first();
        pod.waitFor();
        assertThat(page.locator("tbody a", new Page.LocatorOptions().setHasText("default/"))
                        .count())
                .isZero();
        pod.click();
        page.getByText("You may not read its node").waitFor();
        for (String name : List.of("Timeline", "Matrix", "Node pressure")) {
            page.locator("nav a:text-is('" + name + "')").click();
            page.locator(".gaps", new Page.LocatorOptions().setHasText(ONLY_TEAM))
                    .waitFor();
            assertThat(page.locator(".failure").count()).as(name).isZero();
        }
        page.locator("nav a:text-is('Tolerations')").click();
        page.getByText("team/api", new Page.GetByTextOptions().setExact(true)).click();
        save(page);
        assertThat(console.object(ResourceTypes.DEPLOYMENTS, "team", "api")
                        .at("/spec/template/spec/tolerations/0/key")
                        .asText())
                .isEqualTo("example.com/gpu");
        page.context().close();
    }

    private static void save(Page page) {
        page.getByLabel("Taint key").fill("example.com/gpu");
        page.getByLabel("Operator").selectOption("Exists");
        page.getByRole(
                        AriaRole.BUTTON,
                        new Page.GetByRoleOptions().setName("Add").setExact(true))
                .click();
        page.getByText("Preview and save …").click();
        Locator dialog = page.getByRole(AriaRole.DIALOG);
        dialog.getByText("What follows is not forecast").waitFor();
        assertThat(dialog.textContent()).contains(NO_NODES);
        dialog.locator("button.primary").click();
        page.getByText("deployments/api serverside-applied").waitFor();
    }

    @Test
    void aLinkToANamespaceShowsItToWhoMaySeeIt() {
        Page pods = console.asUser("tenant", "pods?namespace=team");
        pods.locator("tbody a", new Page.LocatorOptions().setHasText("team/api-"))
                .first()
                .waitFor();
        pods.context().close();
        Page timeline = console.asUser("tenant", "timeline?namespace=team");
        assertThat(text(timeline)).contains(ONLY_TEAM, "You may not see the Events");
        timeline.context().close();
        Page boss = console.asUser("boss", "pods?namespace=team");
        assertThat(boss.locator(".gaps").count()).isZero();
        assertThat(boss.locator("output").textContent()).startsWith("2 of ");
        boss.context().close();
    }

    /// As when `tenure console` was killed and started again at the same port.
    @Test
    void aPageWhoseSessionIsKnownNoMoreSaysSoWithoutBeingLoadedAnew() {
        Page page = console.asUser("boss", "");
        int[] asked = {0};
        page.route("**/console/api/live", ConsoleRightsTest::refuse);
        page.route("**/console/api/session", route -> {
            if (asked[0]++ == 0) {
                route.resume();
            } else {
                refuse(route);
            }
        });
        page.reload();
        page.getByText("The connection is cut").waitFor();
        page.getByText("The session has ended. Start").waitFor();
        assertThat(page.getByText("The connection is cut").count()).isZero();
        page.context().close();
        assertThat(console.complaints()).allMatch(each -> each.contains("401"));
    }

    private static void refuse(Route route) {
        route.fulfill(new Route.FulfillOptions().setStatus(401).setBody("{}"));
    }
}
