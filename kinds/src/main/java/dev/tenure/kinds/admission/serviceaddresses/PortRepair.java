package dev.tenure.kinds.admission.serviceaddresses;

import dev.tenure.apiserver.admission.ClusterAccess;
import dev.tenure.model.meta.ResourceType;
import dev.tenure.model.meta.ResourceType.Scope;
import dev.tenure.model.meta.StoredObject;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Holds the node ports that are written down as taken against the services that are there: a port that a
/// service has is taken, and one that nobody has been seen with in [#SEEN_UNUSED_MAX] looks is free again,
/// for whoever took it has crashed before the service was stored. Confined to one loop. Upstream:
/// pkg/registry/core/service/portallocator/controller/repair.go.
final class PortRepair {
    /// How many looks in a row a port may be unused in.
    static final int SEEN_UNUSED_MAX = 3;

    /// Where earlier builds kept who has which port.
    private static final ResourceType CLAIMS =
            new ResourceType("tenure.dev", "v1", "nodeportclaims", "NodePortClaim", Scope.CLUSTER);

    private final ClusterAccess cluster;
    private final PortLedger ledger;
    private Map<Integer, Integer> unused = new HashMap<>();

    public PortRepair(ClusterAccess cluster) {
        this.cluster = cluster;
        this.ledger = new PortLedger(cluster);
    }

    /// Looks once. What another server changes meanwhile is left for the next look.
    ///
    /// @throws IllegalArgumentException when what is stored is another range than this server's
    public void look() {
        cluster.list(CLAIMS, "").forEach(cluster::remove);
        Optional<StoredObject> stored = ledger.read();
        PortRange before = stored.map(PortLedger::ports).orElseGet(() -> PortRange.of(Set.of()));
        PortRange used = ledger.used();
        PortRange after = used;
        Map<Integer, Integer> seen = new HashMap<>();
        for (int port : before.ports()) {
            int looks = unused.getOrDefault(port, 0) + 1;
            if (!used.has(port) && looks <= SEEN_UNUSED_MAX) {
                seen.put(port, looks);
                after = after.with(port);
            }
        }
        unused = seen;
        if (stored.isEmpty() || !after.equals(before)) {
            ledger.written(stored, after);
        }
    }
}
