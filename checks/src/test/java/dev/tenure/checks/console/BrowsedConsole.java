package dev.tenure.checks.console;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.BrowserType;
import com.microsoft.playwright.ConsoleMessage;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Playwright;
import com.microsoft.playwright.options.AriaRole;
import com.microsoft.playwright.options.ClientCertificate;
import com.microsoft.playwright.options.ColorScheme;
import com.microsoft.playwright.options.WaitForSelectorState;
import dev.tenure.checks.crash.RunningCluster;
import dev.tenure.checks.crash.TenureProcess;
import dev.tenure.client.ClusterClient;
import dev.tenure.client.rest.HttpEndpoint;
import dev.tenure.model.meta.ApiReply;
import dev.tenure.model.meta.ApiRequest.Body;
import dev.tenure.model.meta.Caller;
import dev.tenure.model.meta.ResourceType;
import dev.tenure.wire.json.Document;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// A cluster, its console, and a browser that is signed in there. What the browser complains of is kept.
final class BrowsedConsole implements AutoCloseable {
    private static final int WAIT_MILLIS_MAX = 15_000;
    private static final String TELL_POLICY = "document.addEventListener('securitypolicyviolation',"
            + " e => console.error('policy: ' + e.violatedDirective + ' ' + e.blockedURI));";
    private static final String AXE = axe();
    private static final String RUN_AXE = "() => axe.run().then(found => found.violations.map("
            + "each => each.id + ': ' + each.nodes.map(node => node.html).slice(0, 3).join(' | ')))";

    private final Path folder;
    private final RunningCluster cluster;
    private final HttpEndpoint endpoint;
    private final TenureProcess console;
    private final Playwright playwright;
    private final Page page;
    private final List<String> complaints = new ArrayList<>();

    private BrowsedConsole(Path folder, Path chromium, int nodes, int zones) throws IOException {
        this.folder = folder;
        Path data = folder.resolve("data");
        Path tokens = folder.resolve("tokens.csv");
        Files.writeString(
                tokens,
                "looker,looker,1%nboss,boss,2,\"system:masters\"%ntenant,tenant,3%nnobody,nobody,4%n".formatted());
        cluster = RunningCluster.start(
                data,
                "--nodes",
                String.valueOf(nodes),
                "--zones",
                String.valueOf(zones),
                "--authorization-mode",
                "Node,RBAC",
                "--token-auth-file",
                tokens.toString());
        endpoint = cluster.connect();
        console = console(data);
        playwright = Playwright.create(new Playwright.CreateOptions().setEnv(NodePrograms.environment()));
        Browser browser = playwright
                .chromium()
                .launch(new BrowserType.LaunchOptions()
                        .setExecutablePath(chromium)
                        .setArgs(List.of("--no-sandbox", "--disable-dev-shm-usage")));
        page = opened(browser.newContext());
    }

    private TenureProcess console(Path data) throws IOException {
        try {
            return TenureProcess.start(
                    List.of("-XX:TieredStopAtLevel=1"),
                    List.of("console", "--data-dir", data.toString(), "--no-open"),
                    "Interrupt to stop",
                    folder.resolve("errors"));
        } catch (IOException e) {
            endpoint.close();
            cluster.close();
            throw e;
        }
    }

    private Page opened(BrowserContext context) {
        context.setDefaultTimeout(WAIT_MILLIS_MAX);
        context.addInitScript(TELL_POLICY);
        Page opened = context.newPage();
        opened.onConsoleMessage(this::heard);
        opened.onPageError(complaints::add);
        return opened;
    }

    /// Opens a page of the console that the cluster itself serves, as a user of its API.
    ///
    /// @param token of the user
    Page asUser(String token, String path) {
        BrowserContext context = page.context()
                .browser()
                .newContext(new Browser.NewContextOptions()
                        .setIgnoreHTTPSErrors(true)
                        .setExtraHTTPHeaders(Map.of("Authorization", "Bearer " + token)));
        Page opened = opened(context);
        go(opened, path);
        return opened;
    }

    /// Opens another page of that console, and waits for its data.
    void go(Page opened, String path) {
        opened.navigate("https://127.0.0.1:" + cluster.port() + "/console/" + path);
        opened.locator("h1").waitFor();
        opened.waitForCondition(() -> opened.locator(".loading").count() == 0);
    }

    /// Opens a page of the console that the cluster itself serves, in a browser that holds the
    /// administrator's client certificate.
    Page asOwner(String path) throws IOException {
        String kubeconfig = Files.readString(folder.resolve("data").resolve("kubeconfig"));
        String origin = "https://127.0.0.1:" + cluster.port();
        var certificate = new ClientCertificate(origin)
                .setCert(pem(kubeconfig, "client-certificate-data"))
                .setKey(pem(kubeconfig, "client-key-data"));
        BrowserContext context = page.context()
                .browser()
                .newContext(new Browser.NewContextOptions()
                        .setIgnoreHTTPSErrors(true)
                        .setClientCertificates(List.of(certificate)));
        Page opened = opened(context);
        go(opened, path);
        return opened;
    }

    private static byte[] pem(String kubeconfig, String field) {
        return kubeconfig
                .lines()
                .map(String::strip)
                .filter(line -> line.startsWith(field + ":"))
                .map(line -> Base64.getDecoder()
                        .decode(line.substring(field.length() + 1).strip()))
                .findFirst()
                .orElseThrow();
    }

    static BrowsedConsole start(Path folder, Path chromium) throws IOException {
        return start(folder, chromium, 4, 2);
    }

    static BrowsedConsole start(Path folder, Path chromium, int nodes, int zones) throws IOException {
        var started = new BrowsedConsole(folder, chromium, nodes, zones);
        started.page.navigate(started.console.said().stream()
                .map(String::strip)
                .filter(line -> line.startsWith("http://"))
                .findFirst()
                .orElseThrow());
        started.page.waitForURL("**/console/");
        started.heading("Overview");
        return started;
    }

    private static String axe() {
        try (InputStream in = BrowsedConsole.class.getResourceAsStream("/axe.min.js")) {
            if (in == null) {
                throw new IllegalStateException("axe.min.js is not on the class path");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void heard(ConsoleMessage message) {
        if (message.type().equals("error")) {
            complaints.add(message.text() + " at " + message.location());
        }
    }

    Page page() {
        return page;
    }

    /// What the browser complained of since the last time: faults of scripts, breaches of the policy, refused
    /// requests.
    List<String> complaints() {
        List<String> shown = List.copyOf(complaints);
        complaints.clear();
        return shown;
    }

    /// Waits for the page of that heading and its data.
    void heading(String name) {
        page.getByRole(
                        AriaRole.HEADING,
                        new Page.GetByRoleOptions().setName(name).setExact(true).setLevel(1))
                .waitFor();
        page.waitForCondition(() -> page.locator(".loading").count() == 0);
    }

    /// Opens a page by its address.
    void open(String path, String heading) {
        page.navigate(page.url().replaceFirst("/console/.*", "/console/" + path));
        heading(heading);
    }

    Locator button(String name) {
        return page.getByRole(
                AriaRole.BUTTON, new Page.GetByRoleOptions().setName(name).setExact(true));
    }

    /// In the dialog that previews a change: makes it, and waits for the notice that says so.
    ///
    /// @return the preview's sentence
    String confirm(String button, String notice) {
        Locator dialog = page.getByRole(AriaRole.DIALOG);
        String shown = dialog.locator(".summary").textContent();
        dialog.getByRole(
                        AriaRole.BUTTON,
                        new Locator.GetByRoleOptions().setName(button).setExact(true))
                .click();
        page.locator(".notice", new Page.LocatorOptions().setHasText(notice)).waitFor();
        dialog.waitFor(new Locator.WaitForOptions().setState(WaitForSelectorState.HIDDEN));
        return shown;
    }

    /// What axe-core finds on the page as it is, in light and in dark. It is half a megabyte, which only
    /// pages get that are looked at by it.
    String axeFindings() {
        if (page.evaluate("() => window.axe === undefined").equals(true)) {
            page.evaluate(AXE);
        }
        return Stream.of(ColorScheme.LIGHT, ColorScheme.DARK)
                .map(scheme -> {
                    page.emulateMedia(new Page.EmulateMediaOptions().setColorScheme(scheme));
                    return page.evaluate(RUN_AXE);
                })
                .flatMap(found -> ((List<?>) found).stream())
                .map(String::valueOf)
                .distinct()
                .collect(Collectors.joining("\n"));
    }

    private ClusterClient client() {
        return new ClusterClient(endpoint, Caller.component("", List.of(), "console-test"));
    }

    void create(ResourceType type, String namespace, String json) {
        done(client().create(type, namespace, Document.of(Json.readObject(json.getBytes(StandardCharsets.UTF_8)))));
    }

    /// At once, without waiting for containers to stop.
    void delete(ResourceType type, String namespace, String name) {
        done(client().delete(type, namespace, name, Document.of(Json.object().put("gracePeriodSeconds", 0))));
    }

    void patchStatus(ResourceType type, String namespace, String name, String json) {
        var body = new Body(Body.MERGE_PATCH, json.getBytes(StandardCharsets.UTF_8));
        done(client().patch(type, namespace, name, "status", body));
    }

    void patch(ResourceType type, String namespace, String name, String json) {
        var body = new Body(Body.MERGE_PATCH, json.getBytes(StandardCharsets.UTF_8));
        done(client().patch(type, namespace, name, "", body));
    }

    private static void done(ApiReply reply) {
        if (reply instanceof ApiReply.Failure(var status, var _)) {
            throw new IllegalStateException(status.message());
        }
    }

    /// An object as the API has it now.
    JsonNode object(ResourceType type, String namespace, String name) {
        return switch (client().get(type, namespace, name)) {
            case ApiReply.One(int _, var stored, var _) -> Json.readObject(stored.json());
            case ApiReply reply -> throw new IllegalStateException(String.valueOf(reply));
        };
    }

    @Override
    public void close() {
        playwright.close();
        console.close();
        endpoint.close();
        cluster.close();
    }
}
