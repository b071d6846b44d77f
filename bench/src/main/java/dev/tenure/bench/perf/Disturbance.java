package dev.tenure.bench.perf;

import dev.tenure.model.meta.ApiReply;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.runtime.io.Background;
import dev.tenure.runtime.loop.WakeUp;
import dev.tenure.runtime.time.SystemTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// What goes on beside the steps of a workload: objects that come and go, and pods that are deleted. Each has
/// a thread of its own until it is done or everything is closed.
final class Disturbance implements AutoCloseable {
    private final SystemTime time;
    private final PerfCluster cluster;
    private final List<WakeUp> stops = new ArrayList<>();

    Disturbance(SystemTime time, PerfCluster cluster) {
        this.time = time;
        this.cluster = cluster;
    }

    /// Something that is done again and again.
    private interface Turn {
        /// @return whether there is more to do
        boolean take(int number);
    }

    private void start(String name, Duration interval, Turn turn) {
        var stop = new WakeUp();
        stops.add(stop);
        Background.run(name, () -> {
            try {
                var pace = new Metronome(time, interval);
                int number = 0;
                while (!pace.await(stop) && turn.take(number)) {
                    number++;
                }
            } catch (InterruptedException _) {
                Thread.currentThread().interrupt();
            }
        });
    }

    /// Deletes the pods that are there now.
    ///
    /// @param type value of their label `type`; empty for all
    void delete(String namespace, String type, int perSecond) {
        Map<String, String> query = type.isEmpty() ? Map.of() : Map.of("labelSelector", "type=" + type);
        if (!(cluster.client().list(ResourceTypes.PODS, namespace, query) instanceof ApiReply.Many many)) {
            throw new IllegalStateException("cannot list the pods of " + namespace);
        }
        List<StoredObject> pods = many.items();
        start("delete-pods", Duration.ofSeconds(1).dividedBy(perSecond), number -> {
            if (number >= pods.size()) {
                return false;
            }
            cluster.delete(ResourceTypes.PODS, namespace, pods.get(number).key().name());
            return true;
        });
    }

    /// Makes objects of all the templates at each turn, or, when a number is given, by turns so often and
    /// deletes them again.
    void churn(Step.Churn churn) {
        start("churn", Duration.ofMillis(churn.everyMillis()), number -> {
            boolean again = churn.number() > 0;
            boolean making = !again || number / churn.number() % 2 == 0;
            int index = again ? number % churn.number() : number;
            for (Template template : churn.templates()) {
                String namespace = namespaced(template) ? churn.namespace() : "";
                if (making) {
                    cluster.create(template.type(), namespace, template.object(index, 1));
                } else {
                    cluster.delete(template.type(), namespace, template.nameOf(index));
                }
            }
            return true;
        });
    }

    private static boolean namespaced(Template template) {
        return !template.type().equals(ResourceTypes.NODES);
    }

    @Override
    public void close() {
        stops.forEach(WakeUp::raise);
    }
}
