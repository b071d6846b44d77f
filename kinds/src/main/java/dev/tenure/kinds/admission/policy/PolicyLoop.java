package dev.tenure.kinds.admission.policy;

import dev.tenure.runtime.loop.EventLoop;
import dev.tenure.runtime.loop.Outcome;
import dev.tenure.runtime.loop.Published;
import dev.tenure.runtime.loop.Supervisor;
import dev.tenure.store.Store;
import dev.tenure.store.Store.LogCursor;
import dev.tenure.store.Store.ResourceId;
import java.util.ArrayList;
import java.util.List;

/// Keeps the policies that are asked about writes up to date with the store. State
/// is confined to its loop; policies are compiled away from it.
public final class PolicyLoop {
    private static final int BATCH = 1_000;
    private static final String COMPILE = "compile-policies";

    private final Store store;
    private final Published<PolicySnapshot> state = new Published<>(PolicySnapshot.NONE);
    private PolicyCompiler compiler;
    private boolean busy;
    private boolean outdated;

    /// Compiles what is there on the caller's thread; [#start] follows the changes.
    public PolicyLoop(Store store) {
        this.store = store;
        this.compiler = PolicyCompiler.NEW.next(store);
        state.publish(compiler.snapshot());
    }

    Published<PolicySnapshot> state() {
        return state;
    }

    /// Begins to follow.
    public void start(EventLoop loop) {
        new Supervisor("admission-policies", loop, life -> () -> follow(life)).start();
    }

    private void follow(EventLoop loop) {
        busy = false;
        outdated = false;
        long revision = store.revision();
        List<LogCursor> cursors = new ArrayList<>();
        for (String resource : PolicyCompiler.RESOURCES) {
            LogCursor cursor = store.watch(new ResourceId(PolicyCompiler.GROUP, resource), "", revision);
            loop.supervision().atEnd(cursor::close);
            cursors.add(cursor);
        }
        renew(loop);
        cursors.forEach(cursor -> await(loop, cursor));
    }

    private void await(EventLoop loop, LogCursor cursor) {
        cursor.onReady(() -> loop.post("admission-policies-changed", () -> changed(loop, cursor)));
    }

    private void changed(EventLoop loop, LogCursor cursor) {
        while (!cursor.poll(BATCH).isEmpty()) {
            // only that something has changed counts
        }
        await(loop, cursor);
        renew(loop);
    }

    /// Reads and compiles, one reading at a time; what changed meanwhile is read after it.
    private void renew(EventLoop loop) {
        if (busy) {
            outdated = true;
            return;
        }
        busy = true;
        outdated = false;
        PolicyCompiler known = compiler;
        loop.hardWork(COMPILE, () -> known.next(store), outcome -> {
            busy = false;
            switch (outcome) {
                case Outcome.Done<PolicyCompiler>(PolicyCompiler next) -> {
                    compiler = next;
                    state.publish(next.snapshot());
                }
                case Outcome.Failed<PolicyCompiler>(Exception cause) ->
                    loop.supervision().failed(COMPILE, cause);
            }
            if (outdated) {
                renew(loop);
            }
        });
    }
}
