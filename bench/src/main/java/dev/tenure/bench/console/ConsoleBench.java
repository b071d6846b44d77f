package dev.tenure.bench.console;

import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// How soon the console shows a large cluster and what that costs: `tenure up` and `tenure console` are
/// started as users start them, the pods are those of Deployments, a fifth of the nodes is tainted. Measured
/// are the first paint of each page and when its data stand there, the server's answers, the browser's
/// memory, how soon a taint that is set through the API stands on an open page, and the console's processor
/// time with many browsers' streams of events open.
///
/// Usage: `ConsoleBench [nodes] [pods] [browsers]`, with the launcher as the property `launcher`. Prints one
/// JSON object.
public final class ConsoleBench {
    private static final int NODES = 5_000;
    private static final int PODS = 150_000;
    private static final int BROWSERS = 50;
    private static final int ASKED = 200;
    private static final int LOADS = 5;
    private static final int TAINTS = 40;
    private static final int WATCHED_SECONDS = 30;
    private static final double TEN = 10;
    private static final Map<String, String> PAGES = pages();
    private static final List<String> ANSWERS = List.of(
            "overview",
            "nodes",
            "nodes/node-7",
            "matrix",
            "timeline",
            "pods",
            "pods?q=d7",
            "workloads",
            "plan",
            "pressure",
            "pressure?node=node-7");
    private static final String LOOK = """
        window.shown = 0;
        new MutationObserver(() => {
          if (!window.shown && document.querySelector('main h1') && !document.querySelector('.loading')) {
            requestAnimationFrame(() => { window.shown ||= performance.now(); });
          }
        }).observe(document, {childList: true, subtree: true, attributes: true, characterData: true});
        window.sees = (text) => new Promise((resolve) => {
          const look = () => {
            if (document.querySelector('main')?.textContent.includes(text)) { watch.disconnect(); resolve(Date.now()); }
          };
          const watch = new MutationObserver(look);
          watch.observe(document, {childList: true, subtree: true, characterData: true});
          look();
        });""";
    private static final String SHOWN = """
        (async () => {
          while (!window.shown) await new Promise((next) => setTimeout(next, 10));
          const paint = performance.getEntriesByName('first-contentful-paint')[0];
          return [paint ? paint.startTime : 0, window.shown];
        })()""";

    private final BenchedCluster cluster;

    private ConsoleBench(BenchedCluster cluster) {
        this.cluster = cluster;
    }

    private static Map<String, String> pages() {
        var pages = new LinkedHashMap<String, String>();
        pages.put("Overview", "");
        pages.put("Nodes", "nodes");
        pages.put("a node", "nodes/node-7");
        pages.put("Matrix", "matrix");
        pages.put("Timeline", "timeline");
        pages.put("Pods", "pods");
        pages.put("Tolerations", "tolerations");
        pages.put("Plan", "plan");
        pages.put("Node pressure", "pressure");
        return pages;
    }

    public static void main(String[] arguments) throws IOException, InterruptedException {
        int nodes = number(arguments, 0, NODES);
        int pods = number(arguments, 1, PODS);
        int browsers = number(arguments, 2, BROWSERS);
        Path folder = Files.createTempDirectory("tenure-console-bench");
        ObjectNode result = Json.object().put("bench", "console").put("nodes", nodes);
        try (var cluster = BenchedCluster.start(System.getProperty("launcher", "./tenure"), folder, nodes)) {
            result.put("pods", cluster.fill(nodes, pods));
            var bench = new ConsoleBench(cluster);
            result.set("server_ms", bench.answers());
            Optional<String> program = Chromium.program();
            if (program.isPresent()) {
                try (Chromium browser = Chromium.start(program.get(), folder.resolve("profile"))) {
                    bench.browse(browser, result);
                }
            } else {
                result.put("browser", "none is installed");
            }
            result.set("streams", bench.streams(browsers));
        }
        System.out.println(result);
    }

    private static int number(String[] arguments, int place, int usual) {
        return arguments.length > place ? Integer.parseInt(arguments[place]) : usual;
    }

    /// How long the server takes to answer each question of the pages, one at a time.
    private ObjectNode answers() throws IOException, InterruptedException {
        ObjectNode report = Json.object();
        var all = new ArrayList<Double>();
        for (String question : ANSWERS) {
            for (int i = 0; i < ASKED / 4; i++) {
                cluster.ask(question);
            }
            var took = new ArrayList<Double>();
            int bytes = 0;
            for (int i = 0; i < ASKED; i++) {
                BenchedCluster.Timed answer = cluster.ask(question);
                took.add(answer.millis());
                bytes = answer.bytes();
            }
            all.addAll(took);
            spread(report.putObject(question).put("kilobytes", bytes >> 10), took);
        }
        spread(report.putObject("all"), all);
        return report;
    }

    private void browse(Chromium browser, ObjectNode result) throws IOException, InterruptedException {
        browser.ask("Page.enable", Json.object());
        browser.ask("Page.addScriptToEvaluateOnNewDocument", Json.object().put("source", LOOK));
        String[] cookie = cluster.cookie().split("=", 2);
        browser.ask(
                "Network.setCookie",
                Json.object().put("name", cookie[0]).put("value", cookie[1]).put("url", cluster.console()));
        ObjectNode shown = result.putObject("shown_ms");
        double pageMost = 0;
        double most = 0;
        for (Map.Entry<String, String> page : PAGES.entrySet()) {
            var paints = new ArrayList<Double>();
            var datas = new ArrayList<Double>();
            for (int i = 0; i < LOADS; i++) {
                browser.ask("Page.navigate", Json.object().put("url", cluster.console() + page.getValue()));
                JsonNode times = browser.evaluate(SHOWN);
                paints.add(times.path(0).asDouble());
                datas.add(times.path(1).asDouble());
            }
            pageMost = Math.max(pageMost, browser.pageMegabytes());
            most = Math.max(most, browser.megabytes());
            ObjectNode report = shown.putObject(page.getKey());
            spread(report.putObject("first_paint"), paints);
            spread(report.putObject("data"), datas);
        }
        result.putObject("browser_megabytes")
                .put("page_most", rounded(pageMost))
                .put("all_processes_most", rounded(most));
        taints(browser, result.putObject("taint_seen_ms"));
    }

    /// From when the change is sent to the API until it stands on an open page.
    private void taints(Chromium browser, ObjectNode report) throws IOException, InterruptedException {
        for (String page : List.of("nodes/node-7", "nodes?q=node-7")) {
            browser.ask("Page.navigate", Json.object().put("url", cluster.console() + page));
            browser.evaluate(SHOWN);
            browser.evaluate("new Promise((next) => setTimeout(next, 2000))");
            var took = new ArrayList<Double>();
            for (int i = 0; i < TAINTS; i++) {
                String key = "example.com/seen-" + page.length() + "-" + i;
                browser.begin("sees('" + key + "')");
                long sent = cluster.taint("node-7", key);
                took.add(browser.value().asDouble() - sent);
                browser.evaluate("new Promise((next) => setTimeout(next, " + (300 + 37 * (i % 10)) + "))");
            }
            spread(report.putObject(page), took);
        }
    }

    /// What the console spends while so many browsers listen and nobody does anything.
    private ObjectNode streams(int browsers) throws IOException, InterruptedException {
        try (var listeners = cluster.listen(browsers)) {
            listeners.rest(5);
            double before = cluster.consoleCpuSeconds();
            long events = listeners.events();
            listeners.rest(WATCHED_SECONDS);
            double spent = cluster.consoleCpuSeconds() - before;
            return Json.object()
                    .put("browsers", browsers)
                    .put("events", listeners.events() - events)
                    .put("percent_of_a_core", rounded(spent / WATCHED_SECONDS * 100))
                    .put("console_megabytes", rounded(cluster.consoleMegabytes()));
        }
    }

    private static void spread(ObjectNode report, List<Double> values) {
        double[] sorted =
                values.stream().mapToDouble(Double::doubleValue).sorted().toArray();
        report.put("p50", rounded(at(sorted, 0.5))).put("p99", rounded(at(sorted, 0.99)));
        report.put("most", rounded(Arrays.stream(sorted).max().orElse(0)));
    }

    private static double at(double[] sorted, double share) {
        return sorted[Math.max(0, (int) Math.ceil(sorted.length * share) - 1)];
    }

    private static double rounded(double value) {
        return Math.round(value * TEN) / TEN;
    }
}
