package dev.tenure.kinds.admission.webhook;

import dev.tenure.apiserver.admission.AdmissionRequest;
import dev.tenure.model.meta.AuditNotes;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.ObjectNode;
import java.nio.charset.StandardCharsets;

/// What the audit event of a request says of the webhooks that were asked about it. Upstream:
/// webhook/mutating and webhook/validating (dispatcher.go).
final class WebhookNotes {
    private static final String MUTATION = "mutation.webhook.admission.k8s.io/";
    private static final String PATCH = "patch.webhook.admission.k8s.io/";
    private static final String VALIDATING = "validating.webhook.admission.k8s.io/";
    private static final String FAILED_OPEN = "failed-open.";

    private final AuditNotes notes;

    private WebhookNotes(AuditNotes notes) {
        this.notes = notes;
    }

    /// The notes of a request that has a form.
    static WebhookNotes of(AdmissionRequest request) {
        return new WebhookNotes(request.form().orElseThrow().notes());
    }

    private static String place(boolean second, int index) {
        return "round_%d_index_%d".formatted(second ? 1 : 0, index);
    }

    /// What a webhook itself wants to be noted.
    void said(AdmissionWebhook webhook, AdmissionAnswer answer) {
        answer.notes().forEach((key, value) -> notes.add(webhook.name() + "/" + key, value));
    }

    void mutated(AdmissionWebhook webhook, boolean second, int index, boolean changed) {
        notes.add(MUTATION + place(second, index), text(about(webhook).put("mutated", changed)));
    }

    /// @param patch that was applied
    void patched(AdmissionWebhook webhook, boolean second, int index, JsonNode patch) {
        ObjectNode told = about(webhook);
        told.set("patch", patch);
        notes.addDetailed(PATCH + place(second, index), text(told.put("patchType", "JSONPatch")));
    }

    void failedOpen(AdmissionWebhook webhook, boolean second, int index) {
        notes.add(FAILED_OPEN + MUTATION + place(second, index), webhook.name());
    }

    void failedOpen(AdmissionWebhook webhook, int index) {
        notes.add(FAILED_OPEN + VALIDATING + place(false, index), webhook.name());
    }

    private static ObjectNode about(AdmissionWebhook webhook) {
        return Json.object().put("configuration", webhook.configuration()).put("webhook", webhook.name());
    }

    private static String text(ObjectNode told) {
        return new String(Json.write(told), StandardCharsets.UTF_8);
    }
}
