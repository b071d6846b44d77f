package dev.tenure.apiserver.handler;

import dev.tenure.apiserver.handler.selection.Selection;
import dev.tenure.apiserver.registry.KindEntry;
import dev.tenure.apiserver.registry.RefusedException;
import dev.tenure.apiserver.registry.Statuses;
import dev.tenure.apiserver.request.BookmarkTimes;
import dev.tenure.apiserver.schema.CustomKind;
import dev.tenure.model.meta.ResourceType;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.model.meta.WatchCursor;
import dev.tenure.model.meta.WatchEvent;
import dev.tenure.runtime.time.Tick;
import dev.tenure.store.ExpiredException;
import dev.tenure.store.Store.Change;
import dev.tenure.store.Store.LogCursor;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// A watch as a position in the store's log: initial events first, then every change as the watcher's
/// selection sees it. Used by one thread at a time.
final class StoreWatch implements WatchCursor {
    /// How a watch begins and what it tells.
    ///
    /// @param initial sent first, as added
    /// @param initialEnd the revision of the bookmark that ends them, when the watcher asked for it
    /// @param length how long it is to last, if the watcher says so
    record Start(List<StoredObject> initial, Optional<Long> initialEnd, boolean bookmarks, Optional<Duration> length) {}

    private final KindEntry entry;
    private final Selection selection;
    private final LogCursor log;
    private final Environment environment;
    private final boolean bookmarks;
    private List<WatchEvent> pending;
    private final Optional<Tick> end;
    private Optional<Tick> nextBookmark;
    private long delivered;
    private boolean failed;

    StoreWatch(KindEntry entry, Selection selection, Start start, LogCursor log, Environment environment) {
        this.entry = entry;
        this.selection = selection;
        this.log = log;
        this.environment = environment;
        this.bookmarks = start.bookmarks();
        Tick now = environment.time().now();
        this.end = start.length().map(now::plus);
        this.nextBookmark = BookmarkTimes.next(now, end);
        this.delivered = log.seen();
        this.pending = new ArrayList<>();
        ServedForm.of(entry, start.initial()).forEach(o -> pending.add(new WatchEvent.Added(o)));
        start.initialEnd().ifPresent(revision -> pending.add(new WatchEvent.Bookmark(revision, true)));
    }

    @Override
    public List<WatchEvent> poll(int max) {
        if (!pending.isEmpty()) {
            return takePending(max);
        }
        if (failed) {
            return List.of();
        }
        var events = new ArrayList<WatchEvent>();
        try {
            for (Change change : log.poll(max)) {
                delivered = change.revision();
                add(events, change);
            }
        } catch (ExpiredException e) {
            failed = true;
            events.add(new WatchEvent.Failed(Statuses.tooOldRevision(e.asked(), e.compacted())));
            return events;
        } catch (RefusedException e) {
            // an object that cannot be shown in this version ends the watch of it
            failed = true;
            events.add(new WatchEvent.Failed(e.status()));
            return events;
        }
        addBookmark(events);
        return events;
    }

    private List<WatchEvent> takePending(int max) {
        if (pending.size() <= max) {
            List<WatchEvent> all = pending;
            pending = List.of();
            return all;
        }
        List<WatchEvent> first = pending.subList(0, max);
        pending = pending.subList(max, pending.size());
        return first;
    }

    private void add(List<WatchEvent> events, Change change) {
        boolean was =
                change.before().isPresent() && selection.matches(change.before().get());
        boolean is = !change.deletion() && selection.matches(change.after());
        StoredObject after = change.after();
        if (was && !is) {
            StoredObject last =
                    change.deletion() ? after : change.before().get().withRevision(change.revision());
            events.add(new WatchEvent.Deleted(ServedForm.of(entry, last)));
        } else if (was) {
            events.add(new WatchEvent.Modified(ServedForm.of(entry, after)));
        } else if (is) {
            events.add(new WatchEvent.Added(ServedForm.of(entry, after)));
        }
    }

    private void addBookmark(List<WatchEvent> events) {
        Tick now = environment.time().now();
        if (bookmarks && nextBookmark.filter(due -> !due.isAfter(now)).isPresent()) {
            nextBookmark = BookmarkTimes.next(now, end);
            events.add(new WatchEvent.Bookmark(Math.max(delivered, log.seen()), false));
        }
    }

    /// A watch of a kind that was defined at run time is over when the definition has gone or says something
    /// else: what it shows was made by the former schema, and who watches has to look for what there is now.
    @Override
    public Course course() {
        return entry.custom()
                .map(watched -> isStill(watched) ? Course.PASSING : Course.OVER)
                .orElse(Course.LASTING);
    }

    private boolean isStill(CustomKind watched) {
        ResourceType type = entry.type();
        return environment
                .kinds()
                .find(type.group(), type.version(), type.resource())
                .flatMap(KindEntry::custom)
                .filter(now -> now.continues(watched))
                .isPresent();
    }

    @Override
    public void onReady(Runnable signal) {
        if (!pending.isEmpty()) {
            signal.run();
        } else if (!failed) {
            log.onReady(signal);
        }
    }

    @Override
    public void close() {
        log.close();
    }
}
