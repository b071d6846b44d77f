package dev.tenure.client.informer;

import dev.tenure.client.ClusterClient;
import dev.tenure.model.meta.ApiReply;
import dev.tenure.model.meta.ObjectKey;
import dev.tenure.model.meta.ResourceType;
import dev.tenure.model.meta.Status;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.model.meta.WatchCursor;
import dev.tenure.model.meta.WatchEvent;
import dev.tenure.model.meta.WatchReply;
import dev.tenure.runtime.loop.EventLoop;
import dev.tenure.runtime.loop.Outcome;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// A copy of one collection, confined to one loop: lists once, then follows a watch in batches, and lists
/// again when the watch has expired or broken. In-process it shares the store's objects; nothing is copied.
///
/// Failures to list are retried for ever, from a quarter of a second up to half a minute apart.
public final class Informer {
    private static final int EVENTS_PER_BATCH = 500;
    private static final int PAGE_SIZE = 10_000;
    private static final Duration RETRY_FIRST = Duration.ofMillis(250);
    private static final Duration RETRY_MAX = Duration.ofSeconds(30);

    /// Which part of which collection to copy.
    ///
    /// @param namespace empty for all namespaces
    /// @param query `labelSelector` and `fieldSelector`, if any
    public record Selection(ResourceType type, String namespace, Map<String, String> query) {
        public static Selection all(ResourceType type) {
            return new Selection(type, "", Map.of());
        }
    }

    private record Snapshot(List<StoredObject> items, WatchCursor cursor) {}

    private final EventLoop loop;
    private final ClusterClient client;
    private final Selection selection;
    private final InformerHandler handler;
    private final String name;
    private final Map<ObjectKey, StoredObject> objects = new HashMap<>();
    private @Nullable WatchCursor cursor;
    private Duration retry = RETRY_FIRST;
    private boolean synced;
    private boolean stopped;

    public Informer(EventLoop loop, ClusterClient client, Selection selection, InformerHandler handler) {
        this.loop = loop;
        this.client = client;
        this.selection = selection;
        this.handler = handler;
        this.name =
                "informer-" + selection.type().group() + "/" + selection.type().resource() + selection.query();
    }

    /// Begins to list. To be called on the loop, once.
    public void start() {
        loop.work(name, this::snapshot, this::adopt);
    }

    /// Ends the watch. To be called on the loop.
    public void stop() {
        stopped = true;
        loop.cancel(name);
        closeCursor();
    }

    public boolean hasSynced() {
        return synced;
    }

    public Optional<StoredObject> get(ObjectKey key) {
        return Optional.ofNullable(objects.get(key));
    }

    /// Everything known at this moment, in no order; a view that changes with the next batch.
    public Collection<StoredObject> all() {
        return objects.values();
    }

    private Snapshot snapshot() {
        var items = new ArrayList<StoredObject>();
        var query = new HashMap<>(selection.query());
        query.put("limit", String.valueOf(PAGE_SIZE));
        long revision;
        while (true) {
            ApiReply reply = client.list(selection.type(), selection.namespace(), query);
            if (!(reply instanceof ApiReply.Many page)) {
                throw new InformerFailure(selection.type(), reply);
            }
            items.addAll(page.items());
            revision = page.revision();
            if (page.next().isEmpty()) {
                break;
            }
            query.put("continue", page.next().get());
        }
        var watch = new HashMap<>(selection.query());
        watch.put("resourceVersion", String.valueOf(revision));
        watch.put("allowWatchBookmarks", "true");
        return switch (client.watch(selection.type(), selection.namespace(), watch)) {
            case WatchReply.Started(var _, var started) -> new Snapshot(items, started);
            case WatchReply.Refused(Status status) -> throw new InformerFailure(selection.type(), status);
        };
    }

    private void adopt(Outcome<Snapshot> outcome) {
        switch (outcome) {
            case Outcome.Failed<Snapshot> _ -> {
                if (stopped) {
                    return;
                }
                loop.alarm(name, loop.time().now().plus(retry), this::start);
                retry = retry.multipliedBy(2).compareTo(RETRY_MAX) < 0 ? retry.multipliedBy(2) : RETRY_MAX;
            }
            case Outcome.Done<Snapshot>(Snapshot(var items, var started)) -> {
                if (stopped) {
                    started.close();
                    return;
                }
                retry = RETRY_FIRST;
                cursor = started;
                replaceAll(items);
                if (!synced) {
                    synced = true;
                    handler.synced();
                }
                handler.batchEnded();
                awaitMore(started);
            }
        }
    }

    private void replaceAll(List<StoredObject> items) {
        var gone = new HashSet<>(objects.keySet());
        for (StoredObject item : items) {
            gone.remove(item.key());
            put(item);
        }
        for (ObjectKey key : gone) {
            remove(key, objects.get(key));
        }
    }

    private void awaitMore(WatchCursor watch) {
        watch.onReady(() -> loop.post(name, () -> drain(watch)));
    }

    private void drain(WatchCursor watch) {
        if (watch != cursor) {
            return;
        }
        List<WatchEvent> events = watch.poll(EVENTS_PER_BATCH);
        for (WatchEvent event : events) {
            if (!apply(event)) {
                closeCursor();
                handler.batchEnded();
                loop.alarm(name, loop.time().now().plus(retry), this::start);
                return;
            }
        }
        handler.batchEnded();
        if (watch == cursor) {
            awaitMore(watch);
        }
    }

    private boolean apply(WatchEvent event) {
        switch (event) {
            case WatchEvent.Added(var object) -> put(object);
            case WatchEvent.Modified(var object) -> put(object);
            case WatchEvent.Deleted(var object) -> remove(object.key(), object);
            case WatchEvent.Bookmark _ -> {
                // the cursor keeps its own position
            }
            case WatchEvent.Failed _ -> {
                return false;
            }
        }
        return true;
    }

    private void put(StoredObject object) {
        StoredObject before = objects.put(object.key(), object);
        if (before == null) {
            handler.changed(Optional.empty(), object);
        } else if (!before.uid().equals(object.uid())) {
            handler.deleted(before);
            handler.changed(Optional.empty(), object);
        } else if (before.revision() != object.revision()) {
            handler.changed(Optional.of(before), object);
        }
    }

    private void remove(ObjectKey key, @Nullable StoredObject last) {
        StoredObject before = objects.remove(key);
        if (before != null) {
            handler.deleted(last == null ? before : last);
        }
    }

    private void closeCursor() {
        if (cursor != null) {
            cursor.close();
            cursor = null;
        }
    }
}
