package dev.tenure.sim.invariant;

import dev.tenure.client.ClusterClient;
import dev.tenure.model.meta.ApiReply;
import dev.tenure.model.meta.ObjectKey;
import dev.tenure.model.meta.ResourceType;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.model.meta.WatchCursor;
import dev.tenure.model.meta.WatchEvent;
import dev.tenure.model.meta.WatchReply;
import dev.tenure.sim.world.Observer.Write;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// One watcher of one kind sees the history that was acknowledged: every change, once, in order, and
/// after a gap that it was told of, the state as it is. A slow watcher looks seldom and takes little.
/// Confined to the thread of its world.
final class HistoryInvariant implements Invariant {
    /// How a watcher watches.
    ///
    /// @param everySeconds how often it looks; 0 for after every event
    /// @param eventsMax how much it takes at once
    /// @param listSeconds how long it waits at least from one list to the next
    record Pace(int everySeconds, int eventsMax, int listSeconds) {
        static final Pace PROMPT = new Pace(0, 1_000, 0);
        static final Pace SLOW = new Pace(41, 7, 900);
    }

    /// So often a watcher looks that has nothing to expect, so that its place is not forgotten.
    private static final int QUIET_SECONDS = 60;

    private record Entry(long revision, ObjectKey key, boolean deletion) {
        boolean isOf(StoredObject object, boolean gone) {
            return revision == object.revision() && deletion == gone && key.equals(object.key());
        }
    }

    private final ClusterClient client;
    private final ResourceType type;
    private final Pace pace;
    private final Consumer<String> violated;
    /// What was acknowledged and this watcher has not seen yet, in the order of revisions.
    private final ArrayDeque<Entry> ahead = new ArrayDeque<>();
    private final Map<ObjectKey, Long> seen = new HashMap<>();
    private @Nullable WatchCursor cursor;
    private boolean dirty;
    private int seconds;
    private int listAgain;

    HistoryInvariant(ClusterClient client, ResourceType type, Pace pace, Consumer<String> violated) {
        this.client = client;
        this.type = type;
        this.pace = pace;
        this.violated = violated;
    }

    @Override
    public void after(Write write) {
        ObjectKey key = write.after().key();
        if (cursor != null
                && key.resource().equals(type.resource())
                && key.group().equals(type.group())) {
            ahead.add(new Entry(write.after().revision(), key, write.deletion()));
            dirty = true;
        }
    }

    @Override
    public void eventEnded() {
        if (cursor == null) {
            if (seconds >= listAgain) {
                list();
            }
        } else if (dirty && pace.everySeconds() == 0) {
            dirty = false;
            int before;
            do {
                before = ahead.size();
                take();
            } while (!ahead.isEmpty() && ahead.size() < before);
            if (!ahead.isEmpty() && cursor != null) {
                violated.accept("a watcher of %s was not told of %s".formatted(type.resource(), ahead.peek()));
            }
        }
    }

    @Override
    public void second() {
        seconds++;
        int every = pace.everySeconds() > 0 ? pace.everySeconds() : QUIET_SECONDS;
        if (cursor != null && seconds % every == 0) {
            take();
        }
    }

    private void list() {
        if (!(client.list(type, "", Map.of()) instanceof ApiReply.Many many)) {
            return;
        }
        ahead.removeIf(entry -> entry.revision() <= many.revision());
        seen.clear();
        many.items().forEach(item -> seen.put(item.key(), item.revision()));
        var query = Map.of("resourceVersion", String.valueOf(many.revision()));
        if (client.watch(type, "", query) instanceof WatchReply.Started(var _, WatchCursor started)) {
            cursor = started;
            listAgain = seconds + pace.listSeconds();
        }
    }

    private void take() {
        WatchCursor watching = cursor;
        if (watching == null) {
            return;
        }
        List<WatchEvent> events = watching.poll(pace.eventsMax());
        for (WatchEvent event : events) {
            switch (event) {
                case WatchEvent.Added(var object) -> expect(object, false, seen.get(object.key()) == null);
                case WatchEvent.Modified(var object) -> expect(object, false, seen.get(object.key()) != null);
                case WatchEvent.Deleted(var object) -> expect(object, true, seen.get(object.key()) != null);
                case WatchEvent.Bookmark _ -> {
                    // says nothing about objects
                }
                case WatchEvent.Failed _ -> {
                    watching.close();
                    cursor = null;
                    return;
                }
            }
        }
    }

    private void expect(StoredObject object, boolean deletion, boolean fits) {
        Entry next = ahead.poll();
        boolean same = next != null && next.isOf(object, deletion);
        if (!same || !fits) {
            violated.accept("a watcher of %s was told of %s%s where %s came next"
                    .formatted(
                            type.resource(),
                            deletion ? "the deletion of " : "",
                            object,
                            next == null ? "nothing" : next));
        }
        if (deletion) {
            seen.remove(object.key());
        } else {
            seen.put(object.key(), object.revision());
        }
    }
}
