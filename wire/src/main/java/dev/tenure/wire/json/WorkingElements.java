package dev.tenure.wire.json;

import dev.tenure.wire.json.Part.Elements;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// The elements of a list in a working tree, as [WorkingMembers] are those of an object. Confined to one
/// thread.
final class WorkingElements extends AbstractList<JsonNode> {
    private final Part source;

    /// What the part consists of; null as long as nobody asked.
    private @Nullable Elements read;

    /// By place, what was handed out; null as long as nothing was.
    private @Nullable JsonNode @Nullable [] opened;

    /// All elements, once they are not those of the part any more.
    private @Nullable List<JsonNode> own;

    /// @param source a list
    WorkingElements(Part source) {
        this.source = source;
        this.read = source instanceof Elements elements ? elements : null;
    }

    /// What the part consists of.
    Elements read() {
        Elements known = read;
        if (known == null) {
            known = (Elements) PartReader.resolved(source);
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

    /// Makes the elements a list of their own.
    private List<JsonNode> own() {
        List<JsonNode> known = own;
        if (known == null) {
            int size = read().size();
            known = new ArrayList<>(size + 1);
            for (int i = 0; i < size; i++) {
                known.add(opened(i));
            }
            own = known;
            opened = null;
        }
        return known;
    }

    /// Whether no element was added, set or removed; elements themselves may have changed.
    boolean isOfItsPart() {
        return own == null;
    }

    /// The part that it was opened from, if nothing was changed.
    @Nullable
    Part untouched() {
        return own == null && WorkingTree.untouched(opened) ? source : null;
    }

    /// What it says now, if no element was added, set or removed.
    Part part() {
        if (opened == null) {
            return source;
        }
        Part[] now = WorkingTree.changed(read().parts(), opened);
        return now == null ? source : new Elements(now);
    }

    @Override
    public JsonNode get(int at) {
        if (own != null) {
            return own.get(at);
        }
        Objects.checkIndex(at, read().size());
        return opened(at);
    }

    @Override
    public JsonNode set(int at, JsonNode value) {
        return own().set(at, value);
    }

    @Override
    public void add(int at, JsonNode value) {
        own().add(at, value);
        modCount++;
    }

    @Override
    public JsonNode remove(int at) {
        JsonNode gone = own().remove(at);
        modCount++;
        return gone;
    }

    @Override
    public int size() {
        return own != null ? own.size() : read().size();
    }

    @Override
    public boolean equals(@Nullable Object other) {
        if (this == other) {
            return true;
        }
        if (other instanceof WorkingElements elements) {
            Part mine = untouched();
            if (mine != null && mine.equals(elements.untouched())) {
                return true;
            }
        }
        return super.equals(other);
    }

    @Override
    public int hashCode() {
        return super.hashCode();
    }
}
