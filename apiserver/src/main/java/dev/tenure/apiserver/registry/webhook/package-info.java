/// What is peculiar to configurations of admission webhooks.
/// Never here: calling them.
/// Start at WebhookStrategy.
/// Upstream twin: pkg/registry/admissionregistration.
@NullMarked
package dev.tenure.apiserver.registry.webhook;

import org.jspecify.annotations.NullMarked;
