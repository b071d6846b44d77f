/// Webhooks that look at writes, and change them: the plugins MutatingAdmissionWebhook and
/// ValidatingAdmissionWebhook.
/// Never here: which writes a webhook is about (kinds.admission.match), how it is reached
/// (kinds.webhookclient).
/// Start at MutatingAdmissionWebhook, then AdmissionReviews.
/// Upstream twin: apiserver/pkg/admission/plugin/webhook.
@NullMarked
package dev.tenure.kinds.admission.webhook;

import org.jspecify.annotations.NullMarked;
