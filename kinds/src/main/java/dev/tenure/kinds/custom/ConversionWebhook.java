package dev.tenure.kinds.custom;

import dev.tenure.apiserver.registry.RefusedException;
import dev.tenure.apiserver.registry.Statuses;
import dev.tenure.apiserver.schema.VersionChange;
import dev.tenure.kinds.webhookclient.ReviewAnswer;
import dev.tenure.kinds.webhookclient.WebhookCallException;
import dev.tenure.kinds.webhookclient.WebhookClient;
import dev.tenure.kinds.webhookclient.WebhookTarget;
import dev.tenure.model.meta.Quoted;
import dev.tenure.wire.json.ArrayNode;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.MissingNode;
import dev.tenure.wire.json.ObjectNode;
import dev.tenure.wire.json.go.GoNumbers;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/// The webhook that converts the objects of one definition. Safe for use by several threads; who asks waits.
/// Upstream: apiextensions-apiserver/pkg/apiserver/conversion/webhook_converter.go.
final class ConversionWebhook implements VersionChange {
    private static final String GROUP = "apiextensions.k8s.io/";
    private static final String CHECKED = "v1";
    private static final List<String> REVIEWS = List.of(CHECKED, "v1beta1");

    /// An answer is read up to so many times the size of what was sent, and somewhat more.
    private static final int GROWTH_MAX = 8;

    private static final long ANSWER_BYTES = 16 << 20;
    private static final long ANSWER_BYTES_MAX = 1 << 30;

    private final Optional<WebhookClient> client;
    private final WebhookTarget target;
    private final List<String> reviewVersions;
    private final Supplier<String> uids;

    /// @param conversion `spec.conversion` of the definition
    /// @param client absent where nobody is called
    /// @param uids makes a new one each time
    ConversionWebhook(JsonNode conversion, Optional<WebhookClient> client, Supplier<String> uids) {
        JsonNode webhook = conversion.path("webhook");
        this.client = client;
        this.target = WebhookTarget.of(webhook.path("clientConfig"));
        List<String> versions = new ArrayList<>();
        webhook.path("conversionReviewVersions").forEach(version -> versions.add(version.asText("")));
        this.reviewVersions = List.copyOf(versions);
        this.uids = uids;
    }

    /// Whether anybody is called at all.
    boolean isCalled() {
        return client.isPresent();
    }

    @Override
    public ObjectNode to(ObjectNode object, String apiVersion) {
        return convert(List.of(object), apiVersion).getFirst();
    }

    /// The objects in one version, in one call for all that are not in it already.
    ///
    /// @throws RefusedException in upstream's words when the webhook does not answer as it should
    List<ObjectNode> convert(List<ObjectNode> objects, String apiVersion) {
        List<ObjectNode> others = objects.stream()
                .filter(object -> !object.path("apiVersion").asText("").equals(apiVersion))
                .toList();
        if (others.isEmpty()) {
            return objects;
        }
        List<ObjectNode> converted = new ConvertedObjects(others, apiVersion).checked(ask(others, apiVersion));
        List<ObjectNode> all = new ArrayList<>(objects.size());
        int next = 0;
        for (ObjectNode object : objects) {
            boolean there = object.path("apiVersion").asText("").equals(apiVersion);
            all.add(there ? object : converted.get(next));
            next += there ? 0 : 1;
        }
        return all;
    }

    private JsonNode ask(List<ObjectNode> objects, String apiVersion) {
        String version = reviewVersions.stream()
                .filter(REVIEWS::contains)
                .findFirst()
                .orElseThrow(() -> new RefusedException(Statuses.unknown("no supported conversion review versions")));
        String uid = uids.get();
        ObjectNode review = Json.object().put("kind", "ConversionReview").put("apiVersion", GROUP + version);
        ObjectNode request = review.putObject("request").put("uid", uid).put("desiredAPIVersion", apiVersion);
        ArrayNode sent = request.putArray("objects");
        objects.forEach(sent::add);
        review.putObject("response")
                .put("uid", "")
                .putNull("convertedObjects")
                .putObject("result")
                .putObject("metadata");
        try {
            return response(answer(review), version, uid);
        } catch (WebhookCallException e) {
            throw new RefusedException(Statuses.unknown(
                    "conversion webhook for %s failed: %s".formatted(kind(objects.getFirst()), e.why())));
        }
    }

    /// As Go prints the version and kind of an object.
    static String kind(ObjectNode object) {
        return "%s, Kind=%s"
                .formatted(
                        object.path("apiVersion").asText(""),
                        object.path("kind").asText(""));
    }

    private ReviewAnswer answer(ObjectNode review) throws WebhookCallException {
        if (client.isEmpty()) {
            throw new WebhookCallException("webhooks are not called in a simulated cluster");
        }
        var written = WebhookClient.Review.of(review);
        long max = ANSWER_BYTES + (long) GROWTH_MAX * written.json().length;
        var terms = new WebhookClient.Terms(WebhookClient.USUAL, Math.min(ANSWER_BYTES_MAX, max));
        return client.get().call(target, written, terms);
    }

    /// @return the converted objects
    private static JsonNode response(ReviewAnswer answer, String version, String uid) throws WebhookCallException {
        boolean checked = version.equals(CHECKED);
        if (checked
                && !(answer.apiVersion().equals(GROUP + version)
                        && answer.kind().equals("ConversionReview"))) {
            throw new WebhookCallException("expected webhook response of %s%s, Kind=ConversionReview, got %s, Kind=%s"
                    .formatted(
                            GROUP, version, answer.apiVersion().isEmpty() ? "/" : answer.apiVersion(), answer.kind()));
        }
        JsonNode response = answer.review().path("response");
        if (!response.isObject()) {
            throw new WebhookCallException("no response provided");
        }
        String given = response.path("uid").asText("");
        if (checked && !given.equals(uid)) {
            throw new WebhookCallException(
                    "expected response.uid=%s, got %s".formatted(Quoted.of(uid), Quoted.of(given)));
        }
        JsonNode result = response.path("result");
        String status = result.path("status").asText("");
        if (!status.equals("Success")) {
            String message = result.path("message").asText("");
            throw new WebhookCallException(
                    message.isEmpty() ? "response.result.status was '%s', not 'Success'".formatted(status) : message);
        }
        JsonNode converted = response.path("convertedObjects");
        GoNumbers.read(converted);
        return converted.isArray() ? converted : MissingNode.INSTANCE;
    }
}
