package dev.tenure.client.informer;

import dev.tenure.client.ClusterClient;
import dev.tenure.client.informer.Informer.Selection;
import dev.tenure.client.informer.ObjectIndex.Cell;
import dev.tenure.model.meta.ObjectKey;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.runtime.loop.EventLoop;
import java.time.Duration;
import java.util.AbstractCollection;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// One copy of a selection and all who follow it: an event is put into the copy once and then told to each
/// follower, in the order in which they began to follow, so that each of them finds the copy in the state of
/// the event that it handles. It is kept up while there is a follower. Confined to one loop. Upstream:
/// client-go/tools/cache (shared_informer.go).
final class SharedCopy {
    private final EventLoop loop;
    private final ClusterClient client;
    private final Selection selection;
    private final Duration unreachableMax;
    private Map<ObjectKey, Cell> cells = new HashMap<>();
    private final Map<Grouping, ObjectIndex> indexes = new LinkedHashMap<>();
    /// Replaced as a whole, for a follower may leave while it is told something.
    private List<Informer> followers = List.of();

    private @Nullable Reflector reflector;
    private boolean complete;

    /// @param unreachableMax the longest pause after a server could not be reached
    SharedCopy(EventLoop loop, ClusterClient client, Selection selection, Duration unreachableMax) {
        this.loop = loop;
        this.client = client;
        this.selection = selection;
        this.unreachableMax = unreachableMax;
    }

    /// Tells `follower` all there is, later, and everything that changes from then on.
    void follow(Informer follower) {
        if (complete) {
            loop.post("follow", () -> notifyOfAll(follower));
            return;
        }
        var more = new ArrayList<>(followers);
        more.add(follower);
        followers = List.copyOf(more);
        if (reflector == null) {
            reflector = new Reflector(loop, client, selection, this, unreachableMax);
            reflector.start();
        }
    }

    private void notifyOfAll(Informer follower) {
        if (follower.stopped()) {
            return;
        }
        if (!complete) {
            follow(follower);
            return;
        }
        var more = new ArrayList<>(followers);
        more.add(follower);
        followers = List.copyOf(more);
        for (Cell cell : cells.values()) {
            follower.notifyChanged(Optional.empty(), cell.object());
        }
        follower.complete();
        follower.batchEnded();
    }

    /// Tells `follower` nothing more. Without followers the copy is let go.
    void leave(Informer follower) {
        followers = followers.stream().filter(other -> other != follower).toList();
        Reflector last = reflector;
        if (followers.isEmpty() && last != null) {
            reflector = null;
            cells.clear();
            indexes.clear();
            complete = false;
            // at the end, for whatever becomes of it, the next follower begins anew
            last.stop();
        }
    }

    Optional<StoredObject> get(ObjectKey key) {
        Cell cell = cells.get(key);
        return cell == null ? Optional.empty() : Optional.of(cell.object());
    }

    Collection<StoredObject> all() {
        return new All();
    }

    Collection<StoredObject> in(Grouping grouping, String group) {
        return index(grouping).in(group);
    }

    Set<String> groups(Grouping grouping) {
        return index(grouping).groups();
    }

    /// Made when it is first asked for, and kept up from then on.
    private ObjectIndex index(Grouping grouping) {
        ObjectIndex known = indexes.get(grouping);
        if (known != null) {
            return known;
        }
        var made = new ObjectIndex(grouping, indexes.size());
        cells.values().forEach(made::add);
        indexes.put(grouping, made);
        return made;
    }

    /// All there is, as of a new list.
    void replace(List<StoredObject> items) {
        if (cells.isEmpty()) {
            cells = HashMap.newHashMap(items.size());
            items.forEach(this::put);
        } else {
            var gone = new HashSet<>(cells.keySet());
            for (StoredObject item : items) {
                gone.remove(item.key());
                put(item);
            }
            gone.forEach(key -> get(key).ifPresent(this::remove));
        }
        if (!complete && reflector != null) {
            complete = true;
            followers.forEach(Informer::complete);
        }
    }

    void put(StoredObject object) {
        if (followers.isEmpty()) {
            return;
        }
        Cell cell = cells.get(object.key());
        if (cell == null) {
            var made = new Cell(object);
            cells.put(object.key(), made);
            indexes.values().forEach(index -> index.add(made));
            notifyChanged(Optional.empty(), object);
            return;
        }
        StoredObject before = cell.object();
        boolean another = !before.uid().equals(object.uid());
        if (!another && before.revision() == object.revision()) {
            return;
        }
        cell.set(object);
        indexes.values().forEach(index -> index.change(cell, before));
        if (another) {
            notifyDeleted(before, before);
        }
        notifyChanged(another ? Optional.empty() : Optional.of(before), object);
    }

    /// @param last the last state; nobody is notified of an object that is not known
    void remove(StoredObject last) {
        Cell cell = cells.remove(last.key());
        if (cell != null) {
            indexes.values().forEach(index -> index.remove(cell, cell.object()));
            notifyDeleted(cell.object(), last);
        }
    }

    private void notifyChanged(Optional<StoredObject> before, StoredObject after) {
        for (Informer follower : followers) {
            follower.notifyChanged(before, after);
        }
    }

    private void notifyDeleted(StoredObject before, StoredObject last) {
        for (Informer follower : followers) {
            follower.notifyDeleted(before, last);
        }
    }

    void reading(ReadSoFar soFar) {
        followers.forEach(follower -> follower.reading(soFar));
    }

    void failed(Exception why) {
        followers.forEach(follower -> follower.failed(why));
    }

    void followed() {
        followers.forEach(Informer::followed);
    }

    void batchEnded() {
        followers.forEach(Informer::batchEnded);
    }

    private final class All extends AbstractCollection<StoredObject> {
        @Override
        public int size() {
            return cells.size();
        }

        @Override
        public Iterator<StoredObject> iterator() {
            Iterator<Cell> iterator = cells.values().iterator();
            return new Iterator<>() {
                @Override
                public boolean hasNext() {
                    return iterator.hasNext();
                }

                @Override
                public StoredObject next() {
                    return iterator.next().object();
                }
            };
        }
    }
}
