package dev.tenure.runtime.io;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/// Lets one go first, whose work serves those who come after; they wait until it is back, or for a while.
/// From then on everybody goes at once. Safe for use by several threads.
public final class FirstAlone {
    private final AtomicBoolean gone = new AtomicBoolean();
    private final CountDownLatch back = new CountDownLatch(1);

    /// @return whether the caller is the first, who must call [#back] at the end, however it ends
    public boolean go(Duration waitAtMost) throws InterruptedException {
        if (gone.compareAndSet(false, true)) {
            return true;
        }
        // who has waited long enough goes without what the first would have brought
        boolean _ = back.await(waitAtMost.toNanos(), TimeUnit.NANOSECONDS);
        return false;
    }

    public void back() {
        back.countDown();
    }
}
