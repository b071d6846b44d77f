package dev.tenure.kinds.webhookclient;

import dev.tenure.model.meta.Quoted;
import dev.tenure.runtime.callout.HttpsCalls;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.JsonSyntaxException;
import dev.tenure.wire.json.ObjectNode;
import dev.tenure.wire.yaml.Yaml;
import dev.tenure.wire.yaml.YamlException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// The review that a webhook answered with.
///
/// @param apiVersion as it stands there; empty when it says none
/// @param kind the same
public record ReviewAnswer(String apiVersion, String kind, ObjectNode review) {
    private static final int OK_FIRST = 200;
    private static final int OK_LAST = 206;
    private static final int FORBIDDEN = 403;
    private static final int NOT_ACCEPTABLE = 406;
    private static final int UNSUPPORTED_TYPE = 415;
    private static final int SERVER_ERROR = 500;

    /// Stands for what a server says in a form that is not shown.
    private static final String UNTOLD = "unknown";

    private static final Map<Integer, String> REFUSALS = Map.of(
            400,
            "the server rejected our request for an unknown reason",
            401,
            "the server has asked for the client to provide credentials",
            404,
            "the server could not find the requested resource",
            405,
            "the server does not allow this method on the requested resource",
            NOT_ACCEPTABLE,
            "the server was unable to respond with a content type that the client supports",
            409,
            "the server reported a conflict",
            422,
            "the server rejected our request due to an error in our request",
            429,
            "the server has received too many requests and has asked us to try again later",
            503,
            "the server is currently unable to handle the request",
            504,
            "the server was unable to return a response in the time allotted, but may still be processing the request");

    private static final int SHOWN_BYTES = 2048;
    private static final Set<String> KNOWN = Set.of("v1", "v1beta1");
    private static final String USUAL_TYPE = "application/json";

    /// @param apiVersion that it is to have
    /// @throws WebhookCallException when it is no such review. Upstream: client-go/rest (Result.Into)
    static ReviewAnswer of(HttpsCalls.Answer answer, String apiVersion, String kind) throws WebhookCallException {
        if (answer.code() < OK_FIRST || answer.code() > OK_LAST) {
            throw new WebhookCallException(statusOf(answer.body()).orElseGet(() -> refusal(answer)), answer.code());
        }
        if (answer.body().length == 0) {
            throw new WebhookCallException("0-length response with status code: %d and content type: %s"
                    .formatted(answer.code(), answer.type().isEmpty() ? USUAL_TYPE : answer.type()));
        }
        ObjectNode review = read(answer.body());
        var read = new ReviewAnswer(
                review.path("apiVersion").asText(""), review.path("kind").asText(""), review);
        boolean silent = read.apiVersion.isEmpty() && read.kind.isEmpty();
        if (!silent && !(read.apiVersion.equals(apiVersion) && read.kind.equals(kind))) {
            throw new WebhookCallException(other(read, apiVersion, kind));
        }
        return read;
    }

    /// What is wrong with an answer of another kind, as upstream's decoder tells it.
    private static String other(ReviewAnswer read, String apiVersion, String kind) {
        String there = read.apiVersion.isEmpty() ? apiVersion : read.apiVersion;
        String shown = read.kind.isEmpty() ? kind : read.kind;
        boolean status = there.equals("v1") && shown.equals("Status");
        boolean version =
                shown.equals(kind) && group(there).equals(group(apiVersion)) && KNOWN.contains(version(there));
        return status || version
                ? "converting (%s.%s) to (%s.%s): unknown conversion"
                        .formatted(version(there), shown, version(apiVersion), kind)
                : "no kind %s is registered for version %s in scheme \"pkg/runtime/scheme.go:111\""
                        .formatted(Quoted.of(shown), Quoted.of(there));
    }

    private static String group(String apiVersion) {
        return apiVersion.substring(0, Math.max(0, apiVersion.indexOf('/')));
    }

    private static String version(String apiVersion) {
        return apiVersion.substring(apiVersion.indexOf('/') + 1);
    }

    /// What a Status in the body of a refusal says.
    private static Optional<String> statusOf(byte[] body) {
        try {
            JsonNode value = Json.read(body);
            boolean failure = value.path("kind").asText("Status").equals("Status")
                    && value.path("apiVersion").asText("v1").equals("v1")
                    && value.path("status").asText("").equals("Failure");
            return failure ? Optional.of(value.path("message").asText("")) : Optional.empty();
        } catch (JsonSyntaxException _) {
            return Optional.empty();
        }
    }

    /// What does not begin as an object of JSON is read as YAML, as upstream does it.
    private static ObjectNode read(byte[] body) throws WebhookCallException {
        JsonNode value;
        try {
            boolean json =
                    new String(body, StandardCharsets.UTF_8).stripLeading().startsWith("{");
            value = json ? Json.read(body) : Yaml.read(body).value();
        } catch (JsonSyntaxException e) {
            throw unreadable(String.valueOf(e.getMessage()));
        } catch (YamlException e) {
            throw new WebhookCallException("error converting YAML to JSON: " + e.getMessage());
        }
        if (value instanceof ObjectNode object) {
            return object;
        }
        throw unreadable("json: cannot unmarshal %s into Go value of type struct { APIVersion string"
                        .formatted(Json.goKind(value))
                + " \"json:\\\"apiVersion,omitempty\\\"\"; Kind string \"json:\\\"kind,omitempty\\\"\" }");
    }

    private static WebhookCallException unreadable(String why) {
        return new WebhookCallException("couldn't get version/kind; json parse error: " + why);
    }

    /// What a code means that is no success, and what the server says of it. Upstream: api/errors
    /// (NewGenericServerResponse).
    private static String refusal(HttpsCalls.Answer answer) {
        String told = told(answer);
        int code = answer.code();
        if (code == FORBIDDEN
                || code == UNSUPPORTED_TYPE
                || (code == NOT_ACCEPTABLE && !told.isEmpty() && !told.equals(UNTOLD))) {
            return told;
        }
        String otherwise = code >= SERVER_ERROR
                ? "an error on the server (%s) has prevented the request from succeeding".formatted(Quoted.of(told))
                : "the server responded with the status code %d but did not return more information".formatted(code);
        return REFUSALS.getOrDefault(code, otherwise);
    }

    private static String told(HttpsCalls.Answer answer) {
        boolean text = answer.type().isEmpty() || answer.type().startsWith("text/");
        int length = Math.min(SHOWN_BYTES, answer.body().length);
        return text ? new String(answer.body(), 0, length, StandardCharsets.UTF_8).strip() : UNTOLD;
    }
}
