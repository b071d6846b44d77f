package dev.tenure.scheduler.cycle;

import java.util.random.RandomGenerator;

/// Chance that remembers among how many it last chose, so that a placement can tell whether a tie decided it.
/// Confined to the loop of its scheduler.
public final class NotedChance implements RandomGenerator {
    private final RandomGenerator random;
    private int among = 1;

    public NotedChance(RandomGenerator random) {
        this.random = random;
    }

    /// From here on a choice is another one.
    public void begin() {
        among = 1;
    }

    /// Among how many was chosen since the choice began; 1 when nothing was left to chance.
    public int among() {
        return among;
    }

    @Override
    public int nextInt(int bound) {
        among = bound;
        return random.nextInt(bound);
    }

    @Override
    public long nextLong() {
        return random.nextLong();
    }
}
