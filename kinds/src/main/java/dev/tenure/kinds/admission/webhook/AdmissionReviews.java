package dev.tenure.kinds.admission.webhook;

import dev.tenure.apiserver.admission.AdmissionRequest;
import dev.tenure.apiserver.admission.AdmissionRequest.Operation;
import dev.tenure.apiserver.registry.RefusedException;
import dev.tenure.apiserver.registry.Statuses;
import dev.tenure.kinds.admission.webhook.AdmissionAnswer.Malformed;
import dev.tenure.kinds.webhookclient.ReviewAnswer;
import dev.tenure.kinds.webhookclient.WebhookCallException;
import dev.tenure.kinds.webhookclient.WebhookClient;
import dev.tenure.model.meta.Quoted;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.NullNode;
import dev.tenure.wire.json.ObjectNode;
import java.time.Duration;
import java.util.List;
import java.util.function.Supplier;

/// Asks webhooks, in an AdmissionReview each. Safe for use by several threads; who asks waits. Upstream:
/// webhook/request/admissionreview.go.
final class AdmissionReviews {
    private static final String GROUP = "admission.k8s.io/";
    private static final String KIND = "AdmissionReview";

    /// Of this version an answer must repeat what it answers to.
    private static final String CHECKED = "v1";

    private static final List<String> VERSIONS = List.of(CHECKED, "v1beta1");
    private static final long ANSWER_BYTES_MAX = 32 << 20;

    private final WebhookClient client;
    private final WebhookMetrics metrics;
    private final Supplier<String> uids;

    /// @param uids makes a new one each time
    AdmissionReviews(WebhookClient client, WebhookMetrics metrics, Supplier<String> uids) {
        this.client = client;
        this.metrics = metrics;
        this.uids = uids;
    }

    /// A question that is ready to be asked, on any thread.
    ///
    /// @param operation what is done with the object: `CREATE`
    /// @param mutating whether the webhook may change it
    record Question(
            AdmissionWebhook webhook,
            String uid,
            WebhookClient.Review review,
            Duration within,
            String operation,
            boolean mutating) {
        /// Whether the answer is looked at closely.
        boolean checked() {
            return review.apiVersion().equals(GROUP + CHECKED);
        }
    }

    /// Puts a question to a webhook into form.
    ///
    /// @param left how long the request may still take
    /// @throws RefusedException when the webhook must not be asked about a write that is only tried
    Question question(AdmissionWebhook webhook, Subject subject, Duration left, boolean mutating)
            throws CallingWebhookException {
        if (subject.write().request().dryRun() && !webhook.isHarmless()) {
            throw new RefusedException(Statuses.badRequest(
                    "admission webhook %s does not support dry run".formatted(Quoted.of(webhook.name()))));
        }
        String version = webhook.reviewVersions().stream()
                .filter(VERSIONS::contains)
                .findFirst()
                .orElse("");
        if (version.isEmpty()) {
            throw new CallingWebhookException(
                    webhook,
                    "could not create admission objects: webhook does not accept known AdmissionReview versions (v1, v1beta1)");
        }
        String uid = uids.get();
        Duration within = webhook.within().compareTo(left) < 0 ? webhook.within() : left;
        String operation = subject.write().request().operation().name();
        var review = WebhookClient.Review.of(review(version, uid, subject));
        return new Question(webhook, uid, review, within, operation, mutating);
    }

    /// What the webhook says.
    AdmissionAnswer ask(Question question) throws CallingWebhookException {
        WebhookMetrics.Running running = metrics.begin(question);
        try {
            AdmissionAnswer answer = answer(question);
            running.answered(answer);
            return answer;
        } catch (CallingWebhookException e) {
            running.failed(e.code(), Thread.currentThread().isInterrupted());
            throw e;
        }
    }

    private AdmissionAnswer answer(Question question) throws CallingWebhookException {
        AdmissionWebhook webhook = question.webhook();
        try {
            var terms = new WebhookClient.Terms(question.within(), ANSWER_BYTES_MAX);
            ReviewAnswer review = client.call(webhook.target(), question.review(), terms);
            JsonNode response = review.review().path("response");
            AdmissionAnswer answer = AdmissionAnswer.of(response);
            check(question, review);
            checkPatch(question, response, answer);
            return answer;
        } catch (WebhookCallException e) {
            throw new CallingWebhookException(webhook, "failed to call webhook: " + e.why(), e.code());
        } catch (Malformed e) {
            throw new CallingWebhookException(webhook, "failed to call webhook: " + e.why());
        } catch (Mismatch e) {
            throw new CallingWebhookException(webhook, "received invalid webhook response: " + e.getMessage());
        }
    }

    private static final class Mismatch extends Exception {
        private static final long serialVersionUID = 1L;

        Mismatch(String why) {
            super(why, null, false, false);
        }
    }

    private static void check(Question question, ReviewAnswer review) throws Mismatch {
        JsonNode response = review.review().path("response");
        if (!response.isObject()) {
            throw new Mismatch("webhook response was absent");
        }
        if (!question.checked()) {
            return;
        }
        String given = response.path("uid").asText("");
        if (!given.equals(question.uid())) {
            throw new Mismatch(
                    "expected response.uid=%s, got %s".formatted(Quoted.of(question.uid()), Quoted.of(given)));
        }
        boolean same =
                review.apiVersion().equals(GROUP + CHECKED) && review.kind().equals(KIND);
        if (!same) {
            throw new Mismatch("expected webhook response of %s%s, Kind=%s, got %s, Kind=%s"
                    .formatted(
                            GROUP,
                            CHECKED,
                            KIND,
                            review.apiVersion().isEmpty() ? "/" : review.apiVersion(),
                            review.kind()));
        }
    }

    private static void checkPatch(Question question, JsonNode response, AdmissionAnswer answer) throws Mismatch {
        if (!question.checked()) {
            return;
        }
        boolean patch = answer.patch().length > 0;
        boolean typed = response.path("patchType").isTextual();
        if (!question.mutating()) {
            refuse(patch, "validating webhook may not return response.patch");
            refuse(typed, "validating webhook may not return response.patchType");
            return;
        }
        refuse(patch && !typed, "webhook returned response.patch but not response.patchType");
        refuse(!patch && typed, "webhook returned response.patchType but not response.patch");
        refuse(typed && answer.patchType().isEmpty(), "webhook returned invalid response.patchType of \"\"");
    }

    private static void refuse(boolean wrong, String why) throws Mismatch {
        if (wrong) {
            throw new Mismatch(why);
        }
    }

    private static ObjectNode review(String version, String uid, Subject subject) {
        AdmissionRequest request = subject.write().request();
        ObjectNode review = Json.object().put("kind", KIND).put("apiVersion", GROUP + version);
        ObjectNode asked = review.putObject("request").put("uid", uid);
        ObjectNode described = subject.write().describe(subject.as(), subject.as());
        JsonNode options = described.path("options");
        described.properties().forEach(field -> {
            if (!field.getKey().equals("dryRun") && !field.getKey().equals("options")) {
                asked.set(field.getKey(), field.getValue());
            }
        });
        asked.set("object", subject.object().<JsonNode>map(object -> object).orElse(NullNode.INSTANCE));
        asked.set("oldObject", subject.old().<JsonNode>map(object -> object).orElse(NullNode.INSTANCE));
        asked.put("dryRun", request.dryRun());
        asked.set("options", request.operation() == Operation.CONNECT ? NullNode.INSTANCE : options);
        return review;
    }
}
