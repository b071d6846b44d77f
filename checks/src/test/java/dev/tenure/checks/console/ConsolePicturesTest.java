package dev.tenure.checks.console;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.ColorScheme;
import dev.tenure.model.meta.ResourceTypes;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
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
    private static final int NARROW = 360;
    private static final int HEIGHT = 800;
    private static final String WORKLOAD = """
        {"apiVersion": "apps/v1", "kind": "Deployment", "metadata": {"name": "NAME"}, "spec": {"replicas": 5,
         "selector": {"matchLabels": {"app": "NAME"}}, "template": {"metadata": {"labels": {"app": "NAME"}},
         "spec": {"tolerations": TOLERATIONS, "containers": [{"name": "main", "image": "nginx"}]}}}}\
        """;
    private static final String TOLERATION =
            "[{\"key\": \"example.com/repair\", \"operator\": \"Exists\", \"effect\": \"NoExecute\", \"tolerationSeconds\": 600}]";
    private static final String REPAIR =
            "{\"kind\":\"taint\",\"node\":\"node-2\",\"key\":\"example.com/repair\",\"effect\":\"NoExecute\"}";
    private static final List<Map.Entry<String, String>> PAGES = List.of(
            Map.entry("", "Overview"),
            Map.entry("nodes", "Nodes"),
            Map.entry("nodes/node-1", "node-1"),
            Map.entry("matrix", "Matrix"),
            Map.entry("timeline", "Timeline"),
            Map.entry("pods", "Pods"),
            Map.entry("tolerations/deployments/default/web", "default/web"),
            Map.entry("plan", "Plan"),
            Map.entry("pressure", "Node pressure"));

    @Test
    void everyPageIsPictured(@TempDir Path folder) throws IOException {
        Optional<Path> chromium = NodePrograms.chromium();
        assumeTrue(chromium.isPresent(), "there is no Chromium on this machine");
        try (BrowsedConsole console = BrowsedConsole.start(folder, chromium.orElseThrow())) {
            console.create(
                    ResourceTypes.DEPLOYMENTS,
                    "default",
                    WORKLOAD.replace("NAME", "web").replace("TOLERATIONS", TOLERATION));
            console.create(
                    ResourceTypes.DEPLOYMENTS,
                    "default",
                    WORKLOAD.replace("NAME", "batch").replace("TOLERATIONS", "[]"));
            Page page = console.page();
            page.waitForCondition(() -> ready(console, "web") && ready(console, "batch"));
            console.open("nodes/node-1", "node-1");
            page.locator("taint-editor input[name=key]").fill("example.com/repair");
            console.button("Preview …").click();
            page.locator(".forecast .summary").waitFor();
            picture(page, "preview");
            console.confirm("Taint", "node/node-1 tainted");
            for (Map.Entry<String, String> each : PAGES) {
                boolean plan = each.getKey().equals("plan");
                String path = plan
                        ? "plan?change=" + encoded(REPAIR) + "&with="
                                + encoded("{\"kind\":\"drain\",\"node\":\"node-2\"}")
                        : each.getKey();
                console.open(path, each.getValue());
                page.waitForCondition(
                        () -> !plan || page.locator(".plan .summary").count() == 2);
                picture(page, name(each));
            }
            assertThat(console.complaints()).isEmpty();
        }
    }

    private static boolean ready(BrowsedConsole console, String deployment) {
        return console.object(ResourceTypes.DEPLOYMENTS, "default", deployment)
                        .at("/status/readyReplicas")
                        .asInt()
                == 5;
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }

    private static String name(Map.Entry<String, String> page) {
        String path = page.getKey();
        if (path.startsWith("tolerations")) {
            return "tolerations";
        }
        return path.startsWith("nodes/")
                ? "node"
                : page.getValue().toLowerCase(Locale.ROOT).replace(' ', '-');
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
