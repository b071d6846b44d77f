package dev.tenure.checks.golden.api;

import dev.tenure.checks.golden.api.SchemalessProtobuf.NoMessageException;
import dev.tenure.checks.golden.suite.PythonJson;
import dev.tenure.wire.json.ArrayNode;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.JsonSyntaxException;
import dev.tenure.wire.json.ObjectNode;
import dev.tenure.wire.json.TextNode;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Pattern;

/// Turns an answer into the form in which it is stored: status, headers, and one of body, events, frames,
/// protobuf, text and size, all normalised.
final class ExchangeView {
    private static final List<String> HEADERS = List.of("Content-Type", "Warning", "Retry-After", "Allow", "Location");
    private static final List<String> DISCOVERY_HEADERS = List.of("Vary", "Cache-Control", "ETag");
    private static final Pattern DISCOVERY = Pattern.compile("^/(openapi|apis?(\\?|$))");
    private static final Pattern WATCH = Pattern.compile("[?&]watch=(1|true)");
    private static final int LARGE_BYTES = 100_000;
    private static final int LARGE_TEXT = 50_000;
    private static final String INITIAL_EVENTS_END = "k8s.io/initial-events-end";

    private final Normaliser normaliser;
    private final ProtobufView protobuf;

    ExchangeView(Normaliser normaliser, ProtobufView protobuf) {
        this.normaliser = normaliser;
        this.protobuf = protobuf;
    }

    ObjectNode view(JsonNode step, HttpAnswer answer) {
        String path = step.path("request").path("path").asText();
        ObjectNode shown = Json.object();
        shown.put("status", answer.status());
        shown.set("headers", headers(path, answer));
        String type = answer.first("Content-Type").orElse("");
        boolean watch = WATCH.matcher(path).find() && answer.status() == 200;
        if (type.contains("protobuf")) {
            binary(type, answer, shown);
        } else if (watch || type.contains("stream=watch")) {
            shown.set("events", events(step, answer.body()));
        } else if (type.contains("json") && answer.body().length > 0) {
            shown.set("body", body(step, path, answer.body()));
        } else if (answer.body().length > 0) {
            String text = answer.text();
            boolean large = text.codePointCount(0, text.length()) >= LARGE_TEXT;
            shown.put("text", large ? "<large>" : normaliser.text(text));
        }
        return shown;
    }

    private ObjectNode headers(String path, HttpAnswer answer) {
        ObjectNode out = Json.object();
        var names = new ArrayList<>(HEADERS);
        if (DISCOVERY.matcher(path).find()) {
            names.addAll(DISCOVERY_HEADERS);
        }
        for (String name : names) {
            ArrayNode values = Json.array();
            answer.values(name).forEach(value -> values.add(name.equals("ETag") ? "<etag>" : normaliser.text(value)));
            if (!values.isEmpty()) {
                out.set(name, name.equals("Warning") || values.size() > 1 ? values : values.get(0));
            }
        }
        return out;
    }

    private void binary(String type, HttpAnswer answer, ObjectNode shown) {
        if (type.contains("openapi")) {
            int size = answer.body().length;
            if (size > LARGE_BYTES) {
                shown.put("size", "<large>");
            } else {
                shown.put("size", size);
            }
            return;
        }
        try {
            if (type.contains("stream=watch")) {
                shown.set("frames", protobuf.frames(answer.body()));
            } else {
                shown.set("protobuf", protobuf.body(answer.body()));
            }
        } catch (NoMessageException e) {
            shown.put("protobuf", "unreadable: " + e.getMessage());
        }
    }

    private JsonNode body(JsonNode step, String path, byte[] data) {
        JsonNode body = parsed(data);
        if (step.has("project")) {
            body = JsonPaths.project(body, step.path("project"));
        }
        if (path.startsWith("/openapi/")) {
            body = JsonPaths.withoutProse(body);
        }
        normaliser.learn(body);
        body = normaliser.value(body);
        for (JsonNode pointer : step.path("mask")) {
            JsonPaths.mask(body, pointer.asText());
        }
        for (JsonNode pointer : step.path("unordered")) {
            JsonPaths.find(body, pointer.asText())
                    .filter(ArrayNode.class::isInstance)
                    .ifPresent(list -> sort((ArrayNode) list));
        }
        return body;
    }

    private ArrayNode events(JsonNode step, byte[] data) {
        ArrayNode out = Json.array();
        boolean once = step.path("bookmarks").asText().equals("once");
        boolean marked = false;
        for (String line : new String(data, StandardCharsets.UTF_8).split("[\\r\\n]+")) {
            if (line.isBlank()) {
                continue;
            }
            JsonNode event = parsed(line.getBytes(StandardCharsets.UTF_8));
            boolean bookmark = event.path("type").asText().equals("BOOKMARK");
            if (bookmark && !endsInitialEvents(event) && (!once || marked)) {
                continue;
            }
            marked |= bookmark;
            normaliser.learn(event);
            JsonNode shown = normaliser.value(event);
            for (JsonNode pointer : step.path("mask")) {
                JsonPaths.mask(shown, pointer.asText());
            }
            out.add(shown);
        }
        JsonNode unordered = step.path("unordered");
        if (unordered.size() > 0 || unordered.asBoolean()) {
            sort(out);
        }
        return out;
    }

    private static boolean endsInitialEvents(JsonNode event) {
        return event.path("object").path("metadata").path("annotations").has(INITIAL_EVENTS_END);
    }

    private static void sort(ArrayNode list) {
        var items = new ArrayList<JsonNode>();
        list.forEach(items::add);
        items.sort(Comparator.comparing(PythonJson::sorted));
        list.removeAll();
        list.addAll(items);
    }

    private static JsonNode parsed(byte[] data) {
        try {
            return Json.read(data);
        } catch (JsonSyntaxException _) {
            String text = new String(data, StandardCharsets.UTF_8);
            return Json.object().set("unparsable", TextNode.valueOf(text));
        }
    }
}
