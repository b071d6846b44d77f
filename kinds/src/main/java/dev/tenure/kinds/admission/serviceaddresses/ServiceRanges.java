package dev.tenure.kinds.admission.serviceaddresses;

import dev.tenure.apiserver.admission.ClusterAccess;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.ObjectNode;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.function.Predicate;
import java.util.random.RandomGenerator;

/// The ranges that addresses of services come from just now: those of all ServiceCIDRs that are ready and
/// stay. Upstream: pkg/registry/core/service/ipallocator/cidrallocator.go.
///
/// @param all of IPv4, the only family here
record ServiceRanges(List<AddressRange> all) {
    ServiceRanges {
        all = List.copyOf(all);
    }

    /// @param usual stands in where there is no ServiceCIDR at all
    static ServiceRanges of(ClusterAccess cluster, AddressRange usual) {
        List<StoredObject> stored = cluster.list(ResourceTypes.SERVICE_CIDRS, "");
        if (stored.isEmpty()) {
            return new ServiceRanges(List.of(usual));
        }
        List<AddressRange> ranges = new ArrayList<>();
        for (StoredObject one : stored) {
            ObjectNode tree = cluster.tree(one);
            if (!one.header().deleting() && isReady(tree)) {
                tree.path("spec")
                        .path("cidrs")
                        .forEach(range -> AddressRange.of(range.asText("")).ifPresent(ranges::add));
            }
        }
        return new ServiceRanges(ranges);
    }

    /// One of which nobody has said anything counts as ready.
    private static boolean isReady(ObjectNode range) {
        for (JsonNode condition : range.path("status").path("conditions")) {
            if (condition.path("type").asText("").equals("Ready")) {
                return condition.path("status").asText("").equals("True");
            }
        }
        return true;
    }

    boolean contains(String address) {
        return all.stream().anyMatch(range -> range.contains(address));
    }

    /// Any free address, from the end of a range before its beginning; empty when all are taken.
    ///
    /// @param take whether an address could be had
    Optional<String> any(Predicate<String> take, RandomGenerator random) {
        List<AddressRange> shuffled = new ArrayList<>(all);
        Collections.shuffle(shuffled, Random.from(random));
        for (AddressRange range : shuffled) {
            int reserved = Math.min(range.reserved(), range.size());
            Optional<String> found = within(range, reserved, range.size(), take, random)
                    .or(() -> within(range, 0, reserved, take, random));
            if (found.isPresent()) {
                return found;
            }
        }
        return Optional.empty();
    }

    private static Optional<String> within(
            AddressRange range, int from, int to, Predicate<String> take, RandomGenerator random) {
        int count = to - from;
        if (count <= 0) {
            return Optional.empty();
        }
        int start = random.nextInt(count);
        for (int i = 0; i < count; i++) {
            String address = range.address(from + (int) (((long) start + i) % count));
            if (take.test(address)) {
                return Optional.of(address);
            }
        }
        return Optional.empty();
    }
}
