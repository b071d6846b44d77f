package dev.tenure.cli.taints;

import dev.tenure.cli.taints.TaintChange.Kind;
import dev.tenure.model.core.Node;
import dev.tenure.model.core.Taint;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.wire.json.Json;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;

/// Finds out what became of the taints of nodes from one state to the next, and by whom. Confined to one
/// thread.
///
/// The writer of a change is the owner of the list afterwards. When the last taint goes, nobody owns the list
/// any more: who took it away leaves no trace in the node.
final class TaintChanges {
    /// Of more taints nobody counts how often they change.
    private static final int COUNTED_MAX = 100_000;

    /// What of a node is compared.
    private record Seen(List<Taint> taints, List<FieldOwner> owners) {
        private static final Seen NOTHING = new Seen(List.of(), List.of());

        private static Seen of(StoredObject node) {
            return new Seen(
                    node.view(Node.class).spec().taints(), FieldOwner.of(Json.readObject(node.json()), "taints"));
        }

        private Optional<Taint> same(Taint taint) {
            return taints.stream().filter(taint::sameAs).findFirst();
        }
    }

    private record Subject(String node, String mark) {}

    private final Predicate<Taint> wanted;
    private final Map<String, Seen> nodes = new HashMap<>();
    private final Map<Subject, Integer> times = new LinkedHashMap<>();

    /// @param wanted which taints are looked at
    public TaintChanges(Predicate<Taint> wanted) {
        this.wanted = wanted;
    }

    /// Takes a node as it is, as one of which nothing is told.
    public void begin(StoredObject node) {
        nodes.put(node.key().name(), Seen.of(node));
    }

    /// Of the nodes that there are, to be changed by who asks.
    Set<String> names() {
        return new TreeSet<>(nodes.keySet());
    }

    /// A node is new or has changed.
    ///
    /// @param at when that was seen
    public List<TaintChange> changed(StoredObject node, Instant at) {
        String name = node.key().name();
        Seen after = Seen.of(node);
        Seen before = nodes.getOrDefault(name, Seen.NOTHING);
        nodes.put(name, after);
        Optional<FieldOwner> writer = after.owners().stream().findFirst();
        var changes = new ArrayList<TaintChange>();
        for (Taint taint : before.taints()) {
            if (wanted.test(taint) && after.same(taint).isEmpty()) {
                changes.add(change(at, name, Kind.REMOVED, taint, writer));
            }
        }
        for (Taint taint : after.taints()) {
            Optional<Taint> old = before.same(taint);
            if ((wanted.test(taint) || old.filter(wanted).isPresent())
                    && old.filter(taint::equals).isEmpty()) {
                changes.add(change(at, name, old.isEmpty() ? Kind.ADDED : Kind.CHANGED, taint, writer));
            }
        }
        return changes;
    }

    /// A node is no longer there.
    public List<TaintChange> gone(String name, Instant at) {
        Seen before = nodes.getOrDefault(name, Seen.NOTHING);
        nodes.remove(name);
        return before.taints().stream()
                .filter(wanted)
                .map(taint -> change(at, name, Kind.NODE_GONE, taint, Optional.empty()))
                .toList();
    }

    private TaintChange change(Instant at, String node, Kind kind, Taint taint, Optional<FieldOwner> writer) {
        var subject = new Subject(node, taint.key() + ":" + taint.effect().word());
        if (times.size() < COUNTED_MAX || times.containsKey(subject)) {
            times.merge(subject, 1, Integer::sum);
        }
        return new TaintChange(at, node, kind, taint, writer, times.getOrDefault(subject, 1));
    }
}
