package dev.tenure.checks.console;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.ColorScheme;
import dev.tenure.model.meta.ResourceType;
import dev.tenure.model.meta.ResourceType.Scope;
import dev.tenure.model.meta.ResourceTypes;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/// Makes the pictures of `docs/console` anew: every page in light, in dark and on a narrow screen. Run with
/// `-Dtenure.pictures=true`; they are to be looked at.
@EnabledIfSystemProperty(named = "tenure.pictures", matches = "true")
final class ConsolePicturesTest {
    private static final Path PICTURES = Path.of("..", "docs", "console");
    private static final int WIDTH = 1200;
    private static final int NARROW = 320;
    private static final int HEIGHT = 800;
    private static final String WORKLOAD = """
        {"apiVersion": "apps/v1", "kind": "Deployment", "metadata": {"name": "NAME"}, "spec": {"replicas": COUNT,
         "selector": {"matchLabels": {"app": "NAME"}}, "template": {"metadata": {"labels": {"app": "NAME"},
         "annotations": {"usage.simulation.tenure.dev/memory": "USAGE"}},
         "spec": {"tolerations": TOLERATIONS, "containers": [{"name": "main", "image": "nginx",
         "resources": {"requests": REQUESTS}}]}}}}\
        """;
    private static final String TOLERATION =
            "[{\"key\": \"example.com/repair\", \"operator\": \"Exists\", \"effect\": \"NoExecute\", \"tolerationSeconds\": 600}]";
    private static final String GPU_TOLERATION =
            "[{\"key\": \"example.com/gpu\", \"operator\": \"Exists\", \"effect\": \"NoSchedule\"}]";
    private static final String GPU =
            "{\"spec\": {\"taints\": [{\"key\": \"example.com/gpu\", \"value\": \"a100\", \"effect\": \"NoSchedule\"}]}}";
    private static final String SPOT =
            "{\"spec\": {\"taints\": [{\"key\": \"example.com/spot\", \"effect\": \"PreferNoSchedule\"}]}}";
    private static final ResourceType POLICIES =
            new ResourceType("tenure.dev", "v1alpha1", "taintevictionpolicies", "TaintEvictionPolicy", Scope.CLUSTER);
    private static final String HALTED = """
        {"apiVersion": "tenure.dev/v1alpha1", "kind": "TaintEvictionPolicy", "metadata": {"name": "disk-swaps"}, "spec": {
         "taints": [{"key": "example.com/disk", "operator": "Exists"}], "paused": true}}\
        """;
    private static final String DISK =
            "{\"spec\": {\"taints\": [{\"key\": \"example.com/disk\", \"effect\": \"NoExecute\"}]}}";
    private static final String CORDON = "{\"spec\": {\"unschedulable\": true}}";
    private static final String REPAIR =
            "{\"kind\":\"taint\",\"node\":\"OTHER\",\"key\":\"example.com/repair\",\"effect\":\"NoExecute\"}";
    private static final String DRAIN = "{\"kind\":\"drain\",\"node\":\"OTHER\"}";
    private static final String NOTHING = "{\"kind\":\"nothing\"}";
    /// In paths and headings: the node that is tainted.
    private static final String NODE = "NODE";
    /// In paths: one of the nodes that are not.
    private static final String OTHER = "OTHER";

    private static final double PATIENCE_MILLIS = 120_000;
    private static final int NODES = 60;
    private static final int ZONES = 3;

    /// One picture: its name, the page's path, and its heading.
    private record Shot(String name, String path, String heading) {}

    private static final List<Shot> SHOTS = List.of(
            new Shot("overview", "", "Overview"),
            new Shot("nodes", "nodes?limit=14", "Nodes"),
            new Shot("node", "nodes/" + NODE, NODE),
            new Shot("matrix", "matrix", "Matrix"),
            new Shot("timeline", "timeline", "Timeline"),
            new Shot("pods", "pods?limit=14", "Pods"),
            new Shot("tolerations", "tolerations/deployments/default/web", "default/web"),
            new Shot("plan", "plan?change=" + encoded(REPAIR) + "&with=" + encoded(DRAIN), "Plan"),
            new Shot("clock", "timeline?span=21600&world=" + encoded(NOTHING), "Timeline"));

    @Test
    void everyPageIsPictured(@TempDir Path folder) throws IOException {
        Optional<Path> chromium = NodePrograms.chromium();
        assumeTrue(chromium.isPresent(), "there is no Chromium on this machine");
        try (BrowsedConsole console = BrowsedConsole.start(folder, chromium.orElseThrow(), NODES, ZONES)) {
            Page page = console.page();
            page.setDefaultTimeout(PATIENCE_MILLIS);
            fill(console);
            String node = nodeOfAPodThatMayStayForAWhile(console);
            console.open("nodes/" + node, node);
            page.locator("taint-editor input[name=key]").fill("example.com/repair");
            console.button("Preview …").click();
            page.locator(".forecast .summary").waitFor();
            picture(page, "preview");
            console.confirm("Taint " + node, "node/" + node + " tainted");
            String other = node.equals("node-22") ? "node-23" : "node-22";
            for (Shot each : SHOTS) {
                String path = each.path().replace(NODE, node).replace(OTHER, other);
                console.open(path, each.heading().replace(NODE, node));
                ready(page, each);
                picture(page, each.name());
            }
            pressure(console);
            pending(console);
            assertThat(console.complaints()).isEmpty();
        }
    }

    /// Which nodes have such pods is chance.
    private static String nodeOfAPodThatMayStayForAWhile(BrowsedConsole console) {
        console.open("pods?q=default/web-", "Pods");
        List<String> nodes = console.page().locator("td[data-head=Node] a").allTextContents();
        return nodes.stream()
                .filter(each -> !each.equals("node-31"))
                .findFirst()
                .orElseThrow();
    }

    private static void fill(BrowsedConsole console) {
        for (int i = 1; i <= 8; i++) {
            console.patch(ResourceTypes.NODES, "", "node-" + i, GPU);
        }
        console.patch(ResourceTypes.NODES, "", "node-9", SPOT);
        console.patch(ResourceTypes.NODES, "", "node-10", SPOT);
        console.patch(ResourceTypes.NODES, "", "node-11", CORDON);
        deploy(console, "web", 40, TOLERATION, "{\"memory\": \"200Mi\"}", "300Mi");
        deploy(console, "batch", 60, "[]", "{}", "0");
        deploy(console, "train", 12, GPU_TOLERATION, "{\"memory\": \"1Gi\"}", "ramp from=1Gi to=9Gi over=120s");
        deploy(console, "huge", 2, "[]", "{\"cpu\": \"64\"}", "0");
        console.page().waitForCondition(() -> ready(console, "web", 40) && ready(console, "batch", 60));
        console.create(POLICIES, "", HALTED);
        console.patch(ResourceTypes.NODES, "", "node-31", DISK);
    }

    private static void deploy(
            BrowsedConsole console, String name, int count, String tolerations, String requests, String usage) {
        console.create(
                ResourceTypes.DEPLOYMENTS,
                "default",
                WORKLOAD.replace("NAME", name)
                        .replace("COUNT", String.valueOf(count))
                        .replace("TOLERATIONS", tolerations)
                        .replace("REQUESTS", requests)
                        .replace("USAGE", usage));
    }

    private static void ready(Page page, Shot shot) {
        if (shot.name().equals("plan")) {
            page.waitForCondition(() -> page.locator(".plan .summary").count() == 2);
        } else if (shot.name().equals("clock")) {
            page.getByText("To what happens next").click();
        } else if (shot.name().equals("timeline")) {
            page.locator(".bar.coming").first().hover();
        } else if (shot.name().equals("matrix")) {
            page.locator(".verdict-leaves-after").first().click();
        }
    }

    private static void pressure(BrowsedConsole console) throws IOException {
        console.open("pressure", "Node pressure");
        console.page().locator("td a, th a").first().click();
        console.page().locator(".signal").first().waitFor();
        picture(console.page(), "node-pressure");
    }

    private static void pending(BrowsedConsole console) throws IOException {
        console.open("pods?q=huge", "Pods");
        Locator pod = console.page().locator("tbody a").first();
        String name = pod.textContent();
        pod.click();
        console.heading(name);
        picture(console.page(), "pod");
    }

    private static boolean ready(BrowsedConsole console, String deployment, int count) {
        return console.object(ResourceTypes.DEPLOYMENTS, "default", deployment)
                        .at("/status/readyReplicas")
                        .asInt()
                == count;
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }

    private static void picture(Page page, String name) throws IOException {
        Files.createDirectories(PICTURES);
        page.setViewportSize(WIDTH, HEIGHT);
        for (ColorScheme scheme : List.of(ColorScheme.LIGHT, ColorScheme.DARK)) {
            page.emulateMedia(new Page.EmulateMediaOptions().setColorScheme(scheme));
            shoot(page, name + (scheme == ColorScheme.LIGHT ? "-light" : "-dark"));
        }
        page.emulateMedia(new Page.EmulateMediaOptions().setColorScheme(ColorScheme.LIGHT));
        page.setViewportSize(NARROW, HEIGHT);
        shoot(page, name + "-narrow");
        page.setViewportSize(WIDTH, HEIGHT);
    }

    private static void shoot(Page page, String name) {
        page.screenshot(new Page.ScreenshotOptions()
                .setPath(PICTURES.resolve(name + ".png"))
                .setFullPage(true));
    }
}
