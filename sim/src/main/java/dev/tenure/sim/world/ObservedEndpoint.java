package dev.tenure.sim.world;

import dev.tenure.model.meta.ApiEndpoint;
import dev.tenure.model.meta.ApiReply;
import dev.tenure.model.meta.ApiRequest;
import dev.tenure.model.meta.WatchReply;

/// The door of the API server: notes for the store whose request it is that writes. Confined to the
/// thread of its world.
final class ObservedEndpoint implements ApiEndpoint {
    private final ApiEndpoint server;
    private final ObservedStore store;

    ObservedEndpoint(ApiEndpoint server, ObservedStore store) {
        this.server = server;
        this.store = store;
    }

    @Override
    public ApiReply call(ApiRequest request) {
        store.origin(Origin.of(request));
        try {
            return server.call(request);
        } finally {
            store.origin(Origin.SERVER);
        }
    }

    @Override
    public WatchReply watch(ApiRequest request) {
        return server.watch(request);
    }
}
