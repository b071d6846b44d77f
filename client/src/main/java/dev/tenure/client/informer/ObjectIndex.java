package dev.tenure.client.informer;

import dev.tenure.model.meta.StoredObject;
import java.util.AbstractCollection;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Set;

/// The objects of a copy by the groups of one grouping. A change that leaves an object in its group costs no
/// write; one that does not, two: each object knows its place in the array of its group, and the last of the
/// group fills the gap. Confined to one loop.
final class ObjectIndex {
    private final Grouping grouping;
    private final int number;
    private final Map<String, Group> groups = new HashMap<>();

    /// The place of one object of a copy: what stands in it changes, the place does not as long as there is
    /// the object.
    static final class Cell {
        private static final int[] NOWHERE = {};

        /// A copy of what many components follow has as many indexes.
        private static final int USUAL = 4;

        private StoredObject object;
        private int[] positions = NOWHERE;

        Cell(StoredObject object) {
            this.object = object;
        }

        StoredObject object() {
            return object;
        }

        void set(StoredObject next) {
            object = next;
        }

        private int position(int index) {
            return positions[index];
        }

        private void place(int index, int position) {
            if (index >= positions.length) {
                positions = Arrays.copyOf(positions, Math.max(USUAL, index + 1));
            }
            positions[index] = position;
        }
    }

    /// @param number tells this index from the others of its copy; 0 for the first
    ObjectIndex(Grouping grouping, int number) {
        this.grouping = grouping;
        this.number = number;
    }

    /// The objects of a group, in no order that means anything but the same in each run; a view that changes.
    Collection<StoredObject> in(String group) {
        Group found = groups.get(group);
        return found == null ? List.of() : found;
    }

    /// The groups that have an object; a view that changes.
    Set<String> groups() {
        return groups.keySet();
    }

    void add(Cell cell) {
        add(cell, group(cell.object()));
    }

    private void add(Cell cell, String group) {
        if (!group.isEmpty()) {
            groups.computeIfAbsent(group, _ -> new Group(number)).include(cell);
        }
    }

    /// An object that cannot be read belongs to no group; the followers of the copy meet it too, and tell.
    private String group(StoredObject object) {
        try {
            return grouping.of(object);
        } catch (RuntimeException _) {
            return "";
        }
    }

    /// @param last the state in which the object was when it was last added or changed
    void remove(Cell cell, StoredObject last) {
        remove(cell, group(last));
    }

    private void remove(Cell cell, String name) {
        Group group = groups.get(name);
        if (group != null) {
            group.exclude(cell);
            if (group.isEmpty()) {
                groups.remove(name);
            }
        }
    }

    /// The object of a cell has changed.
    void change(Cell cell, StoredObject before) {
        String from = group(before);
        String to = group(cell.object());
        if (!from.equals(to)) {
            remove(cell, from);
            add(cell, to);
        }
    }

    private static final class Group extends AbstractCollection<StoredObject> {
        private static final int FEW = 4;

        private final int index;
        private Cell[] cells = new Cell[FEW];
        private int size;

        private Group(int index) {
            this.index = index;
        }

        private void include(Cell cell) {
            if (size == cells.length) {
                cells = Arrays.copyOf(cells, size + (size >> 1));
            }
            cell.place(index, size);
            cells[size++] = cell;
        }

        private void exclude(Cell cell) {
            int gap = cell.position(index);
            size--;
            Cell last = cells[size];
            cells[gap] = last;
            last.place(index, gap);
            Arrays.fill(cells, size, size + 1, null);
            if (size > FEW && size < cells.length >> 2) {
                cells = Arrays.copyOf(cells, cells.length >> 1);
            }
        }

        @Override
        public int size() {
            return size;
        }

        @Override
        public Iterator<StoredObject> iterator() {
            return new Iterator<>() {
                private int next;

                @Override
                public boolean hasNext() {
                    return next < size;
                }

                @Override
                public StoredObject next() {
                    if (next >= size) {
                        throw new NoSuchElementException();
                    }
                    return cells[next++].object();
                }
            };
        }
    }
}
