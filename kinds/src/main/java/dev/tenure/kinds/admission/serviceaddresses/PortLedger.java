package dev.tenure.kinds.admission.serviceaddresses;

import dev.tenure.apiserver.admission.ClusterAccess;
import dev.tenure.apiserver.registry.RefusedException;
import dev.tenure.apiserver.registry.Statuses;
import dev.tenure.kinds.service.SharedKinds;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.wire.json.Document;
import dev.tenure.wire.json.JsonNode;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;

/// Takes node ports and gives them back in the one object that all API servers of a cluster write, so that
/// two services never get the same, whatever the servers and threads they are made on. It is replaced only as
/// it was read; who was overtaken reads again. Where there is none yet it is made of the services that are
/// there. Upstream: pkg/registry/core/service/allocator/storage.
final class PortLedger {
    /// How often one change may be overtaken; each time somebody else's went through.
    private static final int TRIES_MAX = 1_000;

    private final ClusterAccess cluster;

    PortLedger(ClusterAccess cluster) {
        this.cluster = cluster;
    }

    boolean isTaken(int port) {
        return read().map(PortLedger::ports).orElseGet(this::used).has(port);
    }

    /// @return whether the port was free and is the caller's now
    boolean take(int port) {
        boolean[] free = new boolean[1];
        change(ports -> {
            free[0] = !ports.has(port);
            return free[0] ? ports.with(port) : ports;
        });
        return free[0];
    }

    void free(int port) {
        if (PortRange.contains(port)) {
            change(ports -> ports.without(port));
        }
    }

    /// Replaces what is taken, unless it is as before.
    ///
    /// @param next may be asked several times
    private void change(UnaryOperator<PortRange> next) {
        for (int i = 0; i < TRIES_MAX; i++) {
            Optional<StoredObject> stored = read();
            PortRange before = stored.map(PortLedger::ports).orElseGet(this::used);
            PortRange after = next.apply(before);
            if (after.equals(before) || written(stored, after)) {
                return;
            }
        }
        throw new RefusedException(Statuses.internal(
                "node ports cannot be allocated: others were faster %d times, try again".formatted(TRIES_MAX)));
    }

    Optional<StoredObject> read() {
        return cluster.get(SharedKinds.RANGES.stored(), "", SharedKinds.NODE_PORTS);
    }

    static PortRange ports(StoredObject stored) {
        return PortRange.of(Document.of(stored.content()).tree());
    }

    /// @return whether it stands so now; not when somebody else was faster
    boolean written(Optional<StoredObject> before, PortRange after) {
        return before.map(there -> cluster.replace(SharedKinds.RANGES, there, after.tree()))
                .orElseGet(
                        () -> cluster.create(SharedKinds.RANGES, after.tree()).isPresent());
    }

    /// The ports that services have.
    PortRange used() {
        Set<Integer> ports = new HashSet<>();
        for (StoredObject service : cluster.list(ResourceTypes.SERVICES, "")) {
            JsonNode spec = Document.of(service.content()).tree().path("spec");
            ports.addAll(ServiceNodePorts.of(spec));
        }
        return PortRange.of(ports);
    }
}
