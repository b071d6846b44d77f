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

/// The pods of a node, and parts of its agent, at which the code threw, which only a bug does. Each is set
/// aside alone: it stands in the log, and is taken up again after a pause that grows from 1 s to 1 min,
/// until it has been quiet for ten. Confined to its loop.
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

    /// Whether it is to be left alone for now.
    ///
    /// @param key of the pod, or the part: a uid, or a name that no pod has
    public boolean aside(String key) {
        return aside.contains(key);
    }

    /// Runs what concerns one pod alone; when that throws, `again` runs later in its place, as often as it
    /// has to.
    ///
    /// @param name for people, for example `pod default/web-0`
    public void guard(String key, String name, Runnable event, Runnable again) {
        try {
            event.run();
        } catch (RuntimeException | StackOverflowError e) {
            loop.supervision().setAside(name, e);
            later(key, name, again);
        }
    }

    /// Sets aside what has failed elsewhere and stands in the log already.
    public void later(String key, String name, Runnable again) {
        aside.add(key);
        loop.alarm(alarm(key), loop.time().now().plus(pause(key)), () -> {
            aside.remove(key);
            guard(key, name, again, again);
        });
    }

    private Duration pause(String key) {
        Tick now = loop.time().now();
        int before = Optional.ofNullable(failures.get(key))
                .filter(known -> now.since(known.last()).compareTo(FORGIVEN_AFTER) <= 0)
                .map(Failures::count)
                .orElse(0);
        int count = before + 1;
        failures.put(key, new Failures(count, now));
        return PAUSE.after(count);
    }

    /// The pod is gone.
    public void forget(String key) {
        failures.remove(key);
        if (aside.remove(key)) {
            loop.cancel(alarm(key));
        }
    }

    private static String alarm(String key) {
        return "aside-" + key;
    }
}
