package dev.tenure.store.sqlite;

import dev.tenure.store.Store.Write;
import dev.tenure.store.StoreUnavailableException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.LongSupplier;

/// Why new objects are refused just now, though deletions are let through: the disk is full, or the store has
/// reached its quota. The writer sets and lifts it, others may look.
final class Alarm {
    private final Path file;
    private final long quotaBytes;
    private final DiskReserve reserve;
    private final LongSupplier reusableBytes;
    private volatile Optional<String> reason = Optional.empty();
    private boolean diskFull;

    /// @param quotaBytes how large the objects in the file may become; 0 for no bound
    /// @param reusableBytes how much within the file new objects can take; asked by the writer alone
    Alarm(Path file, long quotaBytes, LongSupplier reusableBytes) {
        this.file = file;
        this.quotaBytes = quotaBytes;
        this.reusableBytes = reusableBytes;
        this.reserve = new DiskReserve(file.toAbsolutePath().resolveSibling(""));
        reserve.keep();
    }

    /// What stands in the way of new objects; empty when nothing does.
    Optional<String> reason() {
        return reason;
    }

    /// The refusal of a write, if it is to be refused: one that takes room while there is none.
    Optional<StoreUnavailableException> refusal(Write write) {
        if (reason.isEmpty() || makesRoom(write)) {
            return Optional.empty();
        }
        if (diskFull && reserve.restore(reusableBytes.getAsLong())) {
            diskFull = false;
            reason = Optional.empty();
            return Optional.empty();
        }
        return reason.map(StoreUnavailableException::new);
    }

    /// A deletion, or a step on the way to one: the mark on an object that waits for its finalizers.
    private static boolean makesRoom(Write write) {
        return switch (write) {
            case Write.Delete _ -> true;
            case Write.Put put -> put.object().header().deleting();
        };
    }

    /// The disk took no more.
    void diskIsFull() {
        diskFull = true;
        reserve.release();
        reason = Optional.of(("cannot write to the store %s: the disk is full; free some space or delete objects, then"
                        + " writes succeed again")
                .formatted(file));
    }

    /// @param bytes that the objects in the file take
    void measured(long bytes) {
        if (diskFull || quotaBytes == 0) {
            return;
        }
        reason = bytes < quotaBytes
                ? Optional.empty()
                : Optional.of(("the store %s has reached its quota of %d bytes (--quota-bytes); delete objects, then"
                                + " writes succeed again")
                        .formatted(file, quotaBytes));
    }

    /// To be called now and then: room that came free since makes the reserve as large as it should be.
    void lookAtReserve() {
        if (!diskFull && reserve.isSmall()) {
            reserve.keep();
        }
    }

    /// Whether the size matters and is to be measured.
    boolean hasQuota() {
        return quotaBytes > 0;
    }
}
