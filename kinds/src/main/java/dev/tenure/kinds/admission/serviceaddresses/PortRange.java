package dev.tenure.kinds.admission.serviceaddresses;

import dev.tenure.kinds.service.SharedKinds;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.ObjectNode;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;

/// Which node ports are taken, in the form in which all API servers of a cluster keep it, upstream's among
/// them: one large number whose bit i stands for the i-th port. Upstream:
/// pkg/registry/core/service/allocator/bitmap.go.
record PortRange(BigInteger taken) {
    static final int FIRST = 30000;
    static final int COUNT = 2768;
    static final String WORDS = FIRST + "-" + (FIRST + COUNT - 1);

    static boolean contains(int port) {
        return port >= FIRST && port < FIRST + COUNT;
    }

    /// Ports outside the range count for nothing.
    static PortRange of(Set<Integer> ports) {
        BigInteger taken = BigInteger.ZERO;
        for (int port : ports) {
            taken = contains(port) ? taken.setBit(port - FIRST) : taken;
        }
        return new PortRange(taken);
    }

    /// Reads what is stored.
    ///
    /// @throws IllegalArgumentException when it is another range
    static PortRange of(ObjectNode allocation) {
        String range = allocation.path("range").asText("");
        if (!range.equals(WORDS)) {
            throw new IllegalArgumentException(
                    "the range of node ports that is stored is \"%s\", this server's is %s: run all API servers with --service-node-port-range=%s"
                            .formatted(range, WORDS, WORDS));
        }
        byte[] data = Base64.getDecoder().decode(allocation.path("data").asText(""));
        return new PortRange(new BigInteger(1, data));
    }

    boolean has(int port) {
        return contains(port) && taken.testBit(port - FIRST);
    }

    PortRange with(int port) {
        return new PortRange(taken.setBit(port - FIRST));
    }

    PortRange without(int port) {
        return new PortRange(taken.clearBit(port - FIRST));
    }

    /// The ports that are taken, in order.
    List<Integer> ports() {
        return IntStream.range(0, COUNT)
                .filter(taken::testBit)
                .mapToObj(offset -> FIRST + offset)
                .toList();
    }

    ObjectNode tree() {
        ObjectNode allocation = Json.object().put("kind", "RangeAllocation").put("apiVersion", "v1");
        allocation.putObject("metadata").put("name", SharedKinds.NODE_PORTS);
        return allocation.put("range", WORDS).put("data", Base64.getEncoder().encodeToString(magnitude()));
    }

    /// As Go writes a large number: without a sign, and without any byte for zero.
    private byte[] magnitude() {
        byte[] bytes = taken.toByteArray();
        return bytes[0] == 0 ? Arrays.copyOfRange(bytes, 1, bytes.length) : bytes;
    }
}
