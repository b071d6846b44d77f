/// What is peculiar to configurations of admission webhooks.
/// Never here: calling them.
/// Start at WebhookStrategy.
/// Upstream twin: pkg/registry/admissionregistration.
@NullMarked
package dev.tenure.kinds.webhook;

import org.jspecify.annotations.NullMarked;
