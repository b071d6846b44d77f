/// What happens to one request for an object or a collection, the same for all kinds: straight-line code
/// whose only wait is the store's commit.
/// Never here: HTTP, a kind's rules.
/// Start at Handlers.
/// Upstream twin: apiserver/pkg/endpoints/handlers, apiserver/pkg/registry/generic/registry.
@NullMarked
package dev.tenure.apiserver.handler;

import org.jspecify.annotations.NullMarked;
