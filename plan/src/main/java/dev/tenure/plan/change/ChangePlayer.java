package dev.tenure.plan.change;

import dev.tenure.client.ClusterClient;
import dev.tenure.controllers.machineset.MachineTypes;
import dev.tenure.controllers.node.TaintCalls;
import dev.tenure.model.core.Node;
import dev.tenure.model.core.Pod;
import dev.tenure.model.core.WellKnownLabels;
import dev.tenure.model.meta.ApiReply;
import dev.tenure.model.meta.ApiRequest.Body;
import dev.tenure.model.meta.ApiRequest.Target;
import dev.tenure.model.meta.ApiRequest.Verb;
import dev.tenure.model.meta.ResourceType;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.plan.change.Change.NodeChoice;
import dev.tenure.plan.change.Change.Step;
import dev.tenure.plan.change.Change.Steps;
import dev.tenure.rules.node.ManagedNodeRule;
import dev.tenure.rules.taint.TermEdit;
import dev.tenure.runtime.loop.EventLoop;
import dev.tenure.sim.world.SimulatedCluster;
import dev.tenure.sim.world.StoredForms;
import dev.tenure.wire.json.Document;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.ObjectNode;
import dev.tenure.wire.schema.GroupVersionKind;
import dev.tenure.wire.schema.ObjectType;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;

/// Carries out changes in a cluster, as kubectl would: at once, or at their time. In a forecast that is a
/// simulated cluster and the thread of its world, when a saved plan is applied the cluster itself. Confined
/// to its loop, on which it blocks while the server answers.
public final class ChangePlayer {

    /// What `kubectl scale` can scale, by the names that it takes.
    private static final Map<String, ResourceType> SCALABLE = Map.ofEntries(
            Map.entry("deployment", ResourceTypes.DEPLOYMENTS),
            Map.entry("deployments", ResourceTypes.DEPLOYMENTS),
            Map.entry("deploy", ResourceTypes.DEPLOYMENTS),
            Map.entry("deployments.apps", ResourceTypes.DEPLOYMENTS),
            Map.entry("deployment.apps", ResourceTypes.DEPLOYMENTS),
            Map.entry("replicaset", ResourceTypes.REPLICA_SETS),
            Map.entry("replicasets", ResourceTypes.REPLICA_SETS),
            Map.entry("rs", ResourceTypes.REPLICA_SETS),
            Map.entry("statefulset", ResourceTypes.STATEFUL_SETS),
            Map.entry("statefulsets", ResourceTypes.STATEFUL_SETS),
            Map.entry("statefulsets.apps", ResourceTypes.STATEFUL_SETS),
            Map.entry("sts", ResourceTypes.STATEFUL_SETS),
            Map.entry("replicationcontroller", ResourceTypes.REPLICATION_CONTROLLERS),
            Map.entry("replicationcontrollers", ResourceTypes.REPLICATION_CONTROLLERS),
            Map.entry("rc", ResourceTypes.REPLICATION_CONTROLLERS),
            Map.entry("machineset", MachineTypes.MACHINE_SETS),
            Map.entry("machinesets", MachineTypes.MACHINE_SETS),
            Map.entry("machinesets.machine.openshift.io", MachineTypes.MACHINE_SETS),
            Map.entry("machineset.machine.openshift.io", MachineTypes.MACHINE_SETS));

    private final ClusterClient client;
    private final StoredForms forms;
    private final EventLoop loop;
    private final List<String> notes = new ArrayList<>();
    private final List<DrainRun> drains = new ArrayList<>();
    private final List<RecordedRun> recorded = new ArrayList<>();
    private int waiting;
    private boolean moved;
    private int named;

    public ChangePlayer(SimulatedCluster cluster, StoredForms forms) {
        this(cluster.client(), cluster.world().loop("change"), forms);
    }

    /// @param loop on which drains and later steps go on
    public ChangePlayer(ClusterClient client, EventLoop loop, StoredForms forms) {
        this.client = client;
        this.loop = loop;
        this.forms = forms;
    }

    /// Carries out a change now.
    ///
    /// @param original a pod as it is in the cluster that this is a copy of
    /// @throws ChangeException when it cannot be done as it was asked for
    public void play(Change change, Function<Pod, Optional<Pod>> original) {
        switch (change) {
            case Change.Nothing _ -> {
                // nothing changes
            }
            case Change.TaintNodes taints -> {
                TermEdit edit = edit(taints);
                chosen(taints.nodes()).forEach(node -> taint(node.name(), edit));
            }
            case Change.Cordon(var nodes, var on) -> chosen(nodes).forEach(node -> cordon(node.name(), on));
            case Change.Drain(var nodes, var options) -> {
                List<String> names = chosen(nodes).stream().map(Node::name).toList();
                names.forEach(name -> cordon(name, true));
                var drain = new DrainRun(new DrainRun.Site(client, loop, notes, original), names, options, ++named);
                drains.add(drain);
                drain.start();
            }
            case Change.DeleteNodes(var nodes) ->
                chosen(nodes)
                        .forEach(node -> expect(
                                "node \"" + node.name() + "\"",
                                client.delete(ResourceTypes.NODES, "", node.name(), Document.of(Json.object()))));
            case Change.LoseNodes(var nodes, var lost) -> chosen(nodes).forEach(node -> lose(node.name(), lost));
            case Change.Apply(var manifests, var namespace) ->
                manifests.forEach(manifest -> apply(manifest, namespace));
            case Change.Scale scale -> scale(scale);
            case Change.Recorded(var _, var acts) -> {
                var run = new RecordedRun(client, loop, notes, ++named);
                recorded.add(run);
                run.start(acts);
            }
            case Steps(var steps) -> steps.forEach(step -> later(step, original));
        }
    }

    private void later(Step step, Function<Pod, Optional<Pod>> original) {
        if (step.at().isZero()) {
            play(step.change(), original);
            return;
        }
        waiting++;
        loop.alarm("step-" + ++named, loop.time().now().plus(step.at()), () -> {
            waiting--;
            moved = true;
            play(step.change(), original);
        });
    }

    /// Whether a note tells of a node that kubectl would refuse to drain.
    public static boolean isRefusal(String note) {
        return DrainRun.REFUSAL.matcher(note).find();
    }

    /// What was refused, and what is worth knowing of how it went.
    public List<String> notes() {
        var all = new ArrayList<>(notes);
        drains.forEach(drain -> all.addAll(drain.stuck()));
        return all;
    }

    /// The pods that drains still wait for, as `namespace/name`, with the reason.
    public Map<String, String> blocked() {
        var all = new TreeMap<String, String>();
        drains.forEach(drain -> all.putAll(drain.blocked()));
        recorded.forEach(run -> all.putAll(run.blocked()));
        return all;
    }

    /// Whether steps are still to come.
    public boolean waits() {
        return waiting > 0 || recorded.stream().anyMatch(RecordedRun::waits);
    }

    /// The nodes that are meant.
    ///
    /// @throws ChangeException when there is none, or one of them is not there
    public List<Node> chosen(NodeChoice choice) {
        if (!choice.names().isEmpty()
                && choice.selector().isEmpty()
                && choice.zone().isEmpty()) {
            return choice.names().stream().map(this::node).toList();
        }
        Map<String, String> query = choice.selector().isEmpty() ? Map.of() : Map.of("labelSelector", choice.selector());
        ApiReply reply = client.list(ResourceTypes.NODES, "", query);
        if (!(reply instanceof ApiReply.Many many)) {
            throw ChangeException.unlisted("nodes", choice.selector(), reply);
        }
        List<Node> nodes = many.items().stream()
                .map(object -> object.view(Node.class))
                .filter(node -> choice.names().isEmpty() || choice.names().contains(node.name()))
                .filter(node -> choice.zone().isEmpty()
                        || choice.zone().get().equals(node.meta().labels().get(WellKnownLabels.ZONE)))
                .toList();
        if (nodes.isEmpty()) {
            var zones = new TreeSet<String>();
            many.items()
                    .forEach(object -> zones.add(
                            object.view(Node.class).meta().labels().getOrDefault(WellKnownLabels.ZONE, "none")));
            throw new ChangeException(choice.zone()
                    .map(zone -> "no node is in zone \"%s\": there are %s".formatted(zone, String.join(", ", zones)))
                    .orElse("no node has the labels \"%s\"".formatted(choice.selector())));
        }
        return nodes;
    }

    private Node node(String name) {
        return find(ResourceTypes.NODES, "", name)
                .map(object -> object.view(Node.class))
                .orElseThrow(() -> absent(name));
    }

    private static ChangeException absent(String node) {
        return new ChangeException("nodes \"%s\" not found".formatted(node));
    }

    /// @throws ChangeException when nobody can tell whether it is there
    private Optional<StoredObject> find(ResourceType type, String namespace, String name) {
        return switch (client.get(type, namespace, name)) {
            case ApiReply.One(var _, StoredObject stored, var _) -> Optional.of(stored);
            case ApiReply.Failure(var status, var _) when status.isNotFound() -> Optional.empty();
            case ApiReply.Failure(var status, var _) -> throw new ChangeException(status.message());
            case ApiReply.Many _, ApiReply.Document _ ->
                throw new ChangeException("the server answers something else than a " + type.kind());
        };
    }

    private void patch(String node, ObjectNode patch) {
        expect(
                "node \"" + node + "\"",
                client.patch(ResourceTypes.NODES, "", node, "", new Body(Body.MERGE_PATCH, Document.of(patch))));
    }

    /// @param object kind and name, as `Pod "web"`
    private static void expect(String object, ApiReply reply) {
        if (reply instanceof ApiReply.Failure(var status, var _)) {
            boolean named = status.message().contains(object);
            throw new ChangeException(named ? status.message() : "%s: %s".formatted(object, status.message()));
        }
    }

    private TermEdit edit(Change.TaintNodes taints) {
        Instant now = loop.time().wall().truncatedTo(ChronoUnit.SECONDS);
        return new TermEdit(
                taints.edits(),
                taints.overwrite() ? TermEdit.Manner.OVERWRITE : TermEdit.Manner.NEW,
                taints.term().map(term -> new TermEdit.Account(now.plus(term.span()), term.owner(), term.reason())),
                taints.term().map(Change.Term::owner).orElse(""));
    }

    private void taint(String name, TermEdit edit) {
        ApiReply reply = TaintCalls.edit(client, name, node -> {
            try {
                return edit.appliedTo(node, loop.time().wall());
            } catch (IllegalArgumentException e) {
                throw new ChangeException(String.valueOf(e.getMessage()));
            }
        });
        if (reply.isNotFound()) {
            throw absent(name);
        }
        expect("node \"" + name + "\"", reply);
    }

    private void cordon(String node, boolean on) {
        ObjectNode patch = Json.object();
        patch.putObject("spec").put("unschedulable", on);
        patch(node, patch);
    }

    private void lose(String node, boolean lost) {
        ObjectNode patch = Json.object();
        ObjectNode annotations = patch.putObject("metadata").putObject("annotations");
        if (lost) {
            annotations.put(ManagedNodeRule.FAULT, ManagedNodeRule.Fault.STOPPED.word());
        } else {
            annotations.putNull(ManagedNodeRule.FAULT);
        }
        patch(node, patch);
    }

    private void apply(ObjectNode manifest, String usual) {
        var kind = GroupVersionKind.of(
                manifest.path("apiVersion").asText(), manifest.path("kind").asText());
        ResourceType type = forms.type(kind)
                .orElseThrow(() -> new ChangeException(
                        "there is no kind \"%s\" in version \"%s\"".formatted(kind.kind(), kind.apiVersion())));
        String stated = manifest.at("/metadata/namespace").asText();
        String namespace = !type.namespaced() ? "" : stated.isEmpty() ? usual : stated;
        String name = manifest.at("/metadata/name").asText();
        String words = "%s \"%s\"".formatted(kind.kind(), name);
        Optional<StoredObject> current = name.isEmpty() ? Optional.empty() : find(type, namespace, name);
        ObjectNode noted = ApplyPatch.noted(manifest, namespace);
        if (current.isEmpty()) {
            expect(words, write(Verb.CREATE, type, namespace, "", Body.json(Document.of(noted))));
            return;
        }
        Optional<ObjectType> schema = forms.patchType(kind);
        ObjectNode patch = ApplyPatch.of(noted, Json.readObject(current.get().json()), schema);
        String form = schema.isPresent() ? Body.STRATEGIC_MERGE_PATCH : Body.MERGE_PATCH;
        expect(words, write(Verb.PATCH, type, namespace, name, new Body(form, Document.of(patch))));
    }

    /// Has the server refuse fields that it does not know, as kubectl does: it would drop them and go on.
    private ApiReply write(Verb verb, ResourceType type, String namespace, String name, Body body) {
        var target = new Target(type.group(), type.version(), type.resource(), namespace, name, "");
        return client.call(verb, target, Map.of("fieldValidation", "Strict"), body);
    }

    /// What a word of users means that says what is scaled; empty when it is nothing that can be.
    public static Optional<ResourceType> scalable(String resource) {
        return Optional.ofNullable(SCALABLE.get(resource));
    }

    private void scale(Change.Scale scale) {
        ResourceType type = scalable(scale.resource())
                .orElseThrow(() -> new ChangeException(
                        "\"%s\" cannot be scaled: deployments, statefulsets, replicasets, replicationcontrollers and machinesets can"
                                .formatted(scale.resource())));
        ObjectNode patch = Json.object();
        patch.putObject("spec").put("replicas", scale.replicas());
        ApiReply reply =
                client.patch(type, scale.namespace(), scale.name(), "", new Body(Body.MERGE_PATCH, Document.of(patch)));
        if (reply.isNotFound()) {
            throw new ChangeException("%s \"%s\" not found in namespace \"%s\""
                    .formatted(type.qualifiedResource(), scale.name(), scale.namespace()));
        }
        expect(type.resource() + " \"" + scale.name() + "\"", reply);
    }

    /// Whether a step was made, an act repeated, or any drain has got somewhere since it was last asked.
    public boolean moves() {
        boolean moves = moved;
        moved = false;
        for (DrainRun drain : drains) {
            moves |= drain.moved();
        }
        for (RecordedRun run : recorded) {
            moves |= run.moved();
        }
        return moves;
    }
}
