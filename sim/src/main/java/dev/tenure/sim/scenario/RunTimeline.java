package dev.tenure.sim.scenario;

import dev.tenure.model.core.Condition;
import dev.tenure.model.core.Node;
import dev.tenure.model.core.Pod;
import dev.tenure.model.core.Taint;
import dev.tenure.model.core.TaintEffect;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.runtime.time.Tick;
import dev.tenure.runtime.time.TimeSource;
import dev.tenure.sim.fault.Fault;
import dev.tenure.sim.world.Observer.Write;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Tells what happens in a run that people want to know: faults, nodes that are lost and come back,
/// NoExecute taints, pods that are evicted, bound and gone. Counts it too. Confined to the thread of
/// its world.
public final class RunTimeline {
    private static final String CONTROLLER = ":node-controller";

    /// One thing that happened.
    ///
    /// @param at since the beginning of the run
    /// @param kind `fault`, `node`, `taint`, `evicted`, `bound`, `deleted`
    /// @param object the node or `namespace/name` of the pod; empty for a fault
    public record Entry(Duration at, String kind, String object, String text) {}

    /// How often things happened.
    public record Counts(long writes, long evicted, long bound, long deleted, long lost, long faults) {
        private static final Counts NONE = new Counts(0, 0, 0, 0, 0, 0);

        private Counts plus(String kind) {
            return switch (kind) {
                case "write" -> new Counts(writes + 1, evicted, bound, deleted, lost, faults);
                case "evicted" -> new Counts(writes, evicted + 1, bound, deleted, lost, faults);
                case "bound" -> new Counts(writes, evicted, bound + 1, deleted, lost, faults);
                case "deleted" -> new Counts(writes, evicted, bound, deleted + 1, lost, faults);
                case "lost" -> new Counts(writes, evicted, bound, deleted, lost + 1, faults);
                case "fault" -> new Counts(writes, evicted, bound, deleted, lost, faults + 1);
                default -> this;
            };
        }
    }

    private final Consumer<Entry> listener;
    private @Nullable TimeSource time;
    private Tick begin = new Tick(0);
    private Counts counts = Counts.NONE;

    /// @param listener hears of everything, in order
    public RunTimeline(Consumer<Entry> listener) {
        this.listener = listener;
    }

    /// From here time is counted.
    public void begin(TimeSource source) {
        time = source;
        begin = source.now();
    }

    public boolean begun() {
        return time != null;
    }

    public Counts counts() {
        return counts;
    }

    private void add(String kind, String object, String text) {
        if (time != null) {
            counts = counts.plus(kind);
            listener.accept(new Entry(time.now().since(begin), kind, object, text));
        }
    }

    /// A fault begins.
    public void begins(Fault fault) {
        add("fault", "", fault.text());
    }

    /// A write was acknowledged.
    public void written(Write write) {
        counts = counts.plus("write");
        StoredObject object = write.after();
        if (!object.key().group().isEmpty()) {
            return;
        }
        switch (object.key().resource()) {
            case "nodes" -> node(write);
            case "pods" -> pod(write);
            default -> {
                // not for people
            }
        }
    }

    private void node(Write write) {
        Node node = write.after().view(Node.class);
        if (write.deletion()) {
            add("node", node.name(), "is deleted");
            return;
        }
        if (write.before().isEmpty()) {
            add("node", node.name(), "is created");
            return;
        }
        Node before = write.before().get().view(Node.class);
        String was = ready(before);
        String is = ready(node);
        if (!was.equals(is)) {
            add("node", node.name(), "Ready is " + is);
            counts = is.equals("True") ? counts : counts.plus("lost");
        }
        taints(node.name(), before.spec().taints(), node.spec().taints());
    }

    private static String ready(Node node) {
        return node.condition(Node.READY)
                .map(Condition::status)
                .map(Condition.Truth::word)
                .orElse("absent");
    }

    private void taints(String node, List<Taint> before, List<Taint> after) {
        if (before.equals(after)) {
            return;
        }
        for (Taint taint : after) {
            if (taint.effect() == TaintEffect.NO_EXECUTE && before.stream().noneMatch(taint::sameAs)) {
                add("taint", node, "+" + taint);
            }
        }
        for (Taint taint : before) {
            if (taint.effect() == TaintEffect.NO_EXECUTE && after.stream().noneMatch(taint::sameAs)) {
                add("taint", node, "-" + taint);
            }
        }
    }

    private void pod(Write write) {
        Pod pod = write.after().view(Pod.class);
        Optional<Pod> before = write.before().map(object -> object.view(Pod.class));
        boolean leaves = before.filter(old -> !old.meta().deleting()).isPresent()
                && (write.deletion() || pod.meta().deleting());
        String node = pod.spec().nodeName();
        if (leaves && write.origin().user().endsWith(CONTROLLER)) {
            add("evicted", pod.qualifiedName(), "from " + node);
        } else if (leaves) {
            add("deleted", pod.qualifiedName(), node.isEmpty() ? "without a node" : "on " + node);
        }
        boolean bound = before.filter(old -> !old.spec().bound()).isPresent()
                && pod.spec().bound();
        if (bound) {
            add("bound", pod.qualifiedName(), "to " + node);
        }
    }
}
