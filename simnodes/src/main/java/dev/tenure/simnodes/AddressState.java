package dev.tenure.simnodes;

import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalInt;

/// Hands out IPv4 addresses: nodes out of 10.128.0.0/10, pods out of 10.192.0.0/10. Confined to one loop.
final class AddressState {
    private final Block nodes = new Block((10 << 24) | (128 << 16));
    private final Block pods = new Block((10 << 24) | (192 << 16));

    /// Notes an address that the API shows already.
    void keepNode(String node, String address) {
        nodes.keep(node, address);
    }

    void keepPod(String uid, String address) {
        pods.keep(uid, address);
    }

    String ofNode(String node) {
        return nodes.of(node);
    }

    String ofPod(String uid) {
        return pods.of(uid);
    }

    void freePod(String uid) {
        pods.free(uid);
    }

    /// The addresses of one kind of owner: 4,194,304 that follow one another. When none is left, they are
    /// given twice.
    private static final class Block {
        private static final int SIZE = 1 << 22;

        private final int first;
        private final Map<String, String> byOwner = new HashMap<>();
        /// By their distance from the first.
        private final BitSet taken = new BitSet();
        private int next = 1;

        private Block(int first) {
            this.first = first;
        }

        private void keep(String owner, String address) {
            byOwner.put(owner, address);
            place(address).ifPresent(taken::set);
        }

        private String of(String owner) {
            return byOwner.computeIfAbsent(owner, _ -> {
                int place = taken.nextClearBit(next) % SIZE;
                taken.set(place);
                next = place + 1;
                return text(first + place);
            });
        }

        private void free(String owner) {
            String address = byOwner.remove(owner);
            if (address != null) {
                place(address).ifPresent(taken::clear);
            }
        }

        /// Empty for an address that is none of these.
        private OptionalInt place(String address) {
            int value = 0;
            int part = 0;
            int parts = 1;
            for (int i = 0; i < address.length(); i++) {
                char c = address.charAt(i);
                if (c == '.') {
                    value = (value << 8) | part;
                    part = 0;
                    parts++;
                } else if (c >= '0' && c <= '9') {
                    part = part * 10 + c - '0';
                } else {
                    return OptionalInt.empty();
                }
            }
            int place = ((value << 8) | part) - first;
            return parts == 4 && place >= 0 && place < SIZE ? OptionalInt.of(place) : OptionalInt.empty();
        }

        private static String text(int address) {
            return (address >>> 24) + "." + ((address >>> 16) & 255) + "." + ((address >>> 8) & 255) + "."
                    + (address & 255);
        }
    }
}
