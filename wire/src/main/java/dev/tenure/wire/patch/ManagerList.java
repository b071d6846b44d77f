package dev.tenure.wire.patch;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A list of managers as a book made it, together with what it says: who changes the object next need not
/// read it. To be read only; a deep copy is a list like any other.
@SuppressWarnings("unchecked") // of deepCopy(), which Jackson declares so
final class ManagerList extends ArrayNode {
    private static final long serialVersionUID = 1;

    /// Those of the elements, in their order.
    private final transient List<ManagerEntry> entries;

    private ManagerList(List<ManagerEntry> entries) {
        super(JsonNodeFactory.instance, entries.size());
        this.entries = entries;
    }

    /// @param shown in the order in which the API shows them
    /// @param before a list that may have some of the very entries, whose elements are taken over
    static ManagerList of(List<ManagerEntry> shown, @Nullable ManagerList before) {
        var list = new ManagerList(List.copyOf(shown));
        for (ManagerEntry entry : shown) {
            int at = before == null ? -1 : before.indexOf(entry);
            list.add(at < 0 || before == null ? entry.json() : before.get(at));
        }
        return list;
    }

    /// A list that was read, with what was found in it.
    ///
    /// @param found what each element says
    static ManagerList read(JsonNode list, List<ManagerEntry> found) {
        var known = new ManagerList(found);
        list.forEach(known::add);
        return known;
    }

    private int indexOf(ManagerEntry entry) {
        for (int i = 0; i < entries.size(); i++) {
            if (isSame(entries.get(i), entry)) {
                return i;
            }
        }
        return -1;
    }

    @SuppressWarnings("ReferenceEquality") // the very entry, with the very element
    private static boolean isSame(ManagerEntry one, ManagerEntry other) {
        return one == other;
    }

    /// Whether it says exactly this, in this order.
    boolean isOf(List<ManagerEntry> shown) {
        if (shown.size() != entries.size()) {
            return false;
        }
        for (int i = 0; i < shown.size(); i++) {
            if (!isSame(shown.get(i), entries.get(i))) {
                return false;
            }
        }
        return true;
    }

    /// What the elements say; empty when the list was changed after all.
    List<ManagerEntry> entries() {
        return size() == entries.size() ? entries : parsed();
    }

    private List<ManagerEntry> parsed() {
        List<ManagerEntry> parsed = new ArrayList<>();
        for (int i = 0; i < size(); i++) {
            parsed.add(ManagerEntry.parse((ObjectNode) get(i), i));
        }
        return parsed;
    }
}
