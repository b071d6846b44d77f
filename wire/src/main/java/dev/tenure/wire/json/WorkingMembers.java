package dev.tenure.wire.json;

import dev.tenure.wire.json.Part.Members;
import java.util.AbstractMap;
import java.util.AbstractSet;
import java.util.Iterator;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The members of an object in a working tree. As long as none is put or removed they are those of its part,
/// and a member is opened when it is first asked for; then they are a map like any other. Confined to one
/// thread.
final class WorkingMembers extends AbstractMap<String, JsonNode> {
    private final Part source;
    private final Entries entries = new Entries();

    /// What the part consists of; null as long as nobody asked.
    private @Nullable Members read;

    /// By place, what was handed out; null as long as nothing was.
    private @Nullable JsonNode @Nullable [] opened;

    /// All members, once they are not those of the part any more.
    private @Nullable Map<String, JsonNode> own;

    /// @param source an object
    WorkingMembers(Part source) {
        this.source = source;
        this.read = source instanceof Members members ? members : null;
    }

    /// What the part consists of.
    Members read() {
        Members known = read;
        if (known == null) {
            known = (Members) PartReader.resolved(source);
            read = known;
        }
        return known;
    }

    private JsonNode opened(int at) {
        if (opened == null) {
            opened = new @Nullable JsonNode[read().size()];
        }
        JsonNode node = opened[at];
        if (node == null) {
            node = WorkingTree.open(read().part(at));
            opened[at] = node;
        }
        return node;
    }

    /// Makes the members a map of their own.
    private Map<String, JsonNode> own() {
        Map<String, JsonNode> known = own;
        if (known == null) {
            Members members = read();
            known = new OwnMembers(members.size() + 1);
            for (int i = 0; i < members.size(); i++) {
                known.put(members.shape().name(i), opened(i));
            }
            own = known;
            opened = null;
        }
        return known;
    }

    /// Whether no member was put or removed; members themselves may have changed.
    boolean isOfItsPart() {
        return own == null;
    }

    /// The part that it was opened from, if nothing was changed.
    @Nullable
    Part untouched() {
        return own == null && WorkingTree.untouched(opened) ? source : null;
    }

    /// What it says now, if no member was put or removed.
    Part part() {
        if (opened == null) {
            return source;
        }
        Part[] now = WorkingTree.changed(read().parts(), opened);
        return now == null ? source : read().with(now);
    }

    @Override
    public @Nullable JsonNode get(Object name) {
        if (own != null) {
            return own.get(name);
        }
        int at = read().shape().place((String) name);
        return at < 0 ? null : opened(at);
    }

    @Override
    public boolean containsKey(Object name) {
        return own != null ? own.containsKey(name) : read().shape().place((String) name) >= 0;
    }

    @Override
    public @Nullable JsonNode put(String name, JsonNode value) {
        return own().put(name, value);
    }

    @Override
    public @Nullable JsonNode remove(Object name) {
        return containsKey(name) ? own().remove(name) : null;
    }

    @Override
    public void clear() {
        own().clear();
    }

    @Override
    public int size() {
        return own != null ? own.size() : read().size();
    }

    @Override
    public Set<Entry<String, JsonNode>> entrySet() {
        return entries;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        if (this == other) {
            return true;
        }
        if (other instanceof WorkingMembers members) {
            Part mine = untouched();
            if (mine != null && mine.equals(members.untouched())) {
                return true;
            }
        }
        return super.equals(other);
    }

    @Override
    public int hashCode() {
        return super.hashCode();
    }

    /// The members, one by one.
    private final class Entries extends AbstractSet<Entry<String, JsonNode>> {
        @Override
        public Iterator<Entry<String, JsonNode>> iterator() {
            return own != null ? own.entrySet().iterator() : new InOrder();
        }

        @Override
        public int size() {
            return WorkingMembers.this.size();
        }
    }

    /// The members of the part, in order. Those that are removed on the way are not seen again.
    private final class InOrder implements Iterator<Entry<String, JsonNode>> {
        private final Members members = read();
        private int next;

        @Override
        public boolean hasNext() {
            return next < members.size();
        }

        @Override
        public Entry<String, JsonNode> next() {
            if (!hasNext()) {
                throw new NoSuchElementException();
            }
            String name = members.shape().name(next);
            JsonNode value = get(name);
            next++;
            return new Member(WorkingMembers.this, name, Objects.requireNonNull(value));
        }

        @Override
        public void remove() {
            WorkingMembers.this.remove(members.shape().name(next - 1));
        }
    }
}
