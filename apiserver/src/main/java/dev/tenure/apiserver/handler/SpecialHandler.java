package dev.tenure.apiserver.handler;

import dev.tenure.apiserver.registry.KindEntry;
import dev.tenure.model.meta.ApiReply;
import dev.tenure.model.meta.ApiRequest;

/// Carries out requests for a kind that is not stored, or for a part of an object that is not the
/// object itself.
/// Safe for use by several threads.
@FunctionalInterface
public interface SpecialHandler {
    /// @throws dev.tenure.apiserver.registry.RefusedException when the answer is a failure
    ApiReply call(KindEntry entry, ApiRequest request);
}
