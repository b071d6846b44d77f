package dev.tenure.launch.memory;

/// Decides when a space that fills up and is emptied again is to be emptied before it is full, asked once per
/// step of time: when a quarter of it is used and five steps have added no more than a megabyte. For one
/// thread.
final class QuietMoment {
    private static final int STEPS = 5;
    private static final long HARDLY_BYTES = 1 << 20;
    private static final int PART_USED_MIN = 4;

    private final long[] past = new long[STEPS];
    private int next;

    /// @param used bytes
    /// @param size bytes
    boolean collectNow(long used, long size) {
        long before = past[next];
        past[next] = used;
        next = (next + 1) % STEPS;
        return used >= size / PART_USED_MIN && used >= before && used - before <= HARDLY_BYTES;
    }
}
