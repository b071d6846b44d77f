package dev.tenure.bench.scale;

import com.sun.management.ThreadMXBean;
import dev.tenure.apiserver.ApiServer;
import dev.tenure.apiserver.authn.ServiceAccountTokens;
import dev.tenure.apiserver.authz.AuthorizationMode;
import dev.tenure.apiserver.pki.Issuer;
import dev.tenure.bench.api.BenchObjects;
import dev.tenure.client.ClusterClient;
import dev.tenure.kinds.ApiServerOptions;
import dev.tenure.kinds.StandardServer;
import dev.tenure.kinds.admission.AdmissionOptions;
import dev.tenure.kinds.admission.PluginCatalogue;
import dev.tenure.kinds.admission.serviceaddresses.AddressRange;
import dev.tenure.model.core.Pod;
import dev.tenure.model.meta.ApiReply;
import dev.tenure.model.meta.ApiRequest.Body;
import dev.tenure.model.meta.Caller;
import dev.tenure.model.meta.ResourceType;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.rules.feature.FeatureGates;
import dev.tenure.runtime.loop.ThreadedLoop;
import dev.tenure.runtime.observe.LoggedFaults;
import dev.tenure.runtime.time.SystemTime;
import dev.tenure.scheduler.bind.PodWriterClient;
import dev.tenure.sim.world.PackingStore;
import dev.tenure.store.CompactionLoop;
import dev.tenure.store.memory.MemoryStore;
import dev.tenure.store.memory.StateOptions;
import dev.tenure.wire.json.Document;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.ObjectNode;
import java.lang.management.ManagementFactory;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The API server's handlers alone, called by one thread over a store in memory: what a pod, its binding,
/// its event, its eviction (`status`, `mark`, `evicted`) and its end cost of CPU time, in µs, and of memory
/// allocated, in bytes, without transport and disk. Arguments: rounds, pods a round.
public final class HandlerBench {
    private static final ResourceType EVENTS =
            new ResourceType("events.k8s.io", "v1", "events", "Event", ResourceType.Scope.NAMESPACED);
    private static final int CLASSES = 100;
    private static final double NANOS_PER_MICRO = 1e3;
    private static final String[] STEPS = {"create", "view", "bind", "event", "status", "mark", "evicted", "delete"};

    private final ThreadMXBean threads = ManagementFactory.getPlatformMXBean(ThreadMXBean.class);
    private final BenchObjects objects = new BenchObjects("handlers");
    private final long[] spent = new long[STEPS.length];
    private final long[] allocated = new long[STEPS.length];
    private final ClusterClient user;
    private final ClusterClient scheduler;
    private final ClusterClient controller;
    private final PodWriterClient writer;
    private long mark;
    private long allocationMark;

    private HandlerBench(ApiServer server) {
        this.user = client(server, "admin", "tenure-bench");
        this.scheduler = client(server, "system:kube-scheduler", "kube-scheduler");
        this.controller = client(server, "system:kube-controller-manager", "kube-controller-manager");
        this.writer = new PodWriterClient(scheduler);
    }

    private static ClusterClient client(ApiServer server, String name, String agent) {
        return new ClusterClient(server, new Caller(name, "", List.of(Caller.SYSTEM_MASTERS), Map.of(), agent));
    }

    /// Prints one JSON object a round.
    public static void main(String[] args) {
        int rounds = args.length > 0 ? Integer.parseInt(args[0]) : 5;
        int pods = args.length > 1 ? Integer.parseInt(args[1]) : 20_000;
        var time = new SystemTime();
        var random = new SecureRandom();
        var faults = new LoggedFaults();
        try (var loop = new ThreadedLoop("apiserver", time, 4, faults)) {
            var store = new PackingStore(new MemoryStore(StateOptions.indexing(Map.of())));
            var tokens = new ServiceAccountTokens(
                    store, time, new Issuer(time.wall()).authority("bench"), "https://kubernetes.default.svc");
            ApiServer server = StandardServer.start(new ApiServerOptions(
                    store,
                    loop,
                    random,
                    PluginCatalogue.plugins(AdmissionOptions.standard(), random),
                    List.of(),
                    tokens,
                    FeatureGates.STANDARD,
                    List.of(AuthorizationMode.RBAC),
                    AddressRange.parse("10.0.0.0/16"),
                    Optional.empty(),
                    Optional.empty(),
                    Optional.empty(),
                    List.of(),
                    faults));
            new CompactionLoop(store, loop, Duration.ofSeconds(5)).start();
            var bench = new HandlerBench(server);
            bench.account();
            for (int round = 0; round < rounds; round++) {
                System.out.println(bench.round(pods).put("round", round));
            }
        }
    }

    private void account() {
        ObjectNode account = Json.object().put("apiVersion", "v1").put("kind", "ServiceAccount");
        account.putObject("metadata").put("name", "default");
        check(user.create(ResourceTypes.SERVICE_ACCOUNTS, "default", Document.of(account)));
    }

    private ObjectNode round(int pods) {
        Arrays.fill(spent, 0);
        Arrays.fill(allocated, 0);
        byte[][] bodies = new byte[pods][];
        for (int i = 0; i < pods; i++) {
            bodies[i] = Json.write(objects.pod(i, i % CLASSES));
        }
        ObjectNode options = Json.object().put("apiVersion", "v1").put("kind", "DeleteOptions");
        Document now = Document.of(options.put("gracePeriodSeconds", 0));
        mark = threads.getCurrentThreadCpuTime();
        allocationMark = threads.getCurrentThreadAllocatedBytes();
        for (int i = 0; i < pods; i++) {
            StoredObject made = ((ApiReply.One)
                            check(user.create(ResourceTypes.PODS, "default", Document.written(bodies[i]))))
                    .object();
            note(0);
            Pod pod = made.view(Pod.class);
            note(1);
            writer.bind(pod, "node-" + i % 1000);
            note(2);
            check(scheduler.create(EVENTS, "default", event(pod, i)));
            note(3);
            evict(pod, i);
            check(user.delete(ResourceTypes.PODS, "default", "pod-" + i, now));
            note(7);
        }
        ObjectNode result = Json.object().put("bench", "handlers").put("pods", pods);
        ObjectNode each = result.putObject("cpu_us_each");
        ObjectNode bytes = result.putObject("bytes_each");
        for (int i = 0; i < STEPS.length; i++) {
            bytes.put(STEPS[i], allocated[i] / pods);
            each.put(STEPS[i], Math.round(spent[i] / NANOS_PER_MICRO / pods * 10) / 10.0);
        }
        return result;
    }

    /// What the controller of taints writes for one pod.
    private void evict(Pod pod, int number) {
        String name = pod.meta().name();
        check(controller.patch(
                ResourceTypes.PODS,
                "default",
                name,
                "status",
                new Body(Body.STRATEGIC_MERGE_PATCH, Json.write(disruption(pod)))));
        note(4);
        ObjectNode options = Json.object().put("apiVersion", "v1").put("kind", "DeleteOptions");
        options.putObject("preconditions").put("uid", pod.meta().uid());
        check(controller.delete(ResourceTypes.PODS, "default", name, Document.of(options)));
        note(5);
        check(controller.create(ResourceTypes.EVENTS, "default", evictionEvent(pod, number)));
        note(6);
    }

    private void note(int step) {
        long now = threads.getCurrentThreadCpuTime();
        long bytes = threads.getCurrentThreadAllocatedBytes();
        spent[step] += now - mark;
        allocated[step] += bytes - allocationMark;
        mark = now;
        allocationMark = bytes;
    }

    private static ApiReply check(ApiReply reply) {
        if (reply instanceof ApiReply.Failure(var status, var _)) {
            throw new IllegalStateException(status.message());
        }
        return reply;
    }

    private static ObjectNode disruption(Pod pod) {
        ObjectNode patch = Json.object();
        patch.putObject("metadata").put("uid", pod.meta().uid());
        patch.putObject("status")
                .putArray("conditions")
                .addObject()
                .put("type", Pod.DISRUPTION_TARGET)
                .put("status", "True")
                .put("reason", "DeletionByTaintManager")
                .put("message", "Taint manager: deleting due to NoExecute taint")
                .put("lastTransitionTime", "2026-01-01T00:00:00Z")
                .put("observedGeneration", 1);
        return patch;
    }

    private static Document evictionEvent(Pod pod, int number) {
        ObjectNode event = Json.object().put("apiVersion", "v1").put("kind", "Event");
        event.putObject("metadata")
                .put("namespace", "default")
                .put("name", pod.meta().name() + "." + pod.meta().uid() + number);
        event.putObject("involvedObject")
                .put("apiVersion", "v1")
                .put("kind", "Pod")
                .put("name", pod.meta().name())
                .put("namespace", "default")
                .put("uid", pod.meta().uid());
        event.put("type", "Normal")
                .put("reason", "TaintManagerEviction")
                .put("message", "Marking for deletion Pod " + pod.qualifiedName())
                .put("count", 1)
                .put("firstTimestamp", "2026-01-01T00:00:00Z")
                .put("lastTimestamp", "2026-01-01T00:00:00Z")
                .put("reportingComponent", "taint-eviction-controller")
                .put("reportingInstance", "");
        event.putObject("source").put("component", "taint-eviction-controller");
        return Document.of(event);
    }

    private static Document event(Pod pod, int number) {
        ObjectNode event = Json.object().put("apiVersion", EVENTS.apiVersion()).put("kind", "Event");
        event.putObject("metadata")
                .put("name", pod.meta().name() + "." + pod.meta().uid())
                .put("namespace", "default");
        event.put("eventTime", "2026-01-01T00:00:00.000000Z")
                .put("reportingController", "default-scheduler")
                .put("reportingInstance", "default-scheduler-bench")
                .put("action", "Binding")
                .put("reason", "Scheduled")
                .put("type", "Normal")
                .put("note", "Successfully assigned " + pod.qualifiedName() + " to node-" + number % 1000);
        event.putObject("regarding")
                .put("apiVersion", "v1")
                .put("kind", "Pod")
                .put("namespace", "default")
                .put("name", pod.meta().name())
                .put("uid", pod.meta().uid());
        return Document.written(Json.write(event));
    }
}
