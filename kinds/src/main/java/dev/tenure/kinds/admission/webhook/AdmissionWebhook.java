package dev.tenure.kinds.admission.webhook;

import dev.tenure.kinds.admission.match.MatchConditions;
import dev.tenure.kinds.expression.RequestExpressions;
import dev.tenure.kinds.expression.RequestExpressions.Given;
import dev.tenure.kinds.webhookclient.WebhookTarget;
import dev.tenure.wire.json.JsonNode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// One webhook of a configuration. Immutable.
///
/// @param configuration its name
/// @param id unlike that of any other webhook
/// @param spec as it stands in the configuration, defaults filled in
record AdmissionWebhook(
        String configuration, String id, JsonNode spec, WebhookTarget target, MatchConditions conditions) {
    private static final int SECONDS = 10;

    /// The webhooks of one configuration, in its order.
    static List<AdmissionWebhook> of(JsonNode configuration) {
        String name = configuration.path("metadata").path("name").asText("");
        Map<String, Integer> namesakes = new HashMap<>();
        List<AdmissionWebhook> webhooks = new ArrayList<>();
        for (JsonNode webhook : configuration.path("webhooks")) {
            String own = webhook.path("name").asText("");
            int number = namesakes.merge(own, 1, Integer::sum) - 1;
            webhooks.add(new AdmissionWebhook(
                    name,
                    "%s/%s/%d".formatted(name, own, number),
                    webhook,
                    WebhookTarget.of(webhook.path("clientConfig")),
                    conditions(webhook)));
        }
        return webhooks;
    }

    private static MatchConditions conditions(JsonNode webhook) {
        return MatchConditions.compile(
                webhook.path("matchConditions"),
                new RequestExpressions(false),
                new Given(false, true, false),
                Map.of(),
                ignoresFailures(webhook));
    }

    private static boolean ignoresFailures(JsonNode webhook) {
        return webhook.path("failurePolicy").asText("").equals("Ignore");
    }

    String name() {
        return spec.path("name").asText("");
    }

    /// Whether a write goes on without it when it does not answer as it should.
    boolean ignoresFailures() {
        return ignoresFailures(spec);
    }

    /// Whether it is asked again when others have changed the object after it.
    boolean isAskedAgain() {
        return spec.path("reinvocationPolicy").asText("").equals("IfNeeded");
    }

    /// Whether it may be asked about a write that is only tried.
    boolean isHarmless() {
        String effects = spec.path("sideEffects").asText("");
        return effects.equals("None") || effects.equals("NoneOnDryRun");
    }

    Duration within() {
        return Duration.ofSeconds(spec.path("timeoutSeconds").asInt(SECONDS));
    }

    List<String> reviewVersions() {
        List<String> versions = new ArrayList<>();
        spec.path("admissionReviewVersions").forEach(version -> versions.add(version.asText("")));
        return versions;
    }
}
