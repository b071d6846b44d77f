package dev.tenure.kinds.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.kinds.RunningServer;
import dev.tenure.kinds.admission.webhook.StandInWebhook;
import dev.tenure.kinds.admission.webhook.StandInWebhook.Reply;
import dev.tenure.runtime.io.Pause;
import dev.tenure.wire.json.ArrayNode;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.ObjectNode;
import dev.tenure.wire.json.TextNode;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;

/// Some requests to a server that calls webhooks, with what upstream asked and answered. The words are those
/// of checks/upstream/compare (hooks.py, webhooks.py).
final class HookedConversation {
    private static final Set<String> LEFT_OUT = Set.of(
            "uid",
            "creationTimestamp",
            "resourceVersion",
            "deletionTimestamp",
            "lastTransitionTime",
            "lastProbeTime",
            "time");
    private static final Map<Pattern, String> MASKS = Map.of(
            Pattern.compile("[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}"), "<uid>",
            Pattern.compile("-[bcdfghjklmnpqrstvwxz2456789]{5}\\b"), "-<sfx>",
            Pattern.compile("20\\d\\d-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(\\.\\d+)?Z"), "<time>");
    private static final String MARK = "/mark";
    private static final String MAPS = "/api/v1/namespaces/default/configmaps";
    private static final String DEFINITIONS = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";
    private static final int TRIES_MAX = 1_000;

    private final RunningServer server;
    private final HttpCalls calls;
    private final StandInWebhook webhook;
    private final ObjectNode conversation;

    HookedConversation(RunningServer server, HttpCalls calls, StandInWebhook webhook, ObjectNode conversation) {
        this.server = server;
        this.calls = calls;
        this.webhook = webhook;
        this.conversation = conversation;
    }

    /// What is not as upstream has it.
    List<String> differences() throws IOException, InterruptedException {
        List<String> places = new ArrayList<>();
        webhook.forget();
        conversation
                .path("answers")
                .properties()
                .forEach(answer -> webhook.at(answer.getKey(), review -> reply(answer.getValue(), review)));
        try {
            define(places);
            int number = 0;
            for (JsonNode hook : conversation.path("hooks")) {
                places.add(register(hook, number++));
            }
            List<String> different = new ArrayList<>();
            for (JsonNode step : conversation.path("steps")) {
                ask(step, different);
            }
            return different;
        } finally {
            for (JsonNode step : conversation.path("steps")) {
                String name = step.at("/body/metadata/name").asText("");
                if (step.path("method").asText().equals("POST") && !name.isEmpty()) {
                    places.addFirst(step.path("path").asText().replaceAll("\\?.*", "") + "/" + name);
                }
            }
            remove(places);
        }
    }

    private void ask(JsonNode step, List<String> different) throws IOException, InterruptedException {
        webhook.forgetAsked();
        HttpResponse<byte[]> answer = send(
                step.path("method").asText(),
                step.path("path").asText(),
                step.path("body"),
                step.path("type").asText(""));
        ObjectNode ours = Json.object().put("status", answer.statusCode());
        ours.set("answer", without(masked(Json.read(answer.body())), "metadata", "managedFields"));
        ArrayNode warnings = ours.putArray("warnings");
        new TreeSet<>(answer.headers().allValues("warning")).forEach(warnings::add);
        ObjectNode theirs = Json.object();
        for (String part : List.of("status", "answer", "warnings")) {
            theirs.set(part, masked(step.path(part)));
        }
        compare(step, "answers", ours, theirs, different);
        if (!conversation.has("definition")) {
            compare(step, "asks", asked(), sorted(masked(step.path("asked"))), different);
        }
    }

    private static void compare(JsonNode step, String what, JsonNode ours, JsonNode theirs, List<String> different) {
        if (!ours.equals(theirs)) {
            different.add("%s %s %s\n  ours:   %s\n  theirs: %s"
                    .formatted(step.path("method").asText(), step.path("path").asText(), what, ours, theirs));
        }
    }

    private ArrayNode asked() {
        ArrayNode asked = Json.array();
        webhook.asked().stream()
                .filter(one -> !one.path().startsWith(MARK))
                .forEach(one -> asked.addObject().put("path", one.path()).set("review", masked(one.review())));
        return sorted(asked);
    }

    private static ArrayNode sorted(JsonNode list) {
        List<JsonNode> all = new ArrayList<>();
        list.forEach(all::add);
        if (all.stream().map(one -> one.path("path").asText()).distinct().count() > 1) {
            all.sort(Comparator.comparing(JsonNode::toString));
        }
        ArrayNode sorted = Json.array();
        all.forEach(sorted::add);
        return sorted;
    }

    private JsonNode masked(JsonNode value) {
        return switch (value) {
            case ObjectNode object -> {
                ObjectNode copy = Json.object();
                object.properties().forEach(member -> {
                    if (!LEFT_OUT.contains(member.getKey())) {
                        copy.set(
                                member.getKey(),
                                member.getKey().equals("managedFields")
                                        ? byText(masked(member.getValue()))
                                        : masked(member.getValue()));
                    }
                });
                yield copy;
            }
            case ArrayNode list -> {
                ArrayNode copy = Json.array();
                list.forEach(item -> copy.add(masked(item)));
                yield copy;
            }
            case TextNode text -> TextNode.valueOf(masked(text.asText()));
            default -> value;
        };
    }

    private String masked(String text) {
        String masked = text.replace(":" + webhook.port(), ":PORT");
        for (Map.Entry<Pattern, String> mask : MASKS.entrySet()) {
            masked = mask.getKey().matcher(masked).replaceAll(mask.getValue());
        }
        return masked;
    }

    private static JsonNode byText(JsonNode list) {
        List<JsonNode> all = new ArrayList<>();
        list.forEach(all::add);
        all.sort(Comparator.comparing(JsonNode::toString));
        ArrayNode sorted = Json.array();
        all.forEach(sorted::add);
        return sorted;
    }

    private static JsonNode without(JsonNode value, String... members) {
        if (value instanceof ObjectNode object) {
            object.remove(List.of(members));
        }
        value.forEach(part -> without(part, members));
        return value;
    }

    private void define(List<String> places) throws IOException, InterruptedException {
        if (!(conversation.path("definition") instanceof ObjectNode definition)) {
            return;
        }
        ObjectNode made = definition.deepCopy();
        made.withObject("/spec/conversion/webhook").set("clientConfig", clientConfig("/convert"));
        String collection = "/apis/%s/v1/%s"
                .formatted(
                        made.at("/spec/group").asText(),
                        made.at("/spec/names/plural").asText());
        until(() -> get(collection) == 404);
        assertThat(send("POST", DEFINITIONS, made, "application/json").statusCode())
                .isEqualTo(201);
        places.add(DEFINITIONS + "/" + made.at("/metadata/name").asText());
        until(() -> get(collection) == 200);
    }

    private ObjectNode clientConfig(String path) {
        return Json.object().put("url", webhook.url(path)).put("caBundle", webhook.bundle());
    }

    private String register(JsonNode hook, int number) throws IOException, InterruptedException {
        webhook.at(MARK, StandInWebhook.refusing("{'message': 'known'}"));
        ObjectNode configuration = Json.object();
        configuration.putObject("metadata").put("name", hook.path("name").asText());
        ArrayNode listed = configuration.putArray("webhooks");
        for (JsonNode one : hook.path("webhooks")) {
            String name = one.path("name").asText();
            ObjectNode made = usual("/" + name.substring(0, name.indexOf('.')));
            made.set(
                    "objectSelector",
                    Json.readObject("{\"matchExpressions\":[{\"key\":\"mark\",\"operator\":\"DoesNotExist\"}]}"
                            .getBytes(StandardCharsets.UTF_8)));
            listed.add(made.setAll((ObjectNode) one));
        }
        ObjectNode mark = usual(MARK).put("name", "mark.example.com");
        mark.withObject("/objectSelector/matchLabels").put("mark", "m" + number);
        listed.add(mark);
        String place = "/apis/admissionregistration.k8s.io/v1/%swebhookconfigurations"
                .formatted(hook.path("kind").asText());
        assertThat(send("POST", place, configuration, "application/json").statusCode())
                .isEqualTo(201);
        until(() -> isMarked(number));
        return place + "/" + hook.path("name").asText();
    }

    private ObjectNode usual(String path) {
        ObjectNode usual = Json.object();
        usual.putArray("admissionReviewVersions").add("v1");
        usual.put("sideEffects", "None").set("clientConfig", clientConfig(path));
        ObjectNode rule = usual.putArray("rules").addObject();
        for (String field : List.of("apiGroups", "apiVersions", "operations")) {
            rule.putArray(field).add("*");
        }
        rule.putArray("resources").add("*/*");
        return usual;
    }

    private boolean isMarked(int number) throws IOException, InterruptedException {
        ObjectNode body = Json.object();
        ObjectNode metadata = body.putObject("metadata").put("name", "mark");
        metadata.putObject("labels").put("mark", "m" + number);
        byte[] answer =
                send("POST", MAPS + "?dryRun=All", body, "application/json").body();
        return Json.read(answer).path("message").asText("").contains("known");
    }

    /// Webhooks go first, and are waited for: one that is still asked could refuse that the others go.
    private void remove(List<String> places) throws IOException, InterruptedException {
        webhook.forget();
        webhook.at(MARK, StandInWebhook.refusing("{'message': 'known'}"));
        delete(places.stream().filter(HookedConversation::isConfiguration).toList());
        for (int i = 0; i < conversation.path("hooks").size(); i++) {
            int number = i;
            until(() -> !isMarked(number));
        }
        delete(places.stream().filter(place -> !isConfiguration(place)).toList());
        webhook.forget();
    }

    private static boolean isConfiguration(String place) {
        return place.contains("webhookconfigurations");
    }

    private void delete(List<String> places) throws IOException, InterruptedException {
        for (String place : places) {
            send("DELETE", place + "?gracePeriodSeconds=0", Json.object(), "");
            ObjectNode free = Json.object();
            free.putObject("metadata").putNull("finalizers");
            send("PATCH", place, free, "application/merge-patch+json");
        }
        for (String place : places) {
            until(() -> get(place) == 404);
        }
    }

    /// What comes true a moment later.
    private interface Event {
        boolean has() throws IOException, InterruptedException;
    }

    private void until(Event event) throws IOException, InterruptedException {
        for (int tries = 0; !event.has(); tries++) {
            assertThat(tries).isLessThan(TRIES_MAX);
            Pause.of(Duration.ofMillis(5), server.time());
        }
    }

    private int get(String path) throws IOException, InterruptedException {
        return send("GET", path, Json.object(), "").statusCode();
    }

    private HttpResponse<byte[]> send(String method, String path, JsonNode body, String type)
            throws IOException, InterruptedException {
        Map<String, String> headers = type.isEmpty()
                ? Map.of("User-Agent", "compare")
                : Map.of("User-Agent", "compare", "Content-Type", type);
        return calls.send("admin", method, path, headers, type.isEmpty() ? new byte[0] : Json.write(body));
    }

    private static Reply reply(JsonNode wanted, ObjectNode review) {
        if (wanted.has("raw")) {
            JsonNode raw = wanted.path("raw");
            return Reply.of(
                    raw.path("code").asInt(200),
                    raw.path("type").asText("application/json"),
                    raw.path("body").asText(""));
        }
        ObjectNode told = Json.object()
                .put("kind", review.path("kind").asText())
                .put("apiVersion", review.path("apiVersion").asText());
        ObjectNode response =
                told.putObject("response").put("uid", review.at("/request/uid").asText());
        if (review.path("kind").asText().equals("ConversionReview")) {
            response.putObject("result").put("status", "Success");
            response.set("convertedObjects", converted(wanted.path("rename"), review.path("request")));
        } else {
            response.put("allowed", true);
        }
        if (wanted.has("patch")) {
            response.put("patchType", "JSONPatch")
                    .put("patch", Base64.getEncoder().encodeToString(Json.write(wanted.path("patch"))));
        }
        if (wanted.path("response") instanceof ObjectNode more) {
            response.setAll(more);
        }
        wanted.path("review").properties().forEach(part -> {
            if (part.getValue().isNull()) {
                told.remove(part.getKey());
            } else {
                told.set(part.getKey(), part.getValue());
            }
        });
        return Reply.json(told);
    }

    private static ArrayNode converted(JsonNode names, JsonNode request) {
        ArrayNode objects = Json.array();
        for (JsonNode one : request.path("objects")) {
            ObjectNode made = (ObjectNode) one.deepCopy();
            String version = request.path("desiredAPIVersion").asText();
            made.put("apiVersion", version);
            String old = names.path(one.path("apiVersion").asText()).asText("");
            if (made.path("spec") instanceof ObjectNode spec && spec.has(old)) {
                JsonNode value = spec.path(old);
                spec.remove(old);
                spec.set(names.path(version).asText(), value);
            }
            objects.add(made);
        }
        return objects;
    }
}
