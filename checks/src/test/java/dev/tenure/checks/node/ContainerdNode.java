package dev.tenure.checks.node;

import dev.tenure.checks.crash.RunningCluster;
import dev.tenure.client.ClusterClient;
import dev.tenure.client.rest.HttpEndpoint;
import dev.tenure.model.core.Node;
import dev.tenure.model.core.Pod;
import dev.tenure.model.core.PodPhase;
import dev.tenure.model.meta.ApiReply;
import dev.tenure.model.meta.ApiRequest.Body;
import dev.tenure.model.meta.Caller;
import dev.tenure.model.meta.ResourceType;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.node.cgroup.GroupName;
import dev.tenure.node.cgroup.PodControlGroups;
import dev.tenure.node.stats.MachineReader;
import dev.tenure.runtime.loop.WakeUp;
import dev.tenure.wire.json.Document;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.ObjectNode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Predicate;
import java.util.stream.Stream;

/// One node of real containers: a containerd, a cluster and an agent, all of its own and in one folder; its
/// pods in control groups of its own. All pods of the node together get 1 GiB, so that whatever runs short is
/// theirs alone. When it is closed nothing is left.
final class ContainerdNode implements AutoCloseable {
    static final String NAME = "real-1";
    static final long MEBI = 1L << 20;
    static final long PODS_MEBI = 1024;

    private static final Path GROUPS = Path.of("/sys/fs/cgroup");
    private static final Duration WITHIN = Duration.ofSeconds(90);
    private static final Duration PAUSE = Duration.ofMillis(50);

    private final Path folder;
    private final Path data;
    private final String group;
    private final TrialRuntime runtime;
    private List<String> flags;
    private Optional<RunningCluster> cluster = Optional.empty();
    private Optional<HttpEndpoint> endpoint = Optional.empty();
    private Optional<RunningAgent> agent = Optional.empty();

    private ContainerdNode(Path folder, Path data, List<String> flags) throws IOException, InterruptedException {
        this.folder = folder;
        this.data = data;
        this.flags = flags;
        this.group =
                "/tenure-check-%d-%s".formatted(ProcessHandle.current().pid(), Integer.toHexString(folder.hashCode()));
        this.runtime = TrialRuntime.start(folder.resolve("containerd"), data.resolve("containerd"));
    }

    /// @param folder of everything; its path has to be short, for sockets lie in it
    /// @param data of images, layers and volumes
    /// @param flags of the agent, on top of those that every such node has
    static ContainerdNode start(Path folder, Path data, List<String> flags) throws IOException, InterruptedException {
        var node = new ContainerdNode(folder, data, flags);
        try {
            for (Path controller : controllers()) {
                Files.createDirectories(controller.resolve(node.group.substring(1)));
            }
            node.startCluster();
            node.startAgent();
            return node;
        } catch (IOException | RuntimeException e) {
            node.close();
            throw e;
        }
    }

    private static List<Path> controllers() throws IOException {
        try (Stream<Path> all = Files.list(GROUPS)) {
            return all.filter(path -> Files.exists(path.resolve("cgroup.procs")))
                    .toList();
        }
    }

    /// A runtime makes groups in hierarchies of which the agent knows nothing.
    private static void removeGroups(Path top) throws IOException {
        try (Stream<Path> all = Files.walk(top)) {
            for (Path each : all.filter(Files::isDirectory)
                    .sorted(Comparator.reverseOrder())
                    .toList()) {
                Files.delete(each);
            }
        }
    }

    TrialRuntime runtime() {
        return runtime;
    }

    Path kubeconfig() {
        return cluster.orElseThrow().kubeconfig();
    }

    /// The memory group of all pods.
    Path pods() throws IOException {
        return groups().folder("memory", GroupName.pods());
    }

    PodControlGroups groups() throws IOException {
        return PodControlGroups.at(GROUPS, false).below(group);
    }

    /// Where the agent keeps the volumes of a pod.
    Path volume(Pod pod, String name) {
        return data.resolve("kubelet/pods/%s/volumes/kubernetes.io~empty-dir/%s"
                .formatted(pod.meta().uid(), name));
    }

    void startCluster() throws IOException {
        int port = cluster.map(RunningCluster::port).orElse(0);
        endpoint.ifPresent(HttpEndpoint::close);
        cluster = Optional.of(RunningCluster.start(folder.resolve("data"), port, List.of("--nodes", "0")));
        endpoint = Optional.of(cluster.get().connect());
    }

    void killCluster() throws InterruptedException {
        cluster.orElseThrow().kill();
    }

    void startAgent() throws IOException {
        long whole = new MachineReader(Path.of("/")).memoryBytes("MemTotal") / MEBI;
        var line = new ArrayList<>(List.of(
                "--kubeconfig",
                kubeconfig().toString(),
                "--hostname-override",
                NAME,
                "--root-dir",
                data.resolve("kubelet").toString(),
                "--pod-logs-dir",
                data.resolve("pod-logs").toString(),
                "--container-runtime-endpoint",
                "unix://" + runtime.socket(),
                "--cgroup-root",
                group,
                "--housekeeping-interval",
                "1s",
                "--system-reserved",
                "memory=%dMi".formatted(whole - PODS_MEBI)));
        line.addAll(flags);
        agent = Optional.of(RunningAgent.start(agentErrors(), line));
    }

    /// Ends the agent and starts one with other flags; pods run on.
    void startAgent(List<String> others) throws IOException {
        agent.ifPresent(RunningAgent::close);
        flags = others;
        startAgent();
    }

    /// What the agent says of its health, or of what it counts.
    String page(String path) throws IOException, InterruptedException {
        return agent.orElseThrow().page(path);
    }

    /// What the agent's port says to the API server, for those who ask through it.
    String asked(String path) {
        return endpoint.orElseThrow()
                .get("/api/v1/nodes/%s/proxy%s".formatted(NAME, path))
                .text();
    }

    void killAgent() throws InterruptedException {
        agent.orElseThrow().kill();
    }

    private ClusterClient client() {
        return new ClusterClient(endpoint.orElseThrow(), Caller.component("", List.of(), "node-test"));
    }

    /// A pod of one container of busybox, with a volume at `/m`.
    ///
    /// @param volume the source of the volume, for example `"emptyDir": {}`
    static ObjectNode pod(String name, String script, String memory, String volume) {
        String text = """
                {"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "%s"}, "spec": {"nodeName": "%s",
                 "terminationGracePeriodSeconds": 1, "automountServiceAccountToken": false, "restartPolicy": "Never",
                 "tolerations": [{"operator": "Exists", "effect": "NoSchedule"}],
                 "containers": [{"name": "c", "image": "%s", "command": ["sh", "-c", "%s"],
                   "resources": {"requests": {"memory": "%s"}}, "volumeMounts": [{"name": "m", "mountPath": "/m"}]}],
                 "volumes": [{"name": "m", %s}]}}
                """.formatted(name, NAME, TrialRuntime.IMAGE, script, memory, volume);
        return Json.readObject(text.getBytes(StandardCharsets.UTF_8));
    }

    static ObjectNode pod(String name, String script) {
        return pod(name, script, "10Mi", "\"emptyDir\": {}");
    }

    /// A pod that notes in its volume each time that it is started, and waits.
    static ObjectNode steady(String name) {
        return pod(name, "echo x >> /m/starts; trap 'exit 0' TERM; while true; do sleep 0.2; done");
    }

    /// How often a pod of [#steady] was started.
    int starts(Pod pod) throws IOException {
        return Files.readAllLines(volume(pod, "m").resolve("starts")).size();
    }

    /// Tries until it succeeds: a new cluster has no service account in its first moments.
    void create(ObjectNode pod) throws InterruptedException {
        create(ResourceTypes.PODS, pod);
    }

    void create(ResourceType type, ObjectNode object) throws InterruptedException {
        until(
                type.resource() + " are taken",
                () -> client().create(type, "default", Document.of(object)) instanceof ApiReply.One);
    }

    void delete(String name) throws InterruptedException {
        client().delete(ResourceTypes.PODS, "default", name, Document.of(Json.object()));
        until(name + " is gone", () -> see(name).isEmpty());
    }

    /// Deletes all pods, and the taints.
    void clear() throws InterruptedException {
        patchNode("{\"spec\": {\"taints\": null}}");
        if (client().list(ResourceTypes.PODS, "default", Map.of()) instanceof ApiReply.Many many) {
            for (StoredObject pod : many.items()) {
                delete(pod.key().name());
            }
        }
    }

    Optional<Pod> see(String name) {
        return object(ResourceTypes.PODS, "default", name).map(found -> found.view(Pod.class));
    }

    private Optional<StoredObject> object(ResourceType type, String namespace, String name) {
        return client().get(type, namespace, name) instanceof ApiReply.One one
                ? Optional.of(one.object())
                : Optional.empty();
    }

    void patchNode(String merge) {
        client().patch(
                        ResourceTypes.NODES,
                        "",
                        NAME,
                        "",
                        new Body(Body.MERGE_PATCH, merge.getBytes(StandardCharsets.UTF_8)));
    }

    /// Status and reason of a condition of the node, for example `True KubeletReady`.
    String condition(String type) {
        return object(ResourceTypes.NODES, "", NAME)
                .flatMap(found -> found.view(Node.class).condition(type))
                .map(condition -> condition.status().word() + " " + condition.reason())
                .orElse("");
    }

    /// What is told of a pod, message by message.
    List<String> events(String pod) {
        return client().list(ResourceTypes.EVENTS, "default", Map.of()) instanceof ApiReply.Many many
                ? many.items().stream()
                        .map(event -> Document.parse(event.json()))
                        .filter(event -> event.text("involvedObject", "name").equals(pod))
                        .map(event -> event.text("message"))
                        .toList()
                : List.of();
    }

    /// The moment of the last heartbeat, as the API shows it.
    String renewed() {
        return object(ResourceTypes.LEASES, "kube-node-lease", NAME)
                .map(lease -> Document.parse(lease.json()).text("spec", "renewTime"))
                .orElse("");
    }

    Pod await(String name, Predicate<Pod> what) throws InterruptedException {
        try {
            until("what is told of " + name, () -> see(name).filter(what).isPresent());
        } catch (AssertionError e) {
            String status = see(name).map(pod -> pod.status().toString()).orElse("no such pod");
            throw new AssertionError(e.getMessage() + "\nevents: " + events(name) + "\nstatus: " + status, e);
        }
        return see(name).orElseThrow();
    }

    /// Waits until something has come about; the server may be away meanwhile.
    void until(String what, Callable<Boolean> holds) throws InterruptedException {
        String last = "";
        for (long i = 0; i < WITHIN.dividedBy(PAUSE); i++) {
            try {
                if (holds.call()) {
                    return;
                }
                last = "";
            } catch (InterruptedException e) {
                throw e;
            } catch (Exception e) {
                last = e.toString();
            }
            new WakeUp().await(PAUSE);
        }
        throw new AssertionError("it has not come about: %s; %s; the agent says: %s".formatted(what, last, errors()));
    }

    private Path agentErrors() {
        return folder.resolve("agent-errors");
    }

    private String errors() {
        try {
            String all = Files.readString(agentErrors());
            return all.substring(Math.max(0, all.length() - 3000));
        } catch (IOException e) {
            return e.toString();
        }
    }

    static boolean runs(Pod pod) {
        return pod.status().phase() == PodPhase.RUNNING;
    }

    static boolean ended(Pod pod) {
        return pod.status().phase().terminal();
    }

    @Override
    public void close() {
        agent.ifPresent(RunningAgent::close);
        endpoint.ifPresent(HttpEndpoint::close);
        cluster.ifPresent(RunningCluster::close);
        runtime.close();
        try {
            groups().remove(GroupName.pods());
            for (Path controller : controllers()) {
                removeGroups(controller.resolve(group.substring(1)));
            }
        } catch (IOException e) {
            throw new IllegalStateException("control groups of the test stay: " + e.getMessage(), e);
        }
    }
}
