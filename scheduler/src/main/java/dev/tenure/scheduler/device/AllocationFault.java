package dev.tenure.scheduler.device;

import dev.tenure.scheduler.device.DeviceAllocator.Outcome;

/// Ends a search for devices that cannot come to anything.
final class AllocationFault extends Exception {
    private static final long serialVersionUID = 1L;

    private final transient Outcome outcome;

    private AllocationFault(Outcome outcome) {
        super(null, null, false, false);
        this.outcome = outcome;
    }

    static AllocationFault of(String message) {
        return new AllocationFault(new Outcome.Broken(message));
    }

    static AllocationFault tooLong() {
        return new AllocationFault(new Outcome.TooLong());
    }

    Outcome outcome() {
        return outcome;
    }
}
