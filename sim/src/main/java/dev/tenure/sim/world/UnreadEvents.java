package dev.tenure.sim.world;

import dev.tenure.apiserver.handler.Identities;
import dev.tenure.model.meta.ApiEndpoint;
import dev.tenure.model.meta.ApiReply;
import dev.tenure.model.meta.ApiRequest;
import dev.tenure.model.meta.ApiRequest.Target;
import dev.tenure.model.meta.ObjectKey;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.model.meta.Status;
import dev.tenure.model.meta.WatchReply;
import dev.tenure.wire.json.Document;
import dev.tenure.wire.json.Json;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// The door of an API server whose Events nobody reads: they are taken without a look at them, and only their
/// names are kept. Who writes one hears of success, of a name that is taken, or of none that is there;
/// neither rights nor values are checked. The server's uids come in the order in which they would if it had
/// stored them, so that everything else goes on as it would. Confined to the thread of its world.
final class UnreadEvents implements ApiEndpoint {
    private static final Set<String> GROUPS = Set.of("", "events.k8s.io");
    private static final ApiReply DONE = new ApiReply.Document(200, new byte[0], List.of());
    private static final ApiReply MADE = new ApiReply.Document(201, new byte[0], List.of());
    private static final ApiReply MISSING = failure(404, "NotFound", "there is no Event of this name");
    private static final ApiReply STANDING = failure(409, "AlreadyExists", "there is an Event of this name");

    private final ApiEndpoint server;
    private final Identities identities;
    private final Set<ObjectKey> taken = new HashSet<>();

    /// @param identities those of the server
    UnreadEvents(ApiEndpoint server, Identities identities) {
        this.server = server;
        this.identities = identities;
    }

    private static ApiReply failure(int code, String reason, String message) {
        return new ApiReply.Failure(new Status(code, reason, message, Optional.empty()), List.of());
    }

    @Override
    public ApiReply call(ApiRequest request) {
        Target target = request.target();
        boolean event = target.resource().equals(ResourceTypes.EVENTS.resource()) && GROUPS.contains(target.group());
        if (!event) {
            return server.call(request);
        }
        return switch (request.verb()) {
            case CREATE -> {
                identities.uid();
                yield taken.add(key(target, name(request))) ? MADE : STANDING;
            }
            case PATCH -> taken.contains(key(target, target.name())) ? DONE : MISSING;
            case GET, LIST, WATCH, UPDATE, DELETE, DELETE_COLLECTION -> server.call(request);
        };
    }

    private static ObjectKey key(Target target, String name) {
        return ResourceTypes.EVENTS.key(target.namespace(), name);
    }

    private static String name(ApiRequest request) {
        var event = request.body().content() instanceof Document content
                ? content.tree()
                : Json.readObject(request.body().bytes());
        return event.path("metadata").path("name").asText();
    }

    @Override
    public WatchReply watch(ApiRequest request) {
        return server.watch(request);
    }
}
