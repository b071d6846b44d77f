package dev.tenure.checks.fuzz;

import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Stream;

/// The requests of the golden cases, which a real API server has answered, to be sent with something about
/// them changed: so that changes reach deep into every kind that is served. Immutable.
///
/// @param all in the order of the cases
record RecordedRequests(List<Recorded> all) {
    private static final List<String> SENT = List.of("Accept", "Impersonate-User", "Impersonate-Group");

    RecordedRequests {
        all = List.copyOf(all);
    }

    /// @param tree the body, where it is JSON
    /// @param text the body as it is sent otherwise
    record Recorded(
            String method, String target, List<String> headers, String type, Optional<JsonNode> tree, byte[] text) {
        DrawnRequest changed(Draw draw) {
            Optional<byte[]> body = tree.map(given -> new TreeMutation(draw).of(given));
            return new DrawnRequest(
                    draw.oneIn(12) ? draw.method() : method,
                    draw.oneIn(8) ? draw.elsewhere(target) : target,
                    headers,
                    draw.oneIn(20) ? draw.type() : type,
                    body.orElseGet(() -> draw.oneIn(2) || text.length == 0 ? text : draw.flipped(text)));
        }
    }

    /// @param folder of the golden cases of the API
    static RecordedRequests read(Path folder) throws IOException {
        List<Path> files;
        try (Stream<Path> walk = Files.walk(folder)) {
            files = walk.filter(file -> file.toString().endsWith(".json"))
                    .sorted()
                    .toList();
        }
        var all = new ArrayList<Recorded>();
        for (Path file : files) {
            for (JsonNode step : Json.read(Files.readAllBytes(file)).path("steps")) {
                recorded(step.path("request")).ifPresent(all::add);
            }
        }
        return new RecordedRequests(all);
    }

    /// The collections in which these requests make objects.
    List<String> collections() {
        var paths = new TreeSet<String>();
        for (Recorded each : all) {
            String path = each.target().replaceFirst("\\?.*", "");
            boolean whole = path.matches("/api/v1/(namespaces/[^/]+/)?[a-z]+")
                    || path.matches("/apis/[^/]+/[^/]+/(namespaces/[^/]+/)?[a-z]+");
            if (each.method().equals("POST") && whole) {
                paths.add(path);
            }
        }
        return List.copyOf(paths);
    }

    /// Nothing for what lasts.
    private static Optional<Recorded> recorded(JsonNode request) {
        String target = filled(request.path("path").asText(""));
        if (target.isEmpty() || target.contains("watch") || request.has("bodyFill") || request.has("bodyBase64")) {
            return Optional.empty();
        }
        var headers = new ArrayList<String>();
        for (String name : SENT) {
            String value = filled(request.path("headers").path(name).asText(""));
            if (!value.isEmpty()) {
                headers.add(name + ": " + value);
            }
        }
        String text = filled(request.path("bodyText").asText(""));
        Optional<JsonNode> tree = request.has("body")
                ? Optional.of(Json.read(filled(request.path("body").toString()).getBytes(StandardCharsets.UTF_8)))
                : Optional.empty();
        return Optional.of(new Recorded(
                request.path("method").asText(""),
                target,
                headers,
                request.path("headers").path("Content-Type").asText("application/json"),
                tree,
                text.getBytes(StandardCharsets.UTF_8)));
    }

    private static String filled(String text) {
        return text.replace("{{ns}}", "default").replace("{{id}}", "fuzz").replaceAll("\\{\\{[^{}]*}}", "1");
    }
}
