package dev.tenure.plan.source;

import dev.tenure.model.meta.ObjectKey;
import dev.tenure.model.meta.ResourceType;
import dev.tenure.model.meta.StoredObject;
import java.time.Instant;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/// A cluster at one moment, as far as it is known. Immutable.
///
/// @param origin where it comes from, in words
/// @param moment what the clock of the cluster showed
/// @param items every object of a built-in kind, once, in the order of their keys
/// @param gaps what is not known
/// @param warnings what was passed over, as sentences
/// @param stated what it says of its settings itself
public record ClusterDump(
        String origin, Moment moment, List<Item> items, List<Gap> gaps, List<String> warnings, StatedSettings stated) {
    /// Put behind a resource's name, it is the least name that comes after it.
    private static final String AFTER_ALL = "\0";

    /// When.
    ///
    /// @param how it is known, in words
    public record Moment(Instant at, String how) {}

    /// One object, in the form in which a store holds it. Its revision is the resource version that it had in
    /// its cluster, 0 where it had none.
    public record Item(StoredObject object, Place place) {
        /// Whether it never was in a cluster: it stands as a user wrote it, without a uid, defaults and a
        /// status.
        public boolean manifest() {
            return object.uid().isEmpty();
        }

        /// Under which the object is stored.
        public ObjectKey key() {
            return object.key();
        }
    }

    public ClusterDump {
        items = items.stream().sorted(Comparator.comparing(Item::key)).toList();
        gaps = List.copyOf(gaps);
        warnings = List.copyOf(warnings);
    }

    /// One that says nothing of its settings.
    public ClusterDump(String origin, Moment moment, List<Item> items, List<Gap> gaps, List<String> warnings) {
        this(origin, moment, items, gaps, warnings, StatedSettings.NOTHING);
    }

    /// The objects of a type, in the order of namespace and name.
    public Stream<StoredObject> all(ResourceType type) {
        int from = place(new ObjectKey(type.group(), type.resource(), "", ""));
        int to = place(new ObjectKey(type.group(), type.resource() + AFTER_ALL, "", ""));
        return items.subList(from, to).stream().map(Item::object);
    }

    /// Where the first item stands whose key is not before this one.
    private int place(ObjectKey key) {
        int low = 0;
        int high = items.size();
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (items.get(middle).key().compareTo(key) < 0) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    /// The views of the objects of a type.
    public <T> List<T> views(ResourceType type, Class<T> view) {
        return all(type).map(object -> object.view(view)).toList();
    }

    /// The object with this key.
    public Optional<Item> find(ObjectKey key) {
        int place = place(key);
        return place < items.size() && items.get(place).key().equals(key)
                ? Optional.of(items.get(place))
                : Optional.empty();
    }

    /// Every object by its key, in order.
    public Map<ObjectKey, Item> byKey() {
        var all = new LinkedHashMap<ObjectKey, Item>();
        items.forEach(item -> all.put(item.key(), item));
        return all;
    }

    /// The same with another moment.
    public ClusterDump at(Moment other) {
        return new ClusterDump(origin, other, items, gaps, warnings, stated);
    }

    /// The same with what the cluster says of its settings.
    public ClusterDump stating(StatedSettings said) {
        return new ClusterDump(origin, moment, items, gaps, warnings, said);
    }
}
