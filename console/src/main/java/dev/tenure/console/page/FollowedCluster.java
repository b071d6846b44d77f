package dev.tenure.console.page;

import dev.tenure.client.ClusterClient;
import dev.tenure.client.informer.Grouping;
import dev.tenure.client.informer.Informer;
import dev.tenure.client.informer.InformerHandler;
import dev.tenure.client.rest.ConnectionException;
import dev.tenure.model.core.Node;
import dev.tenure.model.core.Pod;
import dev.tenure.model.core.Toleration;
import dev.tenure.model.meta.ApiReply;
import dev.tenure.model.meta.ObjectKey;
import dev.tenure.model.meta.ResourceType;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.runtime.io.Pause;
import dev.tenure.runtime.loop.EventLoop;
import dev.tenure.runtime.loop.Inquiry;
import dev.tenure.runtime.loop.Published;
import dev.tenure.runtime.time.Tick;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/// The nodes and pods that one identity may see, followed by a list and a watch each with that identity's
/// rights. Pages are worked out on its loop. What is asked from other threads: [#look], [#version],
/// [#isCutOff] and [#start].
public final class FollowedCluster {
    private static final int FORBIDDEN = 403;
    private static final Duration PATIENCE = Duration.ofSeconds(5);
    private static final Duration LOOK_EVERY = Duration.ofMillis(10);
    private static final Grouping BY_NODE =
            object -> object.view(Pod.class).spec().nodeName();

    private final EventLoop loop;
    private final ClusterClient client;
    private final Informer nodes;
    private final Informer pods;
    private final String namespace;
    private final Counter nodesSeen = new Counter();
    private final PodClassState classes = new PodClassState();
    private final PodRowsState rows = new PodRowsState();
    private final Counter podsSeen = new Classifier();

    /// @param namespace to which the copy of pods is limited; empty for all
    public FollowedCluster(EventLoop loop, ClusterClient client, String namespace) {
        this.loop = loop;
        this.client = client;
        this.namespace = namespace;
        this.nodes = new Informer(loop, client, Informer.Selection.all(ResourceTypes.NODES), nodesSeen);
        this.pods =
                new Informer(loop, client, new Informer.Selection(ResourceTypes.PODS, namespace, Map.of()), podsSeen);
    }

    /// To which namespace the copy has to be limited for a client.
    ///
    /// @param own of which the pods are shown to who may not list those of all
    /// @return empty for all
    public static String namespaceFor(ClusterClient client, String own) {
        ApiReply reply = client.list(ResourceTypes.PODS, "", Map.of("limit", "1"));
        return reply instanceof ApiReply.Failure(var status, var _) && status.code() == FORBIDDEN ? own : "";
    }

    /// Counts the batches of changes that pages would show; written by the loop, read by all.
    private static class Counter implements InformerHandler {
        private final Published<Long> count = new Published<>(0L);
        private final Published<Boolean> lost = new Published<>(false);
        private boolean synced;
        private boolean worthTelling;

        @Override
        public void changed(Optional<StoredObject> before, StoredObject after) {
            worthTelling = worthTelling || before.isEmpty() || !NodeChangeRule.onlyBeat(before.get(), after);
        }

        @Override
        public void deleted(StoredObject last) {
            worthTelling = true;
        }

        @Override
        public void synced() {
            synced = true;
            count.publish(count.get() + 1);
        }

        /// What is refused is an answer.
        @Override
        public void failed(Exception why) {
            lost.publish(why instanceof ConnectionException);
        }

        @Override
        public void followed() {
            lost.publish(false);
        }

        @Override
        public void batchEnded() {
            if (synced && worthTelling) {
                count.publish(count.get() + 1);
            }
            worthTelling = false;
        }
    }

    private final class Classifier extends Counter {
        @Override
        public void changed(Optional<StoredObject> before, StoredObject after) {
            classes.changed(before, after);
            rows.changed(after);
            super.changed(before, after);
        }

        @Override
        public void deleted(StoredObject last) {
            classes.deleted(last);
            rows.deleted(last.key());
            super.deleted(last);
        }
    }

    /// A moment of the copy, which changes: to be used on its loop only, within [#look].
    public final class Look {
        private Look() {}

        Collection<StoredObject> nodes() {
            return nodes.all();
        }

        Optional<Node> node(String name) {
            return nodes.get(ResourceTypes.NODES.key("", name)).map(object -> object.view(Node.class));
        }

        /// All pods, as tables search them.
        PodRowsState podRows() {
            return rows;
        }

        Collection<StoredObject> podsOn(String node) {
            return pods.in(BY_NODE, node);
        }

        /// The pods by their tolerations.
        Map<List<Toleration>, Set<ObjectKey>> podClasses() {
            return classes.classes();
        }

        Optional<StoredObject> pod(String inNamespace, String name) {
            ObjectKey key = ResourceTypes.PODS.key(inNamespace, name);
            return pods.get(key);
        }
    }

    /// Begins to follow.
    public void start() {
        loop.post("start", () -> {
            nodes.start();
            pods.start();
        });
    }

    /// Ends to follow.
    public void stop() {
        loop.post("stop", () -> {
            nodes.stop();
            pods.stop();
        });
    }

    /// Grows with every batch of changes of nodes or pods, those apart by which a node only says that it is
    /// alive; 0 before the first is complete.
    public long version() {
        return nodesSeen.count.get() + podsSeen.count.get();
    }

    /// Whether the cluster does not answer at present, so that what is known of it may be old.
    boolean isCutOff() {
        return nodesSeen.lost.get() || podsSeen.lost.get();
    }

    /// Whether the identity may list nodes.
    boolean mayListNodes() {
        return client.list(ResourceTypes.NODES, "", Map.of("limit", "1")) instanceof ApiReply.Many;
    }

    /// The namespace whose pods are seen; empty for all.
    String namespace() {
        return namespace;
    }

    /// Works something out of the nodes and pods of one moment; waits until they have been read. What may not
    /// be listed is refused in the API's words.
    ///
    /// @param question must be short, and keep nothing of what it is given
    /// @throws ConsoleFault when the identity may not list them, or they are not here in time
    public <T> T look(Function<Look, T> question) {
        permitted(ResourceTypes.NODES, "");
        return lookAtPods(question);
    }

    /// The same for pages that show no nodes.
    public <T> T lookAtPods(Function<Look, T> question) {
        permitted(ResourceTypes.PODS, namespace);
        Tick end = loop.time().now().plus(PATIENCE);
        while (podsSeen.count.get() == 0) {
            if (loop.time().now().isAfter(end)) {
                throw new ConsoleFault(503, "ServiceUnavailable", "the cluster's pods are still being read");
            }
            Pause.of(LOOK_EVERY, loop.time());
        }
        Reply<T> reply = Inquiry.ask(loop, "page", PATIENCE, () -> reply(question))
                .orElseThrow(() -> new ConsoleFault(503, "ServiceUnavailable", "the console is busy: try again"));
        return switch (reply) {
            case Reply.Answer<T>(T value) -> value;
            case Reply.Refusal<T>(ConsoleFault fault) -> throw fault;
        };
    }

    /// A refusal is an answer too, and no fault of the loop.
    private <T> Reply<T> reply(Function<Look, T> question) {
        try {
            return new Reply.Answer<>(question.apply(new Look()));
        } catch (ConsoleFault fault) {
            return new Reply.Refusal<>(fault);
        }
    }

    private sealed interface Reply<T> {
        record Answer<T>(T value) implements Reply<T> {}

        record Refusal<T>(ConsoleFault fault) implements Reply<T> {}
    }

    private void permitted(ResourceType type, String inNamespace) {
        if (client.list(type, inNamespace, Map.of("limit", "1")) instanceof ApiReply.Failure(var status, var _)) {
            throw ConsoleFault.of(status);
        }
    }
}
