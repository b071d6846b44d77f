package dev.tenure.simnodes;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/// Hands out IPv4 addresses: nodes out of 10.128.0.0/10, pods out of 10.192.0.0/10. Confined to one loop.
final class AddressState {
    private static final int NODES = (10 << 24) | (128 << 16);
    private static final int PODS = (10 << 24) | (192 << 16);
    private static final int SIZE = 1 << 22;

    private final Map<String, String> nodes = new HashMap<>();
    private final Map<String, String> pods = new HashMap<>();
    private final Set<String> taken = new HashSet<>();
    private int nextNode = 1;
    private int nextPod = 1;

    /// Notes an address that the API shows already.
    void keepNode(String node, String address) {
        nodes.put(node, address);
        taken.add(address);
    }

    void keepPod(String uid, String address) {
        pods.put(uid, address);
        taken.add(address);
    }

    String ofNode(String node) {
        return nodes.computeIfAbsent(node, _ -> {
            String address;
            do {
                address = text(NODES + (nextNode++ % SIZE));
            } while (!taken.add(address));
            return address;
        });
    }

    String ofPod(String uid) {
        return pods.computeIfAbsent(uid, _ -> {
            String address;
            do {
                address = text(PODS + (nextPod++ % SIZE));
            } while (!taken.add(address));
            return address;
        });
    }

    void freePod(String uid) {
        String address = pods.remove(uid);
        if (address != null) {
            taken.remove(address);
        }
    }

    private static String text(int address) {
        return (address >>> 24) + "." + ((address >>> 16) & 255) + "." + ((address >>> 8) & 255) + "."
                + (address & 255);
    }
}
