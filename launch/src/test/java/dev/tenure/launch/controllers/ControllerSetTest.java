package dev.tenure.launch.controllers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.client.informer.DiscoveredKinds;
import dev.tenure.controllers.tainteviction.TaintEvictionLoop;
import dev.tenure.controllers.tainteviction.stay.Semantics;
import dev.tenure.launch.process.GateOptions;
import dev.tenure.model.meta.ApiEndpoint;
import dev.tenure.model.meta.ApiReply;
import dev.tenure.model.meta.ApiRequest;
import dev.tenure.model.meta.ApiRequest.Verb;
import dev.tenure.model.meta.ResourceType;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.model.meta.Status;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.model.meta.WatchCursor;
import dev.tenure.model.meta.WatchEvent;
import dev.tenure.model.meta.WatchReply;
import dev.tenure.runtime.observe.LoggedFaults;
import dev.tenure.runtime.time.SystemTime;
import dev.tenure.wire.view.Views;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// Controllers of a process that waits for its turn, before a cluster in which one ReplicaSet wants one pod.
final class ControllerSetTest {
    private static final long PATIENCE_SECONDS = 60;
    private static final String REPLICA_SET = """
            {"kind":"ReplicaSet","apiVersion":"apps/v1","metadata":{"name":"web","namespace":"default","uid":"u"},
             "spec":{"replicas":1,"selector":{"matchLabels":{"app":"web"}},
              "template":{"metadata":{"labels":{"app":"web"}},"spec":{"containers":[{"name":"c","image":"i"}]}}}}
            """;

    private final BlockingQueue<String> asked = new LinkedBlockingQueue<>();
    private final ControllerSet set = new ControllerSet(
            new Cluster(),
            new SystemTime(),
            new ControllerConfig(
                    new ControllerSelection(List.of("replicaset-controller")),
                    new LifecycleOptions().configuration(Semantics.DOCUMENTED),
                    new TaintEvictionLoop.Configuration(Semantics.DOCUMENTED, false),
                    new LifecycleOptions().autoscaling(),
                    0,
                    Duration.ofDays(365),
                    List.of(),
                    () -> DiscoveredKinds.NONE,
                    "",
                    new GateOptions().gates(),
                    Optional.empty(),
                    true),
            new PrometheusRegistry(),
            new LoggedFaults());

    /// Notes what it is asked, and refuses every write.
    private final class Cluster implements ApiEndpoint {
        @Override
        public ApiReply call(ApiRequest request) {
            asked.add(request.verb() + " " + request.target().resource());
            if (request.verb() != Verb.LIST) {
                return new ApiReply.Failure(new Status(503, "ServiceUnavailable", "", Optional.empty()), List.of());
            }
            boolean replicaSets = request.target().resource().equals("replicasets");
            ResourceType type = replicaSets ? ResourceTypes.REPLICA_SETS : ResourceTypes.PODS;
            return new ApiReply.Many(
                    type, 1, replicaSets ? List.of(web()) : List.of(), Optional.empty(), Optional.empty(), List.of());
        }

        @Override
        public WatchReply watch(ApiRequest request) {
            asked.add("WATCH " + request.target().resource());
            return new WatchReply.Started(ResourceTypes.PODS, new Silence());
        }
    }

    private static final class Silence implements WatchCursor {
        @Override
        public List<WatchEvent> poll(int max) {
            return List.of();
        }

        @Override
        public void onReady(Runnable signal) {
            // nothing ever comes
        }

        @Override
        public void close() {
            // nothing is open
        }
    }

    private static StoredObject web() {
        var header = new StoredObject.Header(
                ResourceTypes.REPLICA_SETS.key("default", "web"), "u", Map.of(), List.of(), Map.of(), false);
        return new StoredObject(
                header, REPLICA_SET.getBytes(StandardCharsets.UTF_8), 1, Views.reader(ResourceTypes.REPLICA_SETS));
    }

    @AfterEach
    void close() {
        set.close();
    }

    /// What is asked until `last` is.
    private List<String> until(String... last) throws InterruptedException {
        var seen = new ArrayList<String>();
        while (!seen.containsAll(List.of(last))) {
            String next = asked.poll(PATIENCE_SECONDS, TimeUnit.SECONDS);
            assertThat(next).as("after %s", seen).isNotNull();
            seen.add(next);
        }
        return seen;
    }

    @Test
    void preparedTheyFollowAndDoNothingAndStartedTheyFindAllThere() throws InterruptedException {
        set.prepare();
        assertThat(until("WATCH pods", "WATCH replicasets"))
                .containsExactlyInAnyOrder("LIST pods", "LIST replicasets", "WATCH pods", "WATCH replicasets");
        set.start();
        assertThat(until("CREATE pods")).containsExactly("CREATE pods");
    }

    @Test
    void withoutPreparationTheyFollowWhenTheyAreStarted() throws InterruptedException {
        set.start();
        assertThat(until("CREATE pods")).contains("LIST pods", "LIST replicasets");
    }
}
