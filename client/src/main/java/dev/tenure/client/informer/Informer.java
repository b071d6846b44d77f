package dev.tenure.client.informer;

import dev.tenure.client.ClusterClient;
import dev.tenure.model.meta.ObjectKey;
import dev.tenure.model.meta.ResourceType;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.runtime.loop.EventLoop;
import dev.tenure.runtime.time.GrowingPause;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Follows a collection for one component, by a copy of its own or, when [SharedInformers] made it, by one
/// that other components on the same loop follow too. The copy is filled by a list and kept up by a watch;
/// in-process it shares the store's objects, and nothing is copied. Confined to its loop.
///
/// Failures to list are retried for ever, from a quarter of a second up to half a minute apart.
public final class Informer {
    /// Which part of which collection to copy.
    ///
    /// @param namespace empty for all namespaces
    /// @param query `labelSelector` and `fieldSelector`, if any
    public record Selection(ResourceType type, String namespace, Map<String, String> query) {
        public static Selection all(ResourceType type) {
            return new Selection(type, "", Map.of());
        }
    }

    /// What is followed.
    ///
    /// @param matches which objects of the copy; absent for all
    record Source(SharedCopy copy, Optional<Predicate<StoredObject>> matches) {
        private Source(SharedCopy copy) {
            this(copy, Optional.empty());
        }
    }

    private static final GrowingPause AGAIN = new GrowingPause(Duration.ofSeconds(1), Duration.ofMinutes(1));

    /// An object at which the handler threw.
    private record Aside(int failures, StoredObject last) {}

    private final EventLoop owner;
    private final Map<ObjectKey, Aside> aside = new HashMap<>();
    private final Supplier<Source> sources;
    private final InformerHandler handler;
    private @Nullable Source source;
    private boolean synced;
    private boolean stopped;

    /// An informer with a copy of its own.
    public Informer(EventLoop loop, ClusterClient client, Selection selection, InformerHandler handler) {
        this(loop, () -> new Source(new SharedCopy(loop, client, selection, Reflector.RETRY_MAX)), handler);
    }

    /// The same for people who wait: a server that could not be reached is tried again at least so often.
    public Informer(
            EventLoop loop,
            ClusterClient client,
            Selection selection,
            InformerHandler handler,
            Duration unreachableMax) {
        this(loop, () -> new Source(new SharedCopy(loop, client, selection, unreachableMax)), handler);
    }

    /// @param owner the loop of the component that follows
    /// @param sources asked once, when the informer is first used
    Informer(EventLoop owner, Supplier<Source> sources, InformerHandler handler) {
        this.owner = owner;
        this.sources = sources;
        this.handler = handler;
        owner.supervision().atEnd(this::stop);
    }

    private Source source() {
        Source known = source;
        if (known == null) {
            known = sources.get();
            source = known;
        }
        return known;
    }

    /// Begins to list, or to follow the copy that is there already; the handler hears of it later either way.
    /// To be called on the loop, once.
    public void start() {
        source().copy().follow(this);
    }

    /// Ends to follow; the handler is not notified any more. To be called on the loop.
    public void stop() {
        stopped = true;
        if (source != null) {
            source.copy().leave(this);
        }
    }

    boolean stopped() {
        return stopped;
    }

    /// Whether the handler has been told everything that existed when the informer began.
    public boolean hasSynced() {
        return synced;
    }

    public Optional<StoredObject> get(ObjectKey key) {
        Optional<StoredObject> found = source().copy().get(key);
        return source().matches().isEmpty() ? found : found.filter(this::matches);
    }

    /// Everything known at this moment, in no order; a view that changes with the next batch.
    public Collection<StoredObject> all() {
        return selected(source().copy().all());
    }

    /// What is known of one group, in no order; a view that changes with the next batch.
    public Collection<StoredObject> in(Grouping grouping, String group) {
        return selected(source().copy().in(grouping, group));
    }

    /// The groups that something in the copy belongs to, that of others included; a view that changes with
    /// the next batch.
    public Set<String> groups(Grouping grouping) {
        return source().copy().groups(grouping);
    }

    private Collection<StoredObject> selected(Collection<StoredObject> objects) {
        Optional<Predicate<StoredObject>> matches = source().matches();
        if (matches.isEmpty()) {
            return objects;
        }
        var selected = new ArrayList<StoredObject>(objects.size());
        for (StoredObject object : objects) {
            if (matches.get().test(object)) {
                selected.add(object);
            }
        }
        return selected;
    }

    private boolean matches(StoredObject object) {
        Optional<Predicate<StoredObject>> matches = source().matches();
        return matches.isEmpty() || matches.get().test(object);
    }

    /// An object that comes to match is new to the handler, one that matches no more is gone.
    private void changed(Optional<StoredObject> before, StoredObject after) {
        if (stopped) {
            return;
        }
        if (source().matches().isEmpty()) {
            handler.changed(before, after);
        } else if (matches(after)) {
            handler.changed(before.filter(this::matches), after);
        } else if (before.isPresent() && matches(before.get())) {
            handler.deleted(after);
        }
    }

    private void deleted(StoredObject before, StoredObject last) {
        if (!stopped && matches(before)) {
            handler.deleted(last);
        }
    }

    /// Tells a change. An object that the handler cannot take is set aside and told again later, ever later;
    /// the others go on.
    void notifyChanged(Optional<StoredObject> before, StoredObject after) {
        Aside failed = aside.get(after.key());
        if (failed != null) {
            aside.put(after.key(), new Aside(failed.failures(), after));
            return;
        }
        try {
            changed(before, after);
        } catch (RuntimeException | StackOverflowError e) {
            setAside(after, 1, e);
        }
    }

    /// @param before the state that was reported before `last`
    void notifyDeleted(StoredObject before, StoredObject last) {
        boolean failed = aside.remove(last.key()) != null;
        try {
            deleted(before, last);
        } catch (RuntimeException | StackOverflowError e) {
            setAside(last, 1, e);
            return;
        }
        if (failed) {
            owner.supervision().regained(words(last));
        }
    }

    private static String words(StoredObject object) {
        return "following " + object.key().path();
    }

    private void setAside(StoredObject object, int failures, Throwable fault) {
        aside.put(object.key(), new Aside(failures, object));
        owner.supervision().setAside(words(object), fault);
        owner.alarm(
                "again-%s-%s"
                        .formatted(handler.getClass().getName(), object.key().path()),
                owner.time().now().plus(AGAIN.after(failures)),
                () -> notifyAgain(object.key()));
    }

    private void notifyAgain(ObjectKey key) {
        Aside failed = aside.remove(key);
        if (failed == null || stopped) {
            return;
        }
        Optional<StoredObject> present = source().copy().get(key);
        try {
            if (present.isPresent()) {
                changed(Optional.empty(), present.get());
            } else {
                handler.deleted(failed.last());
            }
        } catch (RuntimeException | StackOverflowError e) {
            setAside(present.orElse(failed.last()), failed.failures() + 1, e);
            return;
        }
        owner.supervision().regained(words(failed.last()));
    }

    /// Everything that existed has been reported.
    void complete() {
        if (!stopped) {
            synced = true;
            guarded("synced", handler::synced);
        }
    }

    void batchEnded() {
        if (!stopped) {
            guarded("end of a batch", handler::batchEnded);
        }
    }

    void reading(ReadSoFar soFar) {
        if (!stopped) {
            guarded("progress of a list", () -> handler.reading(soFar));
        }
    }

    void failed(Exception why) {
        if (!stopped) {
            guarded("failure to follow", () -> handler.failed(why));
        }
    }

    void followed() {
        if (!stopped) {
            guarded("following", handler::followed);
        }
    }

    private void guarded(String event, Runnable listener) {
        try {
            listener.run();
        } catch (RuntimeException | StackOverflowError e) {
            owner.supervision().failed(event, e);
        }
    }
}
