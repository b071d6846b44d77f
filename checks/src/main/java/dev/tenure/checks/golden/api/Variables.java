package dev.tenure.checks.golden.api;

import dev.tenure.checks.golden.suite.PythonJson;
import dev.tenure.wire.json.ArrayNode;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.ObjectNode;
import dev.tenure.wire.json.TextNode;
import dev.tenure.wire.json.ValueNode;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The variables of one run of a scenario, and requests with them filled in. Confined to the thread that runs
/// the scenario.
final class Variables {
    private static final Pattern VARIABLE = Pattern.compile("\\{\\{(\\w+)\\}\\}");
    /// Stand in binary bodies for `{{ns}}` and `{{id}}`, which are as long.
    private static final String NAMESPACE_MARKER = "ns-marker-00";

    private static final String ID_MARKER = "idmark";

    private final Map<String, String> values = new HashMap<>();

    Variables(String namespace, String id) {
        values.put("ns", namespace);
        values.put("id", id);
    }

    String namespace() {
        return values.getOrDefault("ns", "");
    }

    void set(String name, String value) {
        values.put(name, value);
    }

    String fill(String text) {
        return VARIABLE.matcher(text)
                .replaceAll(match -> Matcher.quoteReplacement(values.getOrDefault(match.group(1), match.group())));
    }

    JsonNode fill(JsonNode value) {
        return switch (value) {
            case TextNode text -> TextNode.valueOf(fill(text.textValue()));
            case ArrayNode list -> {
                ArrayNode out = Json.array();
                list.forEach(item -> out.add(fill(item)));
                yield out;
            }
            case ObjectNode object -> {
                ObjectNode out = Json.object();
                object.properties().forEach(entry -> out.set(fill(entry.getKey()), fill(entry.getValue())));
                yield out;
            }
            case ValueNode _ -> value;
        };
    }

    Optional<byte[]> body(JsonNode request) {
        if (request.has("bodyBase64")) {
            byte[] data =
                    Base64.getMimeDecoder().decode(request.path("bodyBase64").asText());
            String latin = new String(data, StandardCharsets.ISO_8859_1)
                    .replace(NAMESPACE_MARKER, values.getOrDefault("ns", ""))
                    .replace(ID_MARKER, values.getOrDefault("id", ""));
            return Optional.of(latin.getBytes(StandardCharsets.ISO_8859_1));
        }
        if (request.has("bodyFill")) {
            JsonNode rule = request.path("bodyFill");
            String text = fill(rule.path("prefix").asText())
                    + rule.path("repeat").asText().repeat(rule.path("count").asInt())
                    + rule.path("suffix").asText();
            return Optional.of(text.getBytes(StandardCharsets.UTF_8));
        }
        if (request.has("bodyText")) {
            return Optional.of(fill(request.path("bodyText").asText()).getBytes(StandardCharsets.UTF_8));
        }
        if (request.has("body")) {
            return Optional.of(PythonJson.plain(fill(request.path("body"))).getBytes(StandardCharsets.UTF_8));
        }
        return Optional.empty();
    }

    /// Keeps parts of an answer for later steps.
    void capture(JsonNode wanted, HttpAnswer answer) {
        wanted.properties().forEach(entry -> {
            String where = entry.getValue().asText();
            Optional<String> found = where.startsWith("header:")
                    ? answer.first(where.substring("header:".length()))
                    : inBody(answer.body(), where);
            values.put(entry.getKey(), found.orElse("missing-" + entry.getKey()));
        });
    }

    private static Optional<String> inBody(byte[] body, String pointer) {
        try {
            return JsonPaths.find(Json.read(body), pointer)
                    .map(node -> node.isValueNode() ? node.asText() : node.toString());
        } catch (IllegalArgumentException _) {
            return Optional.empty();
        }
    }
}
