package dev.tenure.bench.perf;

import dev.tenure.apiserver.ApiServer;
import dev.tenure.apiserver.authn.ServiceAccountTokens;
import dev.tenure.apiserver.authz.AuthorizationMode;
import dev.tenure.apiserver.pki.Issuer;
import dev.tenure.client.ClusterClient;
import dev.tenure.kinds.ApiServerOptions;
import dev.tenure.kinds.StandardServer;
import dev.tenure.kinds.admission.AdmissionOptions;
import dev.tenure.kinds.admission.PluginCatalogue;
import dev.tenure.model.meta.ApiReply;
import dev.tenure.model.meta.ApiRequest.Body;
import dev.tenure.model.meta.ApiRequest.Target;
import dev.tenure.model.meta.ApiRequest.Verb;
import dev.tenure.model.meta.Caller;
import dev.tenure.model.meta.ResourceType;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.rules.feature.FeatureGates;
import dev.tenure.runtime.loop.ThreadedLoop;
import dev.tenure.runtime.time.SystemTime;
import dev.tenure.scheduler.SchedulerLoop;
import dev.tenure.scheduler.config.SchedulerConfiguration;
import dev.tenure.store.Store;
import dev.tenure.store.memory.MemoryStore;
import dev.tenure.store.memory.StateOptions;
import dev.tenure.wire.json.Document;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.ObjectNode;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;

/// An API server over a store in memory and a scheduler, in real time and in this process.
final class PerfCluster implements AutoCloseable {
    private static final int WORKERS_MAX = 64;
    private static final Store.ResourceId PODS = new Store.ResourceId("", "pods");

    /// As upstream runs its scheduler_perf.
    private static final Set<String> NOT_ADMITTED =
            Set.of("ServiceAccount", "TaintNodesByCondition", "Priority", "StorageObjectInUseProtection");

    private final SystemTime time;
    private final ThreadedLoop serverLoop;
    private final ThreadedLoop schedulerLoop;
    private final SchedulerLoop scheduler;
    private final ClusterClient client;

    PerfCluster(SystemTime time) {
        this.time = time;
        serverLoop = new ThreadedLoop("apiserver", time, WORKERS_MAX, PerfCluster::failed);
        schedulerLoop = new ThreadedLoop("scheduler", time, WORKERS_MAX, PerfCluster::failed);
        var random = new Random(1);
        Store store = new MemoryStore(StateOptions.indexing(Map.of(PODS, Set.of("spec.nodeName"))));
        AdmissionOptions admission = AdmissionOptions.standard().disabling(NOT_ADMITTED);
        var signer = new Issuer(time.wall()).authority("bench");
        ApiServer server = StandardServer.start(new ApiServerOptions(
                store,
                serverLoop,
                random,
                PluginCatalogue.plugins(admission, random),
                List.of(),
                new ServiceAccountTokens(store, time, signer, "https://kubernetes.default.svc"),
                FeatureGates.STANDARD,
                List.of(AuthorizationMode.RBAC),
                admission.services(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                List.of(),
                PerfCluster::failed));
        client = new ClusterClient(server, caller("admin", "bench"));
        scheduler = new SchedulerLoop(
                schedulerLoop,
                new ClusterClient(server, caller("system:kube-scheduler", "kube-scheduler")),
                SchedulerConfiguration.standard(random),
                new PrometheusRegistry(),
                "bench");
        namespace("default", "");
        scheduler.start();
    }

    private static Caller caller(String user, String agent) {
        return Caller.component(user, List.of(Caller.SYSTEM_MASTERS, "system:authenticated"), agent);
    }

    private static String failed(String component, String about, Throwable cause) {
        System.err.println("error: %s: %s: %s".formatted(component, about, cause));
        return "";
    }

    SystemTime time() {
        return time;
    }

    ClusterClient client() {
        return client;
    }

    /// Makes a namespace, if it is not there.
    void namespace(String name, String team) {
        ObjectNode namespace = Json.object();
        ObjectNode meta = namespace.putObject("metadata").put("name", name);
        if (!team.isEmpty()) {
            meta.putObject("labels").put("team", team);
        }
        client.create(ResourceTypes.NAMESPACES, "", Document.of(namespace));
    }

    /// @param namespace empty for objects of the whole cluster
    /// @throws IllegalStateException when the API server refuses
    void create(ResourceType type, String namespace, ObjectNode object) {
        expect("create", type, client.create(type, namespace, Document.of(object)));
    }

    /// Replaces the object and its status.
    ///
    /// @param subresource empty, or what is replaced instead of the object
    /// @throws IllegalStateException when the API server refuses
    void update(ResourceType type, String namespace, ObjectNode object, String subresource) {
        String name = object.path("metadata").path("name").asText();
        Document document = Document.of(object);
        var target = new Target(type.group(), type.version(), type.resource(), namespace, name, subresource);
        expect("update", type, client.call(Verb.UPDATE, target, Map.of(), Body.json(document.bytes())));
        updateStatus(type, namespace, object);
    }

    /// @throws IllegalStateException when the API server refuses
    void updateStatus(ResourceType type, String namespace, ObjectNode object) {
        String name = object.path("metadata").path("name").asText();
        expect("update the status of", type, client.updateStatus(type, namespace, name, Document.of(object)));
    }

    /// @throws IllegalStateException when the API server refuses
    void delete(ResourceType type, String namespace, String name) {
        ApiReply reply = client.delete(type, namespace, name, Document.of(Json.object()));
        if (!reply.succeededOrGone()) {
            expect("delete", type, reply);
        }
    }

    private static void expect(String verb, ResourceType type, ApiReply reply) {
        if (reply instanceof ApiReply.Failure(var status, var _)) {
            throw new IllegalStateException("cannot %s a %s: %s".formatted(verb, type.kind(), status.message()));
        }
    }

    @Override
    public void close() {
        scheduler.stop();
        schedulerLoop.close();
        serverLoop.close();
    }
}
