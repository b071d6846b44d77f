package dev.tenure.launch.memory;

/// Decides when a space that is nearly full is to be emptied between two requests, so that the collection
/// meets nobody: when nobody has asked anything for three looks. Those who ask sixty times a second have some
/// ten milliseconds between the end of one answer and the next question. For one thread.
final class Lull {
    private static final int LOOKS = 3;
    private static final double NEARLY_FULL = 0.75;

    private long before = -1;
    private int alike;

    /// Whether a collection is near enough to be had ahead of its time.
    ///
    /// @param used bytes
    /// @param size bytes
    static boolean isNearlyFull(long used, long size) {
        return used >= size * NEARLY_FULL;
    }

    /// Asked once per look, while the space is nearly full.
    ///
    /// @param asked how often anybody has asked anything so far; 0 tells nothing of when there is work
    boolean collectNow(long asked) {
        alike = asked == before ? alike + 1 : 0;
        before = asked;
        return asked > 0 && alike >= LOOKS;
    }

    /// To be told of a collection: the next one needs a lull of its own.
    void collected() {
        before = -1;
    }
}
