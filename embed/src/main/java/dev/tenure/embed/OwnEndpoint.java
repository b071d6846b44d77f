package dev.tenure.embed;

import dev.tenure.model.meta.ApiEndpoint;
import dev.tenure.model.meta.ApiReply;
import dev.tenure.model.meta.ApiRequest;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.model.meta.WatchReply;
import dev.tenure.runtime.loop.LiveWorld;
import dev.tenure.sim.world.SimulatedCluster;

/// The way into an embedded cluster for callers of the same process. Where nobody comes over a socket, nodes in good
/// order do not write their heartbeats: only the world knows what their leases would say.
record OwnEndpoint(LiveWorld world, SimulatedCluster cluster) implements ApiEndpoint {
    @Override
    public ApiReply call(ApiRequest request) {
        return request.target().resource().equals(ResourceTypes.LEASES.resource())
                ? world.ask(() -> cluster.endpoint().call(request))
                : cluster.server().call(request);
    }

    @Override
    public WatchReply watch(ApiRequest request) {
        return cluster.server().watch(request);
    }
}
