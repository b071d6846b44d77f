package dev.tenure.controllers.servicecidr;

import java.util.Collection;
import java.util.List;
import java.util.Map;

/// Whether a ServiceCIDR can go: when others hold its ranges, or when no address in use is of it alone.
/// Upstream: servicecidrs_controller.go (canDeleteCIDR).
final class RemovalRule {
    private RemovalRule() {}

    /// @param name of the one that is to go
    /// @param all the ranges of all ServiceCIDRs, this one's among them, by their names
    /// @param used the addresses that services have
    static boolean canGo(String name, Map<String, List<AddressBlock>> all, Collection<String> used) {
        List<AddressBlock> own = all.getOrDefault(name, List.of());
        boolean held = own.stream()
                .allMatch(block -> all.entrySet().stream()
                        .filter(other -> !other.getKey().equals(name))
                        .anyMatch(other -> other.getValue().stream().anyMatch(range -> range.holds(block))));
        return held
                || used.stream()
                        .filter(address -> own.stream().anyMatch(block -> block.gives(address)))
                        .allMatch(address -> all.entrySet().stream()
                                .filter(other -> !other.getKey().equals(name))
                                .anyMatch(other -> other.getValue().stream().anyMatch(range -> range.gives(address))));
    }
}
