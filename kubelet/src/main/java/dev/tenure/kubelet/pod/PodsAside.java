package dev.tenure.kubelet.pod;

import dev.tenure.runtime.loop.EventLoop;
import dev.tenure.runtime.time.GrowingPause;
import dev.tenure.runtime.time.Tick;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// The pods of a node at which its code threw, which only a bug does. Each is set aside alone: it stands in the log,
/// and
/// is taken up again after a pause that grows from 1 s to 1 min, until it has been quiet for ten. Confined to its loop.
public final class PodsAside {
    private static final GrowingPause PAUSE = new GrowingPause(Duration.ofSeconds(1), Duration.ofMinutes(1));
    private static final Duration FORGIVEN_AFTER = Duration.ofMinutes(10);

    private record Failures(int count, Tick last) {}

    private final EventLoop loop;
    private final Map<String, Failures> failures = new HashMap<>();
    private final Set<String> aside = new HashSet<>();

    public PodsAside(EventLoop loop) {
        this.loop = loop;
    }

    /// Whether the pod is to be left alone for now.
    public boolean aside(String uid) {
        return aside.contains(uid);
    }

    /// Runs what concerns one pod alone; when that throws, `again` runs later in its place, as often as it has to.
    ///
    /// @param name of the pod, for people
    public void guard(String uid, String name, Runnable event, Runnable again) {
        try {
            event.run();
        } catch (RuntimeException | StackOverflowError e) {
            loop.supervision().setAside("pod " + name, e);
            aside.add(uid);
            loop.alarm(alarm(uid), loop.time().now().plus(pause(uid)), () -> {
                aside.remove(uid);
                guard(uid, name, again, again);
            });
        }
    }

    private Duration pause(String uid) {
        Tick now = loop.time().now();
        int before = Optional.ofNullable(failures.get(uid))
                .filter(known -> now.since(known.last()).compareTo(FORGIVEN_AFTER) <= 0)
                .map(Failures::count)
                .orElse(0);
        int count = before + 1;
        failures.put(uid, new Failures(count, now));
        return PAUSE.after(count);
    }

    /// The pod is gone.
    public void forget(String uid) {
        failures.remove(uid);
        if (aside.remove(uid)) {
            loop.cancel(alarm(uid));
        }
    }

    private static String alarm(String uid) {
        return "aside-" + uid;
    }
}
