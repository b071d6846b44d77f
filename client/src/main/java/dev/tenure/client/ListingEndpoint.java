package dev.tenure.client;

import dev.tenure.model.meta.ApiRequest;

/// A server that can be asked for long lists in the form that costs both sides least, for a caller that opens
/// each object once and keeps it in a form of its own. Safe for use by several threads; a thread that calls
/// waits for the answer.
public interface ListingEndpoint {
    /// @param request of the verb LIST
    ListReply listing(ApiRequest request);
}
