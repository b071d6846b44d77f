package dev.tenure.wire;

import dev.tenure.model.meta.Lazy;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;

/// Two threads ask for a value at once: both get all of it, and the same one.
@JCStressTest
@Outcome(id = "4, 4, 1", expect = Expect.ACCEPTABLE, desc = "both see all of one value")
@State
public class LazyRace {
    private final Lazy<OpenParts> lazy = new Lazy<>(OpenParts::new);
    private final OpenParts[] seen = new OpenParts[2];

    @Actor
    public void one(III_Result result) {
        seen[0] = lazy.get();
        result.r1 = seen[0].sum();
    }

    @Actor
    public void other(III_Result result) {
        seen[1] = lazy.get();
        result.r2 = seen[1].sum();
    }

    @Arbiter
    public void afterwards(III_Result result) {
        result.r3 = seen[0] == seen[1] ? 1 : 0;
    }
}
