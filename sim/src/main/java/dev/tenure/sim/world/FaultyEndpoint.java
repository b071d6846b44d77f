package dev.tenure.sim.world;

import dev.tenure.model.meta.ApiEndpoint;
import dev.tenure.model.meta.ApiReply;
import dev.tenure.model.meta.ApiRequest;
import dev.tenure.model.meta.Status;
import dev.tenure.model.meta.WatchReply;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/// The way to an API server, on which requests can be made to fail. Confined to the thread of its world.
public final class FaultyEndpoint implements ApiEndpoint {
    private final ApiEndpoint server;
    private Function<ApiRequest, Optional<Status>> fault = _ -> Optional.empty();

    FaultyEndpoint(ApiEndpoint server) {
        this.server = server;
    }

    /// From now on, requests for which `fault` has an answer get that answer and do not reach the server.
    public void failWhere(Function<ApiRequest, Optional<Status>> chosen) {
        fault = chosen;
    }

    /// Every request reaches the server again.
    public void heal() {
        fault = _ -> Optional.empty();
    }

    @Override
    public ApiReply call(ApiRequest request) {
        Optional<Status> failure = fault.apply(request);
        return failure.isPresent() ? new ApiReply.Failure(failure.get(), List.of()) : server.call(request);
    }

    @Override
    public WatchReply watch(ApiRequest request) {
        Optional<Status> failure = fault.apply(request);
        return failure.isPresent() ? new WatchReply.Refused(failure.get()) : server.watch(request);
    }
}
