/// Calls over HTTPS to servers that somebody else names, as the authors of webhooks: whom to believe, how
/// long to wait, how much to read, and what went wrong in the words that Go has for it.
/// Never here: what is sent, what an answer means, Kubernetes.
/// Start at HttpsCalls.
/// Upstream twin: client-go/rest and net/http as apiserver/pkg/util/webhook uses them.
@NullMarked
package dev.tenure.runtime.callout;

import org.jspecify.annotations.NullMarked;
