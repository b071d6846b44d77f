package dev.tenure.console.follow;

import dev.tenure.client.ClusterClient;
import dev.tenure.client.informer.Informer;
import dev.tenure.client.informer.ReadSoFar;
import dev.tenure.console.shown.ConsoleFault;
import dev.tenure.console.shown.MissingPart;
import dev.tenure.model.core.Node;
import dev.tenure.model.core.Toleration;
import dev.tenure.model.meta.ApiReply;
import dev.tenure.model.meta.ObjectKey;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.runtime.io.Pause;
import dev.tenure.runtime.loop.EventLoop;
import dev.tenure.runtime.loop.Inquiry;
import dev.tenure.runtime.time.Tick;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/// The nodes and pods that one identity may see, followed by a list and a watch each with that identity's
/// rights. Who may not list the pods of all namespaces sees those of one at a time: of its own, or of another
/// that it asks for. Pages are worked out on its loop. What is asked from other threads: [#see], [#look],
/// [#version], [#isCutOff] and [#start].
public final class FollowedCluster {
    private static final int OTHERS_MAX = 8;
    private static final Duration PATIENCE = Duration.ofSeconds(5);
    /// How long somebody waits who can be told how far it is.
    private static final Duration PATIENCE_WITH_NEWS = Duration.ofSeconds(1);

    private static final Duration LOOK_EVERY = Duration.ofMillis(10);

    private final EventLoop loop;
    private final ClusterClient client;
    private final Informer nodes;
    private final FollowedPods pods;
    private final String namespace;
    private final ChangeCount nodesSeen = new ChangeCount();
    /// Whether it is over; confined to the loop.
    private boolean ended;
    /// By namespace; the one that was asked for longest ago makes room.
    private final Map<String, Other> others = new ConcurrentHashMap<>();

    /// The pods of another namespace than the own.
    private record Other(FollowedPods pods, Tick used) {}

    /// @param namespace to which the copy of pods is limited; empty for all
    public FollowedCluster(EventLoop loop, ClusterClient client, String namespace) {
        this.loop = loop;
        this.client = client;
        this.namespace = namespace;
        this.nodes = new Informer(
                loop, client, Informer.Selection.all(ResourceTypes.NODES), nodesSeen, FollowedPods.UNREACHABLE_MAX);
        this.pods = new FollowedPods(loop, client, namespace);
    }

    /// To which namespace the copy has to be limited for a client.
    ///
    /// @param own of which the pods are shown to who may not list those of all
    /// @return empty for all
    public static String namespaceFor(ClusterClient client, String own) {
        ApiReply reply = client.list(ResourceTypes.PODS, "", Map.of("limit", "1"));
        return reply.isForbidden() ? own : "";
    }

    /// A moment of the copy, which changes: to be used on its loop only, within [#see]. What may not be seen
    /// is as if there were none.
    public final class Look {
        private final FollowedPods shown;
        private final boolean seesNodes;
        private final boolean seesPods;

        private Look(FollowedPods shown, boolean seesNodes, boolean seesPods) {
            this.shown = shown;
            this.seesNodes = seesNodes;
            this.seesPods = seesPods;
        }

        public boolean seesNodes() {
            return seesNodes;
        }

        public boolean seesPods() {
            return seesPods;
        }

        /// Whether the pods of no namespace are hidden.
        public boolean seesAllPods() {
            return seesPods && namespace.isEmpty();
        }

        public Collection<StoredObject> nodes() {
            return seesNodes ? nodes.all() : List.of();
        }

        public Optional<Node> node(String name) {
            return seesNodes
                    ? nodes.get(ResourceTypes.NODES.key("", name)).map(object -> object.view(Node.class))
                    : Optional.empty();
        }

        /// All pods, as tables search them.
        public PodRowsState podRows() {
            return seesPods ? shown.rows() : new PodRowsState();
        }

        public Collection<StoredObject> podsOn(String node) {
            return seesPods ? shown.on(node) : List.of();
        }

        /// The pods by their tolerations.
        public Map<List<Toleration>, Set<ObjectKey>> podClasses() {
            return seesPods ? shown.classes() : Map.of();
        }

        public Optional<StoredObject> pod(String inNamespace, String name) {
            return seesPods ? shown.get(ResourceTypes.PODS.key(inNamespace, name)) : Optional.empty();
        }
    }

    /// What came of a question.
    ///
    /// @param gaps what could not be looked at
    public record Seen<T>(T value, List<MissingPart> gaps) {}

    /// Begins to follow.
    public void start() {
        begin(() -> {
            nodes.start();
            pods.start();
        });
    }

    private void begin(Runnable following) {
        loop.post("start", () -> {
            if (!ended) {
                following.run();
            }
        });
    }

    /// Ends to follow; nothing is followed anew afterwards, whoever asks.
    public void stop() {
        loop.post("stop", () -> {
            ended = true;
            nodes.stop();
            pods.stop();
            others.values().forEach(other -> other.pods().stop());
        });
    }

    /// Grows with every batch of changes of nodes or pods, those apart by which a node only says that it is
    /// alive; 0 before the first is complete.
    public long version() {
        long version = nodesSeen.count() + pods.count().count();
        for (Other other : others.values()) {
            version += other.pods().count().count();
        }
        return version;
    }

    /// Whether the cluster does not answer at present, so that what is known of it may be old.
    public boolean isCutOff() {
        return nodesSeen.isLost() || pods.count().isLost();
    }

    /// The namespace whose pods are seen unless another is asked for; empty for all.
    public String namespace() {
        return namespace;
    }

    /// The namespace whose pods are seen by who asks for one.
    ///
    /// @param wanted empty when none is asked for
    /// @return empty for all
    public String shown(String wanted) {
        return namespace.isEmpty() || wanted.isEmpty() ? namespace : wanted;
    }

    /// Works something out of the nodes and pods of one moment, as far as they may be seen; waits until they
    /// have been read.
    ///
    /// @param wanted the namespace whose pods are looked at by who may not list those of all; empty for the
    ///     own
    /// @param question must be short, and keep nothing of what it is given
    /// @throws ConsoleFault when they are not here in time
    public <T> Seen<T> see(String wanted, Function<Look, T> question) {
        String place = shown(wanted);
        Optional<MissingPart> withoutNodes = MissingPart.asked(client, ResourceTypes.NODES, "");
        Optional<MissingPart> withoutPods = MissingPart.asked(client, ResourceTypes.PODS, place);
        FollowedPods shown = withoutPods.isPresent() ? pods : podsOf(place);
        if (withoutNodes.isEmpty()) {
            await(nodesSeen, "nodes");
        }
        if (withoutPods.isEmpty()) {
            await(shown.count(), "pods");
        }
        List<MissingPart> gaps = new ArrayList<>();
        withoutNodes.ifPresent(gaps::add);
        withoutPods.ifPresent(gaps::add);
        if (withoutPods.isEmpty() && !place.isEmpty()) {
            gaps.add(MissingPart.outside(ResourceTypes.PODS, place));
        }
        var look = new Look(shown, withoutNodes.isEmpty(), withoutPods.isEmpty());
        return new Seen<>(answer(look, question), gaps);
    }

    /// The same for what has no answer without both nodes and pods.
    ///
    /// @throws ConsoleFault also when the identity may not list them
    public <T> T look(Function<Look, T> question) {
        Seen<T> seen = see("", question);
        seen.gaps().stream().findFirst().ifPresent(gap -> {
            throw gap.refusal();
        });
        return seen.value();
    }

    /// The pods of a namespace, which are followed from now on.
    private FollowedPods podsOf(String place) {
        if (place.equals(namespace)) {
            return pods;
        }
        Other other = others.compute(place, (_, known) -> {
            if (known != null) {
                return new Other(known.pods(), loop.time().now());
            }
            var begun = new FollowedPods(loop, client, place);
            begin(begun::start);
            return new Other(begun, loop.time().now());
        });
        if (others.size() > OTHERS_MAX) {
            others.entrySet().stream()
                    .filter(each -> !each.getKey().equals(place))
                    .min(Comparator.comparing(each -> each.getValue().used()))
                    .map(Map.Entry::getKey)
                    .flatMap(oldest -> Optional.ofNullable(others.remove(oldest)))
                    .ifPresent(oldest -> loop.post("stop", oldest.pods()::stop));
        }
        return other.pods();
    }

    private void await(ChangeCount read, String what) {
        Tick begun = loop.time().now();
        while (read.count() == 0) {
            Duration patience = read.soFar().isPresent() ? PATIENCE_WITH_NEWS : PATIENCE;
            if (loop.time().now().isAfter(begun.plus(patience))
                    || Thread.currentThread().isInterrupted()) {
                throw new ConsoleFault(
                        503,
                        "ServiceUnavailable",
                        "the cluster's %s are still being read%s"
                                .formatted(
                                        what,
                                        read.soFar().map(FollowedCluster::far).orElse("")));
            }
            Pause.of(LOOK_EVERY, loop.time());
        }
    }

    private static String far(ReadSoFar soFar) {
        String all = soFar.remaining()
                .map(more -> String.format(Locale.ROOT, " of %,d", soFar.objects() + more))
                .orElse("");
        return String.format(Locale.ROOT, ": %,d%s so far", soFar.objects(), all);
    }

    private <T> T answer(Look look, Function<Look, T> question) {
        Reply<T> reply = Inquiry.ask(loop, "page", PATIENCE, () -> reply(look, question))
                .orElseThrow(() -> new ConsoleFault(503, "ServiceUnavailable", "the console is busy: try again"));
        return switch (reply) {
            case Reply.Answer<T>(T value) -> value;
            case Reply.Refusal<T>(ConsoleFault fault) -> throw fault;
        };
    }

    /// A refusal is an answer too, and no fault of the loop.
    private <T> Reply<T> reply(Look look, Function<Look, T> question) {
        try {
            return new Reply.Answer<>(question.apply(look));
        } catch (ConsoleFault fault) {
            return new Reply.Refusal<>(fault);
        }
    }

    private sealed interface Reply<T> {
        record Answer<T>(T value) implements Reply<T> {}

        record Refusal<T>(ConsoleFault fault) implements Reply<T> {}
    }
}
