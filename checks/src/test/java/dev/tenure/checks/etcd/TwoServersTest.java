package dev.tenure.checks.etcd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.tenure.checks.etcd.InProcess.Kept;
import dev.tenure.launch.apiserver.ApiConfig;
import dev.tenure.launch.apiserver.ApiConfig.Etcd;
import dev.tenure.launch.apiserver.ApiProcess;
import dev.tenure.model.meta.ApiReply;
import dev.tenure.model.meta.ApiRequest;
import dev.tenure.model.meta.ApiRequest.Body;
import dev.tenure.model.meta.ApiRequest.Target;
import dev.tenure.model.meta.ApiRequest.Verb;
import dev.tenure.model.meta.Caller;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.model.meta.WatchCursor;
import dev.tenure.model.meta.WatchEvent;
import dev.tenure.model.meta.WatchReply;
import dev.tenure.runtime.time.SystemTime;
import dev.tenure.runtime.time.Tick;
import dev.tenure.store.etcd.EtcdOptions.Servers;
import dev.tenure.store.etcd.EtcdOptions.Tls;
import dev.tenure.testkit.fake.EtcdServer;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.ObjectNode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.io.TempDir;

/// Two API servers in this process on one etcd: nothing is given twice, and what one answers holds at the
/// other.
@TestInstance(Lifecycle.PER_CLASS)
class TwoServersTest {
    private static final Caller ADMIN = new Caller("admin", "", List.of(Caller.SYSTEM_MASTERS), Map.of(), "test");
    private static final int WRITERS = 8;

    private final List<AutoCloseable> open = new ArrayList<>();
    private final List<ApiProcess> servers = new ArrayList<>();
    private final SystemTime time = new SystemTime();

    @SuppressWarnings("NullAway.Init")
    private Path folder;

    @BeforeAll
    void begin(@TempDir Path given) throws IOException {
        folder = given;
        Optional<Path> program = EtcdServer.program();
        assumeTrue(program.isPresent(), EtcdServer.NONE);
        EtcdServer etcd = EtcdServer.start(program.orElseThrow(), folder);
        open.add(etcd);
        servers.add(server(etcd, "192.0.2.1"));
        servers.add(server(etcd, "192.0.2.2"));
        for (String namespace : List.of("crowd", "quota", "budget", "refused", "pages", "fresh")) {
            done(call(0, Verb.CREATE, target("v1", "namespaces", "", ""), """
                {'apiVersion': 'v1', 'kind': 'Namespace', 'metadata': {'name': '%s'}}""".formatted(namespace)));
            done(call(0, Verb.CREATE, target("v1", "serviceaccounts", namespace, ""), """
                {'apiVersion': 'v1', 'kind': 'ServiceAccount', 'metadata': {'name': 'default'}}"""));
        }
    }

    /// Servers of one cluster have one authority and one key for tokens.
    private ApiProcess server(EtcdServer etcd, String address) throws IOException {
        Path data = folder.resolve(address);
        Path first = folder.resolve("192.0.2.1").resolve("pki");
        if (Files.exists(first)) {
            Path own = Files.createDirectories(data.resolve("pki"));
            try (Stream<Path> files = Files.list(first)) {
                for (Path file : files.toList()) {
                    Files.copy(file, own.resolve(file.getFileName()));
                }
            }
        }
        var listen = new ApiConfig.Listen("127.0.0.1", 0, List.of(), Optional.of(address));
        var kept = new Etcd(Servers.of(List.of(etcd.endpoint()), Tls.NONE), "registry");
        ApiProcess process = InProcess.start(data, listen, Kept.in(kept), time);
        open.add(process);
        return process;
    }

    @AfterAll
    void end() throws Exception {
        for (AutoCloseable one : open.reversed()) {
            one.close();
        }
    }

    private static Target target(String apiVersion, String resource, String namespace, String name) {
        int slash = apiVersion.indexOf('/');
        String group = slash < 0 ? "" : apiVersion.substring(0, slash);
        return new Target(group, apiVersion.substring(slash + 1), resource, namespace, name, "");
    }

    private static Target at(Target target, String subresource) {
        return new Target(
                target.group(), target.version(), target.resource(), target.namespace(), target.name(), subresource);
    }

    private ApiReply call(int server, Verb verb, Target target, String body) {
        return call(server, verb, target, Map.of(), body);
    }

    private ApiReply call(int server, Verb verb, Target target, Map<String, List<String>> query, String body) {
        byte[] json = body.replace('\'', '"').getBytes(StandardCharsets.UTF_8);
        String type = verb == Verb.PATCH ? "application/merge-patch+json" : "application/json";
        return servers.get(server).server().call(new ApiRequest(verb, target, query, new Body(type, json), ADMIN));
    }

    private static StoredObject done(ApiReply reply) {
        assertThat(reply).isInstanceOf(ApiReply.One.class);
        return ((ApiReply.One) reply).object();
    }

    private static void gone(ApiReply reply) {
        assertThat(reply).isNotInstanceOf(ApiReply.Failure.class);
    }

    private static JsonNode tree(ApiReply reply) {
        return Json.readObject(done(reply).json());
    }

    private interface Writer {
        ApiReply write(int server, int number);
    }

    /// Calls both servers from several threads, in turns.
    private static List<ApiReply> concurrently(int count, Writer writer) throws Exception {
        var all = new ArrayList<ApiReply>();
        try (var threads = Executors.newFixedThreadPool(WRITERS)) {
            var tasks = new ArrayList<Callable<ApiReply>>();
            for (int i = 0; i < count; i++) {
                int number = i;
                tasks.add(() -> writer.write(number % 2, number));
            }
            for (Future<ApiReply> done : threads.invokeAll(tasks)) {
                all.add(done.get());
            }
        }
        return all;
    }

    private static long made(List<ApiReply> replies) {
        return replies.stream().filter(ApiReply.One.class::isInstance).count();
    }

    @Test
    void noAddressAndNoNodePortIsGivenTwice() throws Exception {
        int count = 60;
        Target services = target("v1", "services", "crowd", "");
        List<ApiReply> replies =
                concurrently(count, (server, i) -> call(server, Verb.CREATE, services, """
            {'apiVersion': 'v1', 'kind': 'Service', 'metadata': {'name': 's%d'},
             'spec': {'type': 'NodePort', 'ports': [{'port': 80}]}}""".formatted(i)));
        List<JsonNode> specs =
                replies.stream().map(reply -> tree(reply).path("spec")).toList();
        assertThat(specs.stream().map(spec -> spec.path("clusterIP").asText()))
                .hasSize(count)
                .doesNotHaveDuplicates();
        List<Integer> ports =
                specs.stream().map(spec -> spec.at("/ports/0/nodePort").asInt()).toList();
        assertThat(ports).hasSize(count).doesNotHaveDuplicates().doesNotContain(0);
        // one that is chosen goes to one of all who want it, and comes back when its service goes
        int wanted = ports.contains(31_000) ? ports.getFirst() : 31_000;
        if (ports.contains(31_000)) {
            gone(call(1, Verb.DELETE, target("v1", "services", "crowd", "s0"), ""));
        }
        List<ApiReply> wishes =
                concurrently(8, (server, i) -> call(server, Verb.CREATE, services, """
            {'apiVersion': 'v1', 'kind': 'Service', 'metadata': {'name': 'w%d'},
             'spec': {'type': 'NodePort', 'ports': [{'port': 80, 'nodePort': %d}]}}""".formatted(i, wanted)));
        assertThat(made(wishes)).isEqualTo(1);
    }

    @Test
    void aQuotaIsNeverOverdrawn() throws Exception {
        done(call(0, Verb.CREATE, target("v1", "resourcequotas", "quota", ""), """
            {'apiVersion': 'v1', 'kind': 'ResourceQuota', 'metadata': {'name': 'q'},
             'spec': {'hard': {'count/configmaps': '15'}}}"""));
        done(call(0, Verb.PATCH, at(target("v1", "resourcequotas", "quota", "q"), "status"), """
            {'status': {'hard': {'count/configmaps': '15'}, 'used': {'count/configmaps': '0'}}}"""));
        Target maps = target("v1", "configmaps", "quota", "");
        List<ApiReply> replies = concurrently(60, (server, i) -> call(server, Verb.CREATE, maps, """
            {'apiVersion': 'v1', 'kind': 'ConfigMap', 'metadata': {'name': 'm%d'}}""".formatted(i)));
        assertThat(made(replies)).isEqualTo(15);
    }

    @Test
    void aBudgetIsNeverOverdrawn() throws Exception {
        int pods = 24;
        concurrently(
                pods, (server, i) -> call(server, Verb.CREATE, target("v1", "pods", "budget", ""), """
            {'apiVersion': 'v1', 'kind': 'Pod', 'metadata': {'name': 'p%d', 'labels': {'app': 'a'}},
             'spec': {'nodeName': 'n1', 'containers': [{'name': 'c', 'image': 'i'}]}}""".formatted(i)));
        for (int i = 0; i < pods; i++) {
            done(call(i % 2, Verb.PATCH, at(target("v1", "pods", "budget", "p" + i), "status"), """
                {'status': {'phase': 'Running', 'conditions': [{'type': 'Ready', 'status': 'True'}]}}"""));
        }
        Target budget = target("policy/v1", "poddisruptionbudgets", "budget", "b");
        done(call(0, Verb.CREATE, target("policy/v1", "poddisruptionbudgets", "budget", ""), """
            {'apiVersion': 'policy/v1', 'kind': 'PodDisruptionBudget', 'metadata': {'name': 'b'},
             'spec': {'maxUnavailable': 5, 'selector': {'matchLabels': {'app': 'a'}}}}"""));
        done(call(1, Verb.PATCH, at(budget, "status"), """
            {'status': {'disruptionsAllowed': 5, 'currentHealthy': 24, 'desiredHealthy': 19, 'expectedPods': 24,
             'observedGeneration': 1}}"""));
        concurrently(
                pods,
                (server, i) -> call(
                        server, Verb.CREATE, at(target("v1", "pods", "budget", "p" + i), "eviction"), """
            {'apiVersion': 'policy/v1', 'kind': 'Eviction', 'metadata': {'name': 'p%d', 'namespace': 'budget'}}""".formatted(
                                        i)));
        var left = (ApiReply.Many) call(1, Verb.LIST, target("v1", "pods", "budget", ""), "");
        long leaving =
                left.items().stream().filter(pod -> pod.header().deleting()).count();
        assertThat(pods - left.items().size() + leaving).isEqualTo(5);
        assertThat(tree(call(0, Verb.GET, budget, ""))
                        .at("/status/disruptionsAllowed")
                        .asInt())
                .isZero();
    }

    /// A request that has changed something is not tried again, whatever there is that is newer.
    @Test
    void anEvictionThatIsRefusedAfterItsBudgetWasChargedIsAnsweredAsItWasFirst() {
        done(call(0, Verb.CREATE, target("v1", "pods", "refused", ""), """
            {'apiVersion': 'v1', 'kind': 'Pod', 'metadata': {'name': 'p', 'labels': {'app': 'a'}},
             'spec': {'nodeName': 'n1', 'containers': [{'name': 'c', 'image': 'i'}]}}"""));
        done(call(0, Verb.PATCH, at(target("v1", "pods", "refused", "p"), "status"), """
            {'status': {'phase': 'Running', 'conditions': [{'type': 'Ready', 'status': 'True'}]}}"""));
        Target budget = target("policy/v1", "poddisruptionbudgets", "refused", "b");
        done(call(0, Verb.CREATE, target("policy/v1", "poddisruptionbudgets", "refused", ""), """
            {'apiVersion': 'policy/v1', 'kind': 'PodDisruptionBudget', 'metadata': {'name': 'b'},
             'spec': {'maxUnavailable': 2, 'selector': {'matchLabels': {'app': 'a'}}}}"""));
        done(call(0, Verb.PATCH, at(budget, "status"), """
            {'status': {'disruptionsAllowed': 2, 'currentHealthy': 1, 'desiredHealthy': 0, 'expectedPods': 1,
             'observedGeneration': 1}}"""));
        ApiReply reply = call(0, Verb.CREATE, at(target("v1", "pods", "refused", "p"), "eviction"), """
            {'apiVersion': 'policy/v1', 'kind': 'Eviction', 'metadata': {'name': 'p', 'namespace': 'refused'},
             'deleteOptions': {'preconditions': {'uid': 'another'}}}""");
        assertThat(((ApiReply.Failure) reply).status().code()).isEqualTo(409);
        assertThat(tree(call(1, Verb.GET, budget, ""))
                        .at("/status/disruptionsAllowed")
                        .asInt())
                .isEqualTo(1);
    }

    @Test
    void aKindDefinedAtOneServerIsServedAtTheOtherWithinASecond() throws Exception {
        done(call(0, Verb.CREATE, target("apiextensions.k8s.io/v1", "customresourcedefinitions", "", ""), """
            {'apiVersion': 'apiextensions.k8s.io/v1', 'kind': 'CustomResourceDefinition',
             'metadata': {'name': 'boats.example.org'},
             'spec': {'group': 'example.org', 'scope': 'Namespaced', 'names': {'plural': 'boats', 'kind': 'Boat'},
              'versions': [{'name': 'v1', 'served': true, 'storage': true,
               'schema': {'openAPIV3Schema': {'type': 'object', 'x-kubernetes-preserve-unknown-fields': true}}}]}}"""));
        Target definition = target("apiextensions.k8s.io/v1", "customresourcedefinitions", "", "boats.example.org");
        await(
                Duration.ofSeconds(10),
                () -> call(0, Verb.GET, definition, "") instanceof ApiReply.One one
                        && isEstablished(Json.readObject(one.object().json())));
        Target boats = target("example.org/v1", "boats", "crowd", "");
        await(Duration.ofSeconds(1), () -> call(1, Verb.LIST, boats, "") instanceof ApiReply.Many);
        done(call(1, Verb.CREATE, boats, """
            {'apiVersion': 'example.org/v1', 'kind': 'Boat', 'metadata': {'name': 'b'}, 'sails': 2}"""));
        assertThat(tree(call(0, Verb.GET, target("example.org/v1", "boats", "crowd", "b"), ""))
                        .path("sails")
                        .asInt())
                .isEqualTo(2);
    }

    private static boolean isEstablished(ObjectNode definition) {
        for (JsonNode condition : definition.at("/status/conditions")) {
            if (condition.path("type").asText().equals("Established")) {
                return condition.path("status").asText().equals("True");
            }
        }
        return false;
    }

    @Test
    void whatOneServerHasBegunAnotherGoesOnWith() {
        Target maps = target("v1", "configmaps", "pages", "");
        for (int i = 0; i < 10; i++) {
            done(call(i % 2, Verb.CREATE, maps, """
                {'apiVersion': 'v1', 'kind': 'ConfigMap', 'metadata': {'name': 'm%d'}}""".formatted(i)));
        }
        var first = (ApiReply.Many) call(0, Verb.LIST, maps, Map.of("limit", List.of("4")), "");
        gone(call(0, Verb.DELETE, target("v1", "configmaps", "pages", "m7"), ""));
        var query =
                Map.of("limit", List.of("4"), "continue", List.of(first.next().orElseThrow()));
        var second = (ApiReply.Many) call(1, Verb.LIST, maps, query, "");
        assertThat(second.revision()).isEqualTo(first.revision());
        assertThat(second.items()).extracting(map -> map.key().name()).containsExactly("m4", "m5", "m6", "m7");
        Map<String, List<String>> exact = Map.of(
                "resourceVersion", List.of(Long.toString(first.revision())), "resourceVersionMatch", List.of("Exact"));
        assertThat(((ApiReply.Many) call(1, Verb.LIST, maps, exact, "")).items())
                .hasSize(10);
    }

    @Test
    void aReadSeesWhatTheOtherServerHasAcknowledgedAndAWatchGoesOnThere() throws Exception {
        Target maps = target("v1", "configmaps", "fresh", "");
        var begun = (ApiReply.Many) call(1, Verb.LIST, maps, "");
        for (int i = 0; i < 40; i++) {
            String name = "f%02d".formatted(i);
            long revision =
                    done(call(i % 2, Verb.CREATE, maps, """
                {'apiVersion': 'v1', 'kind': 'ConfigMap', 'metadata': {'name': '%s'}}""".formatted(name))).revision();
            int other = 1 - i % 2;
            Target one = target("v1", "configmaps", "fresh", name);
            assertThat(done(call(other, Verb.GET, one, "")).revision()).isEqualTo(revision);
            assertThat(((ApiReply.Many) call(other, Verb.LIST, maps, "")).items())
                    .hasSize(i + 1);
            // Of its cache, however old that is, but never from a time to come.
            var cached = (ApiReply.Many) call(other, Verb.LIST, maps, Map.of("resourceVersion", List.of("0")), "");
            assertThat(cached.revision()).isGreaterThanOrEqualTo(begun.revision());
        }
        Map<String, List<String>> from = Map.of("resourceVersion", List.of(Long.toString(begun.revision())));
        var request = new ApiRequest(Verb.WATCH, maps, from, Body.NONE, ADMIN);
        List<String> seen = new ArrayList<>();
        try (WatchCursor cursor = ((WatchReply.Started) servers.get(0).server().watch(request)).cursor()) {
            await(Duration.ofSeconds(10), () -> {
                for (WatchEvent event : cursor.poll(100)) {
                    if (event instanceof WatchEvent.Added(StoredObject object)) {
                        seen.add(object.key().name());
                    }
                }
                return seen.size() >= 40;
            });
        }
        assertThat(seen).hasSize(40).isSorted().doesNotHaveDuplicates();
    }

    @Test
    void theServiceKubernetesLeadsToAllWhoLive() throws Exception {
        Target endpoints = target("v1", "endpoints", "default", "kubernetes");
        await(
                Duration.ofSeconds(15),
                () -> addresses(call(0, Verb.GET, endpoints, "")).equals(List.of("192.0.2.1", "192.0.2.2")));
    }

    private static List<String> addresses(ApiReply reply) {
        List<String> found = new ArrayList<>();
        if (reply instanceof ApiReply.One one) {
            Json.readObject(one.object().json())
                    .at("/subsets/0/addresses")
                    .forEach(address -> found.add(address.path("ip").asText()));
        }
        return found;
    }

    private void await(Duration longest, Callable<Boolean> question) throws Exception {
        Tick until = time.now().plus(longest);
        boolean yes = question.call();
        while (!yes && !time.now().isAfter(until)) {
            yes = question.call();
        }
        assertThat(yes).as("within %s", longest).isTrue();
    }
}
