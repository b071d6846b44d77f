/// What happens to one request for an object or a collection, the same for all kinds: straight-line code that
/// waits for the store's commit and, in admission, for a turn where a quota counts; a write that met another
/// one begins anew.
/// Never here: HTTP, a kind's rules.
/// Start at Handlers.
/// Upstream twin: apiserver/pkg/endpoints/handlers, apiserver/pkg/registry/generic/registry.
@NullMarked
package dev.tenure.apiserver.handler;

import org.jspecify.annotations.NullMarked;
