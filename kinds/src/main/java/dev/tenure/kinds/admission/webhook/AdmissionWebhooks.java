package dev.tenure.kinds.admission.webhook;

import java.util.List;

/// All webhooks, in the order in which they are asked: by the name of their configuration. Immutable.
record AdmissionWebhooks(List<AdmissionWebhook> mutating, List<AdmissionWebhook> validating) {
    AdmissionWebhooks {
        mutating = List.copyOf(mutating);
        validating = List.copyOf(validating);
    }
}
