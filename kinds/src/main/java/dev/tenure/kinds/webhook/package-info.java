/// What is peculiar to admission webhooks and admission policies: defaults and what is valid.
/// Never here: calling them.
/// Start at WebhookStrategy, PolicyStrategy.
/// Upstream twin: pkg/registry/admissionregistration, pkg/apis/admissionregistration/validation.
@NullMarked
package dev.tenure.kinds.webhook;

import org.jspecify.annotations.NullMarked;
