package dev.tenure.kinds.http;

import dev.tenure.wire.json.ArrayNode;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.JsonSyntaxException;
import dev.tenure.wire.json.NullNode;
import dev.tenure.wire.json.ObjectNode;
import dev.tenure.wire.json.TextNode;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;

/// Some requests about one object, one after the other, with upstream's answers. What differs from run to run
/// is left out on both sides: metadata, times, addresses that are given out.
final class ComparedConversation {
    private static final Set<String> LEFT_OUT = Set.of(
            "metadata",
            "managedFields",
            "uid",
            "creationTimestamp",
            "resourceVersion",
            "deletionTimestamp",
            "lastTransitionTime",
            "lastProbeTime",
            "lastHeartbeatTime",
            "lastUpdateTime",
            "lastPhaseTransitionTime",
            "time",
            "clusterIP",
            "clusterIPs",
            "nodePort",
            "healthCheckNodePort");
    private static final List<String> IDENTITY = List.of("uid", "resourceVersion", "creationTimestamp");

    /// Upstream enforces what it stores; we say so where we do not.
    private static final String OWN_WARNING = "this server does not ";

    private static final String POLICIES = "/admissionregistration.k8s.io/";
    /// An object within a message, which tells moments and uids.
    private static final Pattern OBJECT =
            Pattern.compile("(?s)\"\\{\\\\\"(?:apiVersion|kind|metadata|data)\\\\\".*\\}\"(?=: )");

    private static final Pattern CURRENT = Pattern.compile("(resource version: [0-9]+, current: )[0-9]+");
    private static final Pattern REVISION = Pattern.compile("in record \\([0-9]+\\)");
    private static final Pattern UID = Pattern.compile("[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}");
    private static final Pattern AGE = Pattern.compile("([0-9]+[smhdy])+|<unknown>");
    private static final String JSON = "application/json";
    private static final int TRIES_MAX = 2_000;

    private final HttpCalls calls;
    private final JsonNode steps;

    ComparedConversation(HttpCalls calls, JsonNode steps) {
        this.calls = calls;
        this.steps = steps;
    }

    /// The request whose answer is another than upstream's, and both answers.
    Optional<String> firstDifference() throws IOException, InterruptedException {
        try {
            for (JsonNode step : steps) {
                Optional<String> difference = difference(step);
                if (difference.isPresent()) {
                    return difference;
                }
            }
            return Optional.empty();
        } finally {
            // policies first, or they may refuse that the others go
            removeAll(true);
            removeAll(false);
            settle();
        }
    }

    /// Waits until what was awaited is so no more, or the next conversation would not wait for it.
    private void settle() throws IOException, InterruptedException {
        for (JsonNode step : steps) {
            for (int i = 0; step.has("until") && i < TRIES_MAX; i++) {
                if (sent(step).statusCode() != step.path("until").asInt()) {
                    break;
                }
            }
        }
    }

    private void removeAll(boolean policies) throws IOException, InterruptedException {
        for (int i = steps.size() - 1; i >= 0; i--) {
            String path = steps.get(i).path("path").asText();
            String name = steps.get(i).at("/body/metadata/name").asText("");
            boolean makes = steps.get(i).path("method").asText().equals("POST") && !path.contains("?");
            if (makes && !name.isEmpty() && path.contains(POLICIES) == policies) {
                remove(path + "/" + name);
            }
        }
    }

    private void remove(String path) throws IOException, InterruptedException {
        calls.send("admin", "DELETE", path + "?gracePeriodSeconds=0", Map.of(), new byte[0]);
        byte[] free = "{\"metadata\": {\"finalizers\": null}}".getBytes(StandardCharsets.UTF_8);
        calls.send("admin", "PATCH", path, Map.of("Content-Type", "application/merge-patch+json"), free);
    }

    private HttpResponse<byte[]> sent(JsonNode step) throws IOException, InterruptedException {
        Map<String, String> headers = new HashMap<>();
        headers.put("Accept", step.path("accept").asText(JSON));
        headers.put("User-Agent", "compare");
        byte[] body = new byte[0];
        if (step.has("body")) {
            headers.put("Content-Type", step.path("type").asText());
            body = Json.write(identified(step));
        }
        step.path("headers")
                .properties()
                .forEach(
                        header -> headers.put(header.getKey(), header.getValue().asText()));
        return send(step, headers, body);
    }

    private Optional<String> difference(JsonNode step) throws IOException, InterruptedException {
        HttpResponse<byte[]> answer = sent(step);
        for (int i = 0; i < TRIES_MAX && answer.statusCode() != awaited(step, answer); i++) {
            answer = sent(step);
        }
        ObjectNode ours = Json.object();
        ours.put("status", answer.statusCode());
        JsonNode read = read(answer.body());
        ours.set("answer", compared(read));
        if (step.has("managers")) {
            ours.set("managers", managers(read.path("metadata").path("managedFields")));
        }
        ArrayNode warnings = ours.putArray("warnings");
        new TreeSet<>(answer.headers().allValues("warning"))
                .stream().filter(text -> !text.contains(OWN_WARNING)).forEach(warnings::add);
        ObjectNode theirs = Json.object();
        for (String member : List.of("status", "answer", "warnings")) {
            theirs.set(member, step.path(member));
        }
        theirs.set("answer", compared(theirs.path("answer")));
        if (step.has("managers")) {
            theirs.set("managers", managers(step.path("managers")));
        }
        return ours.equals(theirs)
                ? Optional.empty()
                : Optional.of("%s %s %s\n  ours:   %s\n  theirs: %s"
                        .formatted(
                                step.path("method").asText(),
                                step.path("path").asText(),
                                step.path("body"),
                                ours,
                                theirs));
    }

    /// What is no JSON stands under `text`, as it was recorded.
    private static JsonNode read(byte[] body) {
        if (body.length == 0) {
            return Json.object();
        }
        try {
            return Json.read(body);
        } catch (JsonSyntaxException _) {
            return Json.object().put("text", new String(body, StandardCharsets.UTF_8));
        }
    }

    /// What a server does a moment later is asked for again until it answers with this status.
    private static int awaited(JsonNode step, HttpResponse<byte[]> answer) {
        return step.path("until").asInt(answer.statusCode());
    }

    private HttpResponse<byte[]> send(JsonNode step, Map<String, String> headers, byte[] body)
            throws IOException, InterruptedException {
        return calls.send(
                step.path("caller").asText("admin"),
                step.path("method").asText(),
                step.path("path").asText(),
                headers,
                body);
    }

    /// The body with the identity that the object has here.
    private JsonNode identified(JsonNode step) throws IOException, InterruptedException {
        JsonNode body = step.path("body").deepCopy();
        if (!(body.path("metadata") instanceof ObjectNode metadata)
                || !step.path("method").asText().equals("PUT")) {
            return body;
        }
        String path = step.path("path").asText().replaceAll("\\?.*|/status", "");
        JsonNode current = Json.read(calls.send("admin", "GET", path, Map.of("Accept", JSON), new byte[0])
                .body());
        for (String field : IDENTITY) {
            if (metadata.path(field).asText("").equals("<current>")) {
                String known = current.path("metadata").path(field).asText("");
                metadata.set(field, known.isEmpty() ? NullNode.INSTANCE : TextNode.valueOf(known));
            }
        }
        return body;
    }

    private static JsonNode compared(JsonNode value) {
        if (value instanceof ObjectNode object && object.path("kind").asText("").equals("Table")) {
            return table(object);
        }
        if (value instanceof ObjectNode object) {
            ObjectNode copy = Json.object();
            object.properties().forEach(member -> {
                if (!LEFT_OUT.contains(member.getKey())) {
                    copy.set(member.getKey(), compared(member.getValue()));
                }
            });
            return copy;
        }
        if (value instanceof ArrayNode list) {
            ArrayNode copy = Json.array();
            list.forEach(item -> copy.add(compared(item)));
            return copy;
        }
        if (value.isTextual()) {
            String text = OBJECT.matcher(value.asText()).replaceAll("<object>");
            text = CURRENT.matcher(text).replaceAll("$1<rv>");
            return TextNode.valueOf(UID.matcher(REVISION.matcher(text).replaceAll("in record (<rv>)"))
                    .replaceAll("<uid>"));
        }
        return value;
    }

    /// What is managed by whom, in an order that no time decides.
    private static ArrayNode managers(JsonNode managedFields) {
        ArrayNode managers = Json.array();
        managedFields
                .valueStream()
                .map(entry -> (ObjectNode) entry.deepCopy())
                .map(entry -> entry.without("time"))
                .sorted(Comparator.comparing(entry -> entry.path("manager").asText()
                        + entry.path("apiVersion").asText()
                        + entry.path("operation").asText()
                        + entry.path("subresource").asText()))
                .forEach(managers::add);
        return managers;
    }

    private static ObjectNode table(ObjectNode table) {
        ObjectNode copy = Json.object();
        ArrayNode columns = copy.putArray("columns");
        JsonNode given = table.has("columns") ? table.path("columns") : table.path("columnDefinitions");
        given.forEach(column -> {
            ObjectNode one = (ObjectNode) column.deepCopy();
            one.remove("description");
            columns.add(one);
        });
        ArrayNode rows = copy.putArray("rows");
        for (JsonNode row : table.path("rows")) {
            ArrayNode cells = rows.addObject().putArray("cells");
            row.path("cells")
                    .forEach(cell -> cells.add(
                            cell.isTextual() && AGE.matcher(cell.asText()).matches()
                                    ? TextNode.valueOf("<age>")
                                    : cell));
        }
        return copy;
    }
}
