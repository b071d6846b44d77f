package dev.tenure.plan.metrics;

import dev.tenure.model.quantity.Quantity;
import dev.tenure.runtime.io.IoWords;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.JsonSyntaxException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// Reads metrics from files: what Prometheus answers to a range query (`/api/v1/query_range`, a matrix), or
/// CSV with a line of names. Stateless.
public final class MetricsFile {
    private static final long MILLIS = 1_000;
    private static final List<String> COLUMNS = List.of("time", "node", "pod", "container", "metric", "value");
    private static final List<String> NEEDED = List.of("time", "node", "metric", "value");
    private static final List<String> NODE_LABELS = List.of("node", "kubernetes_node", "nodename", "instance");
    /// The control group of the whole machine.
    private static final String ROOT = "/";

    private MetricsFile() {}

    /// @throws MetricsException when a file cannot be read, or says nothing of any node
    public static Metrics read(List<Path> files) {
        var all = new Metrics.Builder();
        for (Path file : files) {
            byte[] bytes = bytes(file);
            String text = new String(bytes, StandardCharsets.UTF_8).strip();
            if (text.startsWith("{")) {
                prometheus(file, bytes, all);
            } else {
                csv(file, text, all);
            }
        }
        Metrics metrics = all.metrics();
        if (metrics.nodes().isEmpty()) {
            throw new MetricsException(
                    "%s says nothing of the memory of any node: known are %s, each with a label node (or instance), those of pods with namespace and pod"
                            .formatted(files, Measure.known()));
        }
        return metrics;
    }

    private static byte[] bytes(Path file) {
        try {
            return Files.readAllBytes(file);
        } catch (IOException e) {
            throw new MetricsException("metrics %s cannot be read: %s".formatted(file, IoWords.of(e)));
        }
    }

    private static void prometheus(Path file, byte[] bytes, Metrics.Builder all) {
        JsonNode answer;
        try {
            answer = Json.read(bytes);
        } catch (JsonSyntaxException e) {
            throw new MetricsException("metrics %s are no JSON (%s): they may be cut off; ask Prometheus again"
                    .formatted(file, e.getMessage()));
        }
        if (answer.path("status").asText().equals("error")) {
            throw new MetricsException("metrics %s are an error of Prometheus: %s"
                    .formatted(file, answer.path("error").asText()));
        }
        JsonNode data = answer.has("data") ? answer.path("data") : answer;
        if (!data.path("resultType").asText().equals("matrix")) {
            throw new MetricsException(
                    "metrics %s are of the type \"%s\": expected is a matrix, as /api/v1/query_range answers"
                            .formatted(file, data.path("resultType").asText("none")));
        }
        for (JsonNode series : data.path("result")) {
            series(file, series, all);
        }
    }

    private static void series(Path file, JsonNode series, Metrics.Builder all) {
        JsonNode labels = series.path("metric");
        String name = labels.path("__name__").asText();
        Optional<Measure> measure = Measure.ofName(name);
        Optional<Metrics.Whose> whose = whose(labels);
        if (measure.isEmpty() || whose.isEmpty()) {
            all.passOver(name.isEmpty() ? "without a name" : name);
            return;
        }
        for (JsonNode point : series.path("values")) {
            try {
                double value = Double.parseDouble(point.path(1).asText());
                if (Double.isFinite(value)) {
                    all.add(
                            whose.get(),
                            measure.get(),
                            Instant.ofEpochMilli(Math.round(point.path(0).asDouble() * MILLIS)),
                            value);
                } else {
                    all.passOver(name + " without a number");
                }
            } catch (NumberFormatException _) {
                throw new MetricsException("metrics %s: %s holds \"%s\", which is no number"
                        .formatted(file, name, point.path(1).asText()));
            }
        }
    }

    /// Empty for what is of no node, of another control group than the machine's, or of the container that
    /// only holds a pod together.
    private static Optional<Metrics.Whose> whose(JsonNode labels) {
        String pod = labels.path("pod").asText();
        String container = labels.path("container").asText();
        boolean ofGroup = pod.isEmpty() && !labels.path("id").asText(ROOT).equals(ROOT);
        if (ofGroup || container.equals("POD")) {
            return Optional.empty();
        }
        String whole = pod.isEmpty() ? "" : labels.path("namespace").asText("default") + "/" + pod;
        return NODE_LABELS.stream()
                .map(label -> labels.path(label).asText())
                .filter(value -> !value.isEmpty())
                .findFirst()
                .map(node -> new Metrics.Whose(withoutPort(node), whole, container));
    }

    /// Prometheus calls who was asked by its address.
    private static String withoutPort(String instance) {
        int colon = instance.lastIndexOf(':');
        return colon > 0 && instance.indexOf(':') == colon ? instance.substring(0, colon) : instance;
    }

    private static void csv(Path file, String text, Metrics.Builder all) {
        List<String> lines = text.lines().toList();
        Map<String, Integer> columns = new TreeMap<>();
        for (int i = 0; i < lines.size(); i++) {
            String line = lines.get(i).strip();
            if (line.isEmpty() || line.startsWith("#")) {
                continue;
            }
            List<String> cells =
                    Arrays.stream(line.split(",", -1)).map(String::strip).toList();
            if (columns.isEmpty()) {
                columns.putAll(columns(file, i + 1, cells));
            } else {
                row(file + ":" + (i + 1), columns, cells, all);
            }
        }
    }

    private static Map<String, Integer> columns(Path file, int line, List<String> cells) {
        Map<String, Integer> columns = new TreeMap<>();
        for (int i = 0; i < cells.size(); i++) {
            columns.put(cells.get(i).toLowerCase(Locale.ROOT), i);
        }
        if (!columns.keySet().containsAll(NEEDED)) {
            throw new MetricsException(
                    "metrics %s:%d: the first line names the columns: expected are %s, of which pod (namespace/name) and container may be missing, not \"%s\""
                            .formatted(file, line, String.join(",", COLUMNS), String.join(",", cells)));
        }
        return columns;
    }

    private static void row(String place, Map<String, Integer> columns, List<String> cells, Metrics.Builder all) {
        String name = cell(columns, cells, "metric");
        Optional<Measure> measure = Measure.ofName(name);
        String pod = cell(columns, cells, "pod");
        if (measure.isEmpty()) {
            all.passOver(name);
            return;
        }
        try {
            all.add(
                    new Metrics.Whose(
                            cell(columns, cells, "node"),
                            pod.isEmpty() || pod.contains("/") ? pod : "default/" + pod,
                            cell(columns, cells, "container")),
                    measure.get(),
                    moment(cell(columns, cells, "time")),
                    value(cell(columns, cells, "value")));
        } catch (IllegalArgumentException | DateTimeException e) {
            throw new MetricsException(
                    "metrics %s: \"%s\" has no time and amount as 2026-01-01T00:00:00Z or 1767225600 and 512Mi or 536870912 (%s)"
                            .formatted(place, String.join(",", cells), e.getMessage()));
        }
    }

    private static String cell(Map<String, Integer> columns, List<String> cells, String name) {
        int at = columns.getOrDefault(name, Integer.MAX_VALUE);
        return at < cells.size() ? cells.get(at) : "";
    }

    private static Instant moment(String text) {
        return text.contains("T")
                ? Instant.parse(text)
                : Instant.ofEpochMilli(Math.round(Double.parseDouble(text) * MILLIS));
    }

    private static double value(String text) {
        boolean plain = text.chars().allMatch(letter -> Character.isDigit(letter) || ".eE+-".indexOf(letter) >= 0);
        double value = plain ? Double.parseDouble(text) : Quantity.parse(text).value();
        if (!Double.isFinite(value)) {
            throw new IllegalArgumentException("the amount is beyond all numbers");
        }
        return value;
    }
}
