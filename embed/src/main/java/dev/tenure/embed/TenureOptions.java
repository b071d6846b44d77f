package dev.tenure.embed;

import dev.tenure.controllers.tainteviction.stay.Semantics;
import java.time.Instant;
import java.util.EnumSet;
import java.util.OptionalInt;
import java.util.Set;

/// What an embedded cluster is made of. Immutable.
///
/// @param nodes how many simulated nodes there are at first, `node-1` and so on
/// @param zones the nodes stand in `zone-1` and so on in turn; 0: in none
/// @param clock how its clock goes
/// @param semantics by which taints evict
/// @param parts what runs beside the API server
/// @param port of the socket on loopback, 0 for a free one; absent: none is opened
/// @param seed of uids, generated names and the scheduler's choices among equals
public record TenureOptions(
        int nodes, int zones, Clock clock, Semantics semantics, Set<Part> parts, OptionalInt port, long seed) {
    private static final Instant EPOCH = Instant.parse("2026-01-01T00:00:00Z");

    /// What may run beside the API server.
    public enum Part {
        SCHEDULER,
        CONTROLLERS,
        /// The kubelets of nodes: every node of the cluster is simulated.
        NODES
    }

    /// How a clock goes.
    public sealed interface Clock {
        /// It shows this moment and stands until it is moved: what takes a day takes no time.
        record Standing(Instant shows) implements Clock {}

        /// It shows the machine's time at first and runs.
        ///
        /// @param speed how many seconds pass in one of the machine, more than 0
        record Running(double speed) implements Clock {}
    }

    public TenureOptions {
        if (nodes < 0 || zones < 0) {
            throw new IllegalArgumentException("there cannot be %d nodes in %d zones".formatted(nodes, zones));
        }
        parts = parts.isEmpty() ? Set.of() : Set.copyOf(parts);
    }

    /// Three nodes, everything runs, no socket, and the clock stands at the beginning of 2026.
    public static TenureOptions standing() {
        return new TenureOptions(
                3,
                0,
                new Clock.Standing(EPOCH),
                Semantics.DOCUMENTED,
                EnumSet.allOf(Part.class),
                OptionalInt.empty(),
                1);
    }

    /// Three nodes, everything runs, a socket, and the clock runs as the machine's.
    public static TenureOptions running() {
        return standing().withClock(new Clock.Running(1)).withSocket(0);
    }

    public TenureOptions withNodes(int count) {
        return new TenureOptions(count, zones, clock, semantics, parts, port, seed);
    }

    public TenureOptions withZones(int count) {
        return new TenureOptions(nodes, count, clock, semantics, parts, port, seed);
    }

    public TenureOptions withClock(Clock other) {
        return new TenureOptions(nodes, zones, other, semantics, parts, port, seed);
    }

    public TenureOptions withSemantics(Semantics other) {
        return new TenureOptions(nodes, zones, clock, other, parts, port, seed);
    }

    /// Taints evict as Kubernetes 1.36 has them do, oddities included, and not as its documentation says.
    public TenureOptions asKubernetes() {
        return withSemantics(Semantics.KUBERNETES_1_36);
    }

    /// Only these run beside the API server. Without kubelets nodes say nothing of themselves, and pods stay
    /// as they are.
    public TenureOptions withParts(Set<Part> others) {
        return new TenureOptions(nodes, zones, clock, semantics, others, port, seed);
    }

    /// @param number 0 for a free one
    public TenureOptions withSocket(int number) {
        return new TenureOptions(nodes, zones, clock, semantics, parts, OptionalInt.of(number), seed);
    }

    public TenureOptions withSeed(long other) {
        return new TenureOptions(nodes, zones, clock, semantics, parts, port, other);
    }
}
