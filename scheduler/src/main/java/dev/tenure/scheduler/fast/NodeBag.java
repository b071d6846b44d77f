package dev.tenure.scheduler.fast;

import java.util.Arrays;

/// Positions of nodes, in no order, of which any can be taken away at once: each node's place in its bag
/// is kept in an array that all bags of a class share.
final class NodeBag {
    private static final int FIRST_SIZE = 4;

    private int[] nodes = new int[FIRST_SIZE];
    private int size;

    void add(int node, int[] slots) {
        if (size == nodes.length) {
            nodes = Arrays.copyOf(nodes, size * 2);
        }
        slots[node] = size;
        nodes[size++] = node;
    }

    void remove(int node, int[] slots) {
        int last = nodes[--size];
        nodes[slots[node]] = last;
        slots[last] = slots[node];
    }

    int size() {
        return size;
    }

    int get(int index) {
        return nodes[index];
    }
}
