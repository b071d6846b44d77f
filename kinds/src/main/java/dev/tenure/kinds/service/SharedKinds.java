package dev.tenure.kinds.service;

import dev.tenure.apiserver.registry.KindEntry;
import dev.tenure.wire.view.Views;
import java.util.List;

/// Kinds that API servers write for one another and serve to nobody. Upstream: RangeAllocation under
/// `/registry/ranges` (pkg/registry/core/service/allocator/storage), Endpoints under `/registry/masterleases`
/// (pkg/controlplane/reconcilers/lease.go). Their objects are called after their key; upstream leaves the
/// name in them empty.
public final class SharedKinds {
    /// What is taken of a range of numbers; the one of node ports is called [#NODE_PORTS].
    public static final KindEntry RANGES = entry("rangeallocations", "RangeAllocation");

    /// The name of the range of node ports.
    public static final String NODE_PORTS = "servicenodeports";

    /// One for each API server that lives, called after its address.
    public static final KindEntry SERVER_LEASES = entry("masterleases", "Endpoints");

    private SharedKinds() {}

    private static KindEntry entry(String resource, String kind) {
        KindEntry entry = KindEntry.cluster("v1", resource, kind);
        return entry.withView(Views.reader(entry.stored()));
    }

    public static List<KindEntry> all() {
        return List.of(RANGES, SERVER_LEASES);
    }
}
