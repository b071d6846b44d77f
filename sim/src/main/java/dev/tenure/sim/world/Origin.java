package dev.tenure.sim.world;

import dev.tenure.model.meta.ApiRequest;

/// Who caused a write, and by which request. The API server's own writes have no request.
///
/// @param user the caller's name; empty for the API server itself
/// @param verb of the request, in upper case; empty for the API server itself
/// @param subresource of the request's target; empty for the object itself
public record Origin(String user, String verb, String subresource) {
    public static final Origin SERVER = new Origin("", "", "");

    static Origin of(ApiRequest request) {
        return new Origin(
                request.caller().user(), request.verb().name(), request.target().subresource());
    }
}
