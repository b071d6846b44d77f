package dev.tenure.embed;

import dev.tenure.model.meta.ApiEndpoint;
import dev.tenure.model.meta.ApiReply;
import dev.tenure.model.meta.ApiRequest;
import dev.tenure.model.meta.WatchReply;
import dev.tenure.runtime.loop.LiveWorld;
import dev.tenure.sim.world.SimulatedCluster;

/// The way into an embedded cluster for callers of the same process. Their calls run on the thread of the
/// world, so that equal calls give equal runs, and what follows from a write at once has happened when it
/// returns.
record OwnEndpoint(LiveWorld world, SimulatedCluster cluster) implements ApiEndpoint {
    @Override
    public ApiReply call(ApiRequest request) {
        return world.ask(() -> cluster.endpoint().call(request));
    }

    @Override
    public WatchReply watch(ApiRequest request) {
        return cluster.server().watch(request);
    }
}
