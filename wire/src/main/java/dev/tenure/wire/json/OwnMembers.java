package dev.tenure.wire.json;

import java.util.AbstractMap;
import java.util.AbstractSet;
import java.util.Arrays;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The members of an object that was made one by one, in the order in which they came. Most objects have few,
/// which two short arrays hold in a third of the memory of a map, and are searched as fast; more of them are
/// a map. Confined to one thread.
final class OwnMembers extends AbstractMap<String, JsonNode> {
    private static final int FEW = 12;
    private static final int ROOM_AT_FIRST = 4;

    private String[] names;
    private JsonNode[] values;
    private int size;

    /// All of them, once there have been more than a few.
    private @Nullable Map<String, JsonNode> many;

    OwnMembers() {
        this(ROOM_AT_FIRST);
    }

    /// @param room for so many there is room at once
    OwnMembers(int room) {
        int held = Math.min(room, FEW);
        this.names = new String[held];
        this.values = new JsonNode[held];
        this.many = room > FEW ? LinkedHashMap.newLinkedHashMap(room) : null;
    }

    private int place(@Nullable Object name) {
        for (int i = 0; i < size; i++) {
            if (names[i].equals(name)) {
                return i;
            }
        }
        return -1;
    }

    @Override
    public @Nullable JsonNode get(@Nullable Object name) {
        if (many != null) {
            return many.get(name);
        }
        int at = place(name);
        return at < 0 ? null : values[at];
    }

    @Override
    public boolean containsKey(@Nullable Object name) {
        return many != null ? many.containsKey(name) : place(name) >= 0;
    }

    @Override
    public @Nullable JsonNode put(String name, JsonNode value) {
        Objects.requireNonNull(value);
        if (many != null) {
            return many.put(name, value);
        }
        int at = place(name);
        if (at >= 0) {
            JsonNode before = values[at];
            values[at] = value;
            return before;
        }
        if (size == FEW) {
            return asMap().put(name, value);
        }
        if (size == names.length) {
            int room = Math.clamp(2L * size, ROOM_AT_FIRST, FEW);
            names = Arrays.copyOf(names, room);
            values = Arrays.copyOf(values, room);
        }
        names[size] = name;
        values[size] = value;
        size++;
        return null;
    }

    private Map<String, JsonNode> asMap() {
        Map<String, JsonNode> map = LinkedHashMap.newLinkedHashMap(2 * size);
        for (int i = 0; i < size; i++) {
            map.put(names[i], values[i]);
        }
        clear();
        many = map;
        return map;
    }

    @Override
    public @Nullable JsonNode remove(@Nullable Object name) {
        if (many != null) {
            return many.remove(name);
        }
        int at = place(name);
        return at < 0 ? null : removeAt(at);
    }

    private JsonNode removeAt(int at) {
        JsonNode gone = values[at];
        size--;
        System.arraycopy(names, at + 1, names, at, size - at);
        System.arraycopy(values, at + 1, values, at, size - at);
        Arrays.fill(values, size, size + 1, null);
        return gone;
    }

    @Override
    public void clear() {
        many = null;
        Arrays.fill(values, 0, size, null);
        size = 0;
    }

    @Override
    public int size() {
        return many != null ? many.size() : size;
    }

    @Override
    public Set<Entry<String, JsonNode>> entrySet() {
        return many != null ? many.entrySet() : new Entries();
    }

    private final class Entries extends AbstractSet<Entry<String, JsonNode>> {
        @Override
        public Iterator<Entry<String, JsonNode>> iterator() {
            return many != null ? many.entrySet().iterator() : new InOrder();
        }

        @Override
        public int size() {
            return OwnMembers.this.size();
        }
    }

    private final class InOrder implements Iterator<Entry<String, JsonNode>> {
        private int next;

        @Override
        public boolean hasNext() {
            return next < size;
        }

        @Override
        public Entry<String, JsonNode> next() {
            if (!hasNext()) {
                throw new NoSuchElementException();
            }
            int at = next++;
            return new Member(OwnMembers.this, names[at], values[at]);
        }

        @Override
        public void remove() {
            removeAt(--next);
        }
    }
}
