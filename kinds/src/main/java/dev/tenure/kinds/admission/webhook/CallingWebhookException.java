package dev.tenure.kinds.admission.webhook;

import dev.tenure.model.meta.Quoted;

/// A webhook could not be asked, or its answer does not count: what its failurePolicy is about. Upstream:
/// apiserver/pkg/util/webhook/error.go.
final class CallingWebhookException extends Exception {
    private static final long serialVersionUID = 1L;

    private static final int UNAVAILABLE = 503;

    private final int code;

    CallingWebhookException(AdmissionWebhook webhook, String why) {
        this(webhook, why, UNAVAILABLE);
    }

    /// @param code of HTTP, for the kind of failure
    CallingWebhookException(AdmissionWebhook webhook, String why, int code) {
        super("failed calling webhook %s: %s".formatted(Quoted.of(webhook.name()), why), null, false, false);
        this.code = code;
    }

    int code() {
        return code;
    }

    /// As the client is told.
    String words() {
        return String.valueOf(getMessage());
    }
}
