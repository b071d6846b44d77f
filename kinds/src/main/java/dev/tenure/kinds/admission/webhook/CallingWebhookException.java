package dev.tenure.kinds.admission.webhook;

import dev.tenure.model.meta.Quoted;

/// A webhook could not be asked, or its answer does not count: what its failurePolicy is about. Upstream:
/// apiserver/pkg/util/webhook/error.go.
final class CallingWebhookException extends Exception {
    private static final long serialVersionUID = 1L;

    CallingWebhookException(AdmissionWebhook webhook, String why) {
        super("failed calling webhook %s: %s".formatted(Quoted.of(webhook.name()), why), null, false, false);
    }

    /// As the client is told.
    String words() {
        return String.valueOf(getMessage());
    }
}
