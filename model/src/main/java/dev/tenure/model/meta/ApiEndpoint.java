package dev.tenure.model.meta;

/// The port between clients and servers: the API server implements it, the HTTP client implements it, and a
/// simulation stands between the two. Safe for use by several threads.
public interface ApiEndpoint {
    /// Carries out one request, any verb but WATCH, and returns when its outcome is durable. May block.
    ApiReply call(ApiRequest request);

    /// Starts a watch. May block for a moment, never until an event comes.
    WatchReply watch(ApiRequest request);
}
