package dev.tenure.kinds.aggregation;

import dev.tenure.apiserver.handler.ObjectTrees;
import dev.tenure.model.meta.ApiEndpoint;
import dev.tenure.model.meta.ApiReply;
import dev.tenure.model.meta.ApiRequest;
import dev.tenure.model.meta.ApiRequest.Body;
import dev.tenure.model.meta.ApiRequest.Target;
import dev.tenure.model.meta.ApiRequest.Verb;
import dev.tenure.model.meta.Caller;
import dev.tenure.runtime.loop.EventLoop;
import dev.tenure.runtime.loop.Outcome;
import dev.tenure.runtime.loop.Supervisor;
import dev.tenure.store.Store;
import dev.tenure.store.Store.Change;
import dev.tenure.store.Store.LogCursor;
import dev.tenure.store.Store.ResourceId;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.ObjectNode;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/// Keeps the ConfigMap by which servers that APIServices name find out whom to believe: at the start, when
/// somebody deletes it, and once a minute. State is confined to its loop. Upstream:
/// controlplane/controller/clusterauthenticationtrust.
public final class AuthenticationTrustLoop {
    private static final String NAME = "authentication-trust";
    private static final String NAMESPACE = "kube-system";
    private static final String MAP = "extension-apiserver-authentication";
    private static final ResourceId MAPS = new ResourceId("", "configmaps");
    private static final Duration PERIOD = Duration.ofMinutes(1);
    private static final Duration SOON = Duration.ofSeconds(1);
    private static final int BATCH = 1_000;
    private static final Caller SELF = Caller.component(
            "system:apiserver", List.of(Caller.SYSTEM_MASTERS, "system:authenticated"), "kube-apiserver");

    private final Store store;
    private final EventLoop outer;
    private final ApiEndpoint server;
    private final FrontProxy proxy;

    /// @param server to which it is written
    public AuthenticationTrustLoop(Store store, EventLoop loop, ApiEndpoint server, FrontProxy proxy) {
        this.store = store;
        this.outer = loop;
        this.server = server;
        this.proxy = proxy;
    }

    /// Begins to keep it.
    public void start() {
        new Supervisor(NAME, outer, life -> () -> {
                    LogCursor cursor = store.watch(MAPS, NAMESPACE, store.revision());
                    life.supervision().atEnd(cursor::close);
                    await(life, cursor);
                    look(life);
                })
                .start();
    }

    private void await(EventLoop loop, LogCursor cursor) {
        cursor.onReady(() -> loop.post(NAME + "-changed", () -> {
            boolean deleted = false;
            for (List<Change> changes = cursor.poll(BATCH); !changes.isEmpty(); changes = cursor.poll(BATCH)) {
                deleted |= changes.stream()
                        .anyMatch(change ->
                                change.deletion() && change.after().key().name().equals(MAP));
            }
            await(loop, cursor);
            if (deleted) {
                look(loop);
            }
        }));
    }

    private void look(EventLoop loop) {
        loop.alarm(NAME, loop.time().now().plus(PERIOD), () -> look(loop));
        Instant now = loop.time().wall();
        loop.work(NAME, () -> written(now), outcome -> {
            if (!(outcome instanceof Outcome.Done<Boolean>(Boolean done) && done)) {
                loop.alarm(NAME, loop.time().now().plus(SOON), () -> look(loop));
            }
        });
    }

    /// @return whether it stands there
    private boolean written(Instant now) {
        ApiReply read = call(Verb.GET, MAP, Body.NONE);
        boolean there = read instanceof ApiReply.One;
        ObjectNode map = read instanceof ApiReply.One one
                ? ObjectTrees.tree(one.object())
                : Json.object().put("kind", "ConfigMap").put("apiVersion", "v1");
        if (!there) {
            map.putObject("metadata").put("namespace", NAMESPACE).put("name", MAP);
        }
        Map<String, String> data = TrustData.combined(
                TrustData.read(map.path("data")), proxy.published().get(), now);
        if (TrustData.read(map.path("data")).equals(data)) {
            return true;
        }
        ObjectNode texts = map.putObject("data");
        data.forEach(texts::put);
        Body body = Body.json(Json.write(map));
        ApiReply reply = there ? call(Verb.UPDATE, MAP, body) : call(Verb.CREATE, "", body);
        return !(reply instanceof ApiReply.Failure);
    }

    private ApiReply call(Verb verb, String name, Body body) {
        var target = new Target("", "v1", MAPS.resource(), NAMESPACE, name, "");
        return server.call(new ApiRequest(verb, target, Map.of(), body, SELF));
    }
}
