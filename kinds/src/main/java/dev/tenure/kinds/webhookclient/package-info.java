/// How this server calls webhooks that others run: whom a `clientConfig` names, and what an answer has to
/// look like.
/// Never here: when a webhook is called and what follows (kinds.admission.webhook, kinds.custom); sockets.
/// Start at WebhookClient.
/// Upstream twin: apiserver/pkg/util/webhook, kube-aggregator/pkg/apiserver/resolvers.go.
@NullMarked
package dev.tenure.kinds.webhookclient;

import org.jspecify.annotations.NullMarked;
