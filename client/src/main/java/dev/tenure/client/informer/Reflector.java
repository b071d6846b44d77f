package dev.tenure.client.informer;

import dev.tenure.client.ClusterClient;
import dev.tenure.client.informer.Informer.Selection;
import dev.tenure.client.rest.ConnectionException;
import dev.tenure.model.meta.ApiReply;
import dev.tenure.model.meta.Status;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.model.meta.WatchCursor;
import dev.tenure.model.meta.WatchEvent;
import dev.tenure.model.meta.WatchReply;
import dev.tenure.runtime.loop.EventLoop;
import dev.tenure.runtime.loop.Outcome;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// What keeps a copy up: lists once, then follows a watch in batches, and lists again when the watch has
/// expired or broken. Failures to list are retried for ever, from a quarter of a second up to half a minute
/// apart. A client that may list but not watch lists again at that pace, where upstream would have no copy at
/// all. Confined to one loop. Upstream: client-go/tools/cache (reflector.go).
final class Reflector {
    private static final int EVENTS_PER_BATCH = 500;
    private static final int PAGE_SIZE = 10_000;
    private static final Duration RETRY_FIRST = Duration.ofMillis(250);
    static final Duration RETRY_MAX = Duration.ofSeconds(30);

    /// @param cursor absent when the caller may list, but not watch
    private record Snapshot(List<StoredObject> items, Optional<WatchCursor> cursor) {}

    /// One watch, until it is closed.
    private static final class Following {
        private final WatchCursor cursor;
        private boolean closed;

        private Following(WatchCursor cursor) {
            this.cursor = cursor;
        }

        private void close() {
            closed = true;
            cursor.close();
        }
    }

    private final EventLoop loop;
    private final ClusterClient client;
    private final Selection selection;
    private final SharedCopy copy;
    private final Duration unreachableMax;
    private final String name;
    private @Nullable Following following;
    private Duration retry = RETRY_FIRST;
    private boolean stopped;

    /// @param unreachableMax the longest pause after a server could not be reached, at most [#RETRY_MAX]
    Reflector(EventLoop loop, ClusterClient client, Selection selection, SharedCopy copy, Duration unreachableMax) {
        this.loop = loop;
        this.client = client;
        this.selection = selection;
        this.copy = copy;
        this.unreachableMax = unreachableMax;
        this.name = "informer-" + selection.type().group() + "/"
                + selection.type().resource() + selection.namespace() + selection.query();
    }

    /// Begins to list. To be called on the loop, once.
    void start() {
        loop.work(name, this::snapshot, this::adopt);
    }

    /// Ends the watch. To be called on the loop.
    void stop() {
        stopped = true;
        loop.cancel(name);
        unfollow();
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
            var soFar = new ReadSoFar(items.size(), page.remaining());
            loop.post(name, () -> copy.reading(soFar));
        }
        var watch = new HashMap<>(selection.query());
        watch.put("resourceVersion", String.valueOf(revision));
        watch.put("allowWatchBookmarks", "true");
        return switch (client.watch(selection.type(), selection.namespace(), watch)) {
            case WatchReply.Started(var _, var started) -> new Snapshot(items, Optional.of(started));
            case WatchReply.Refused(Status status) when status.isForbidden() -> new Snapshot(items, Optional.empty());
            case WatchReply.Refused(Status status) -> throw new InformerFailure(selection.type(), status);
        };
    }

    private void adopt(Outcome<Snapshot> outcome) {
        switch (outcome) {
            case Outcome.Failed<Snapshot>(Exception why) -> {
                if (stopped) {
                    return;
                }
                againLater(why instanceof ConnectionException ? unreachableMax : RETRY_MAX);
                copy.failed(why);
            }
            case Outcome.Done<Snapshot>(Snapshot(var items, var cursor)) -> {
                if (stopped) {
                    cursor.ifPresent(WatchCursor::close);
                    return;
                }
                cursor.ifPresentOrElse(started -> follow(items, started), () -> keep(items));
            }
        }
    }

    private void againLater(Duration max) {
        Duration pause = retry.compareTo(max) < 0 ? retry : max;
        loop.alarm(name, loop.time().now().plus(pause), this::start);
        retry = retry.multipliedBy(2).compareTo(RETRY_MAX) < 0 ? retry.multipliedBy(2) : RETRY_MAX;
    }

    private void follow(List<StoredObject> items, WatchCursor started) {
        retry = RETRY_FIRST;
        var begun = new Following(started);
        following = begun;
        copy.replace(items);
        copy.batchEnded();
        copy.followed();
        awaitMore(begun);
    }

    /// Without a watch; whoever hears of it may end the copy.
    private void keep(List<StoredObject> items) {
        copy.replace(items);
        copy.batchEnded();
        copy.followed();
        if (!stopped) {
            againLater(RETRY_MAX);
        }
    }

    /// Unless whoever heard of the last events has ended it.
    private void awaitMore(Following watch) {
        if (!watch.closed) {
            watch.cursor.onReady(() -> loop.post(name, () -> drain(watch)));
        }
    }

    private void drain(Following watch) {
        if (watch.closed) {
            return;
        }
        for (WatchEvent event : watch.cursor.poll(EVENTS_PER_BATCH)) {
            if (!apply(event)) {
                unfollow();
                copy.batchEnded();
                // whoever heard of the end of the batch may have been the last follower
                if (!stopped) {
                    loop.alarm(name, loop.time().now().plus(retry), this::start);
                }
                return;
            }
            if (stopped) {
                return;
            }
        }
        copy.batchEnded();
        awaitMore(watch);
    }

    private boolean apply(WatchEvent event) {
        switch (event) {
            case WatchEvent.Added(var object) -> copy.put(object);
            case WatchEvent.Modified(var object) -> copy.put(object);
            case WatchEvent.Deleted(var object) -> copy.remove(object);
            case WatchEvent.Bookmark _ -> {
                // the cursor keeps its own position
            }
            case WatchEvent.Failed _ -> {
                return false;
            }
        }
        return true;
    }

    private void unfollow() {
        Following last = following;
        if (last != null) {
            following = null;
            last.close();
        }
    }
}
