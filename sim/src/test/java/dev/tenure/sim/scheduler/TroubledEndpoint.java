package dev.tenure.sim.scheduler;

import dev.tenure.model.meta.ApiEndpoint;
import dev.tenure.model.meta.ApiReply;
import dev.tenure.model.meta.ApiRequest;
import dev.tenure.model.meta.ApiRequest.Verb;
import dev.tenure.model.meta.Status;
import dev.tenure.model.meta.WatchReply;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.function.BiConsumer;

/// The way from the scheduler to the API server: writes get lost, or are done and their answers get lost.
/// Confined to the thread of its world.
final class TroubledEndpoint implements ApiEndpoint {
    private static final int HUNDRED = 100;
    private static final int LOST_REQUESTS = 10;
    private static final int LOST_REPLIES = 10;

    private final ApiEndpoint server;
    private final Random random;
    private final BiConsumer<ApiRequest, Boolean> bindings;
    private int lost;

    /// @param bindings told of each binding that reached the server, and whether it was carried out
    TroubledEndpoint(ApiEndpoint server, Random random, BiConsumer<ApiRequest, Boolean> bindings) {
        this.server = server;
        this.random = random;
        this.bindings = bindings;
    }

    int lost() {
        return lost;
    }

    @Override
    public ApiReply call(ApiRequest request) {
        if (request.verb() == Verb.LIST || request.verb() == Verb.GET || nominates(request)) {
            return server.call(request);
        }
        int fate = random.nextInt(HUNDRED);
        boolean binding = request.target().subresource().equals("binding");
        if (fate < LOST_REQUESTS) {
            lost++;
            if (binding) {
                bindings.accept(request, false);
            }
            return failure();
        }
        ApiReply reply = server.call(request);
        if (binding) {
            bindings.accept(request, !(reply instanceof ApiReply.Failure));
        }
        if (fate < LOST_REQUESTS + LOST_REPLIES) {
            lost++;
            return failure();
        }
        return reply;
    }

    /// A nomination that is lost on the way still holds room in the scheduler's memory, as upstream, and
    /// nobody else could tell why that room stays empty.
    private static boolean nominates(ApiRequest request) {
        return new String(request.body().bytes(), StandardCharsets.UTF_8).contains("nominatedNodeName");
    }

    private static ApiReply failure() {
        return new ApiReply.Failure(new Status(504, "Timeout", "nobody answers", Optional.empty()), List.of());
    }

    @Override
    public WatchReply watch(ApiRequest request) {
        return server.watch(request);
    }
}
