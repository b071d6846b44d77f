package dev.tenure.controllers.legacytokentracking;

import dev.tenure.client.ClusterClient;
import dev.tenure.client.informer.Informer;
import dev.tenure.client.informer.Informer.Selection;
import dev.tenure.client.informer.InformerHandler;
import dev.tenure.client.informer.ReconcileQueue;
import dev.tenure.model.meta.ApiReply;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.runtime.loop.EventLoop;
import dev.tenure.runtime.time.Tick;
import dev.tenure.wire.json.Document;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.ObjectNode;
import java.time.Duration;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.format.DateTimeParseException;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;

/// Keeps the ConfigMap that says since which day uses of tokens are noted. One that somebody deletes is made
/// again half an hour after it was made last, for a server beside this one may be of a kind that does not
/// want it. Every method runs on its loop.
public final class TrackingLoop {
    /// As upstream's API server calls it among its health checks.
    public static final String NAME = "legacy-token-tracking-controller";

    private static final String NAMESPACE = "kube-system";
    private static final String CONFIG_MAP = "kube-apiserver-legacy-service-account-token-tracking";
    private static final String SINCE = "since";
    private static final Duration MAKE_EVERY = Duration.ofMinutes(30);

    private final EventLoop loop;
    private final ClusterClient client;
    private final ReconcileQueue<String> queue;
    private final Informer maps;
    private boolean begun;
    /// Before which none is made.
    private Tick next;

    public TrackingLoop(EventLoop loop, ClusterClient client) {
        this.loop = loop;
        this.client = client;
        this.next = loop.time().now();
        this.queue = new ReconcileQueue<>(loop, NAME, 1, this::plan);
        this.maps = new Informer(
                loop,
                client,
                new Selection(
                        ResourceTypes.CONFIG_MAPS, NAMESPACE, Map.of("fieldSelector", "metadata.name=" + CONFIG_MAP)),
                new Changes());
    }

    /// Begins to work; to be called on the loop, once.
    public void start() {
        maps.start();
    }

    private Optional<Callable<Boolean>> plan(String name) {
        String today = LocalDate.ofInstant(loop.time().wall(), ZoneOffset.UTC).toString();
        Optional<StoredObject> there = maps.get(ResourceTypes.CONFIG_MAPS.key(NAMESPACE, name));
        if (there.isPresent()) {
            ObjectNode tree =
                    Document.of(there.get().content()).tree(there.get().revision());
            if (isDay(tree.path("data").path(SINCE).asText(""))) {
                return Optional.empty();
            }
            tree.withObjectProperty("data").put(SINCE, today);
            return Optional.of(
                    () -> isOver(client.update(ResourceTypes.CONFIG_MAPS, NAMESPACE, name, Document.of(tree))));
        }
        Tick now = loop.time().now();
        if (next.isAfter(now)) {
            queue.addAfter(name, next.since(now));
            return Optional.empty();
        }
        ObjectNode made = Json.object();
        made.putObject("metadata").put("namespace", NAMESPACE).put("name", name);
        made.putObject("data").put(SINCE, today);
        return Optional.of(() -> isOver(client.create(ResourceTypes.CONFIG_MAPS, NAMESPACE, Document.of(made))));
    }

    private static boolean isDay(String text) {
        try {
            LocalDate.parse(text);
            return true;
        } catch (DateTimeParseException _) {
            return false;
        }
    }

    /// Who was quicker is told by the watch.
    private static boolean isOver(ApiReply reply) {
        return reply.succeededOrGone() || reply.isConflict();
    }

    private final class Changes implements InformerHandler {
        @Override
        public void changed(Optional<StoredObject> before, StoredObject after) {
            if (begun && before.isEmpty()) {
                next = loop.time().now().plus(MAKE_EVERY);
            }
            queue.add(CONFIG_MAP);
        }

        @Override
        public void deleted(StoredObject last) {
            queue.add(CONFIG_MAP);
        }

        @Override
        public void synced() {
            begun = true;
            queue.start();
            queue.add(CONFIG_MAP);
        }
    }
}
