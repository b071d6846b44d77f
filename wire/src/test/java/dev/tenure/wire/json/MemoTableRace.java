package dev.tenure.wire.json;

import dev.tenure.wire.OpenParts;
import org.jspecify.annotations.Nullable;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/// Two threads remember something at one place and look there: what they find is whole.
@JCStressTest
@Outcome(id = "4, 4", expect = Expect.ACCEPTABLE, desc = "all of an entry")
@State
public class MemoTableRace {
    private static final int HASH = 7;

    private final MemoTable<OpenParts> table = new MemoTable<>("entries", 1);

    @Actor
    public void one(II_Result result) {
        result.r1 = putAndLook();
    }

    @Actor
    public void other(II_Result result) {
        result.r2 = putAndLook();
    }

    /// 4 when whatever was found was whole, and what was put there is not lost.
    private int putAndLook() {
        int before = sum(table.at(HASH), 4);
        table.put(HASH, new OpenParts());
        return Math.min(before, sum(table.at(HASH), 0));
    }

    private static int sum(@Nullable OpenParts found, int none) {
        return found == null ? none : found.sum();
    }
}
