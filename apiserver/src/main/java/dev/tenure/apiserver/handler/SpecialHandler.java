package dev.tenure.apiserver.handler;

import dev.tenure.apiserver.registry.KindEntry;
import dev.tenure.model.meta.ApiReply;
import dev.tenure.model.meta.ApiRequest;
import java.util.List;

/// Carries out requests for a kind that is not stored, or for a part of an object that is not the object
/// itself. Safe for use by several threads.
@FunctionalInterface
public interface SpecialHandler {
    /// @param warnings takes texts for `Warning` headers, which go with a refusal too
    /// @throws dev.tenure.apiserver.registry.RefusedException when the answer is a failure
    ApiReply call(KindEntry entry, ApiRequest request, List<String> warnings);
}
