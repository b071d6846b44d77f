package dev.tenure.console.change;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.client.ClusterClient;
import dev.tenure.client.rest.ConnectionException;
import dev.tenure.console.follow.FollowedCluster;
import dev.tenure.console.follow.LiveEvents;
import dev.tenure.console.page.ConsoleReply;
import dev.tenure.console.page.ConsoleRequest;
import dev.tenure.console.page.ConsoleSite;
import dev.tenure.console.viewer.Forecaster;
import dev.tenure.console.viewer.Viewer;
import dev.tenure.model.meta.ApiEndpoint;
import dev.tenure.model.meta.ApiReply;
import dev.tenure.model.meta.ApiRequest;
import dev.tenure.model.meta.ApiRequest.Verb;
import dev.tenure.model.meta.Caller;
import dev.tenure.model.meta.ResourceType;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.model.meta.Status;
import dev.tenure.model.meta.WatchReply;
import dev.tenure.plan.change.Change;
import dev.tenure.plan.source.ClusterDump;
import dev.tenure.plan.source.DumpFiles;
import dev.tenure.runtime.io.Pause;
import dev.tenure.runtime.loop.ThreadedLoop;
import dev.tenure.runtime.observe.LoggedFaults;
import dev.tenure.runtime.time.SystemTime;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.ObjectNode;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// What pages and previews say of a cluster with a node that is silent and one that is not, and of a cluster
/// that refuses or does not answer.
class ChangePreviewTest {
    private static final String CLUSTER = """
            {apiVersion: v1, kind: Node, metadata: {name: silent, uid: n1}, spec: {taints: [
            {key: node.kubernetes.io/unreachable, effect: NoSchedule}, {key: node.kubernetes.io/unreachable, effect:
            NoExecute, timeAdded: '2026-01-01T00:00:00Z'}]}}
            ---
            {apiVersion: v1, kind: Node, metadata: {name: well, uid: n2}}
            ---
            POD one silent
            ---
            POD two well
            ---
            {apiVersion: apps/v1, kind: Deployment, metadata: {name: web, namespace: default, uid: d1, annotations:
            {kubectl.kubernetes.io/last-applied-configuration: '{"spec":{"selector":{}}}'}}, spec: {selector: {matchLabels:
            {app: web}}, template: {metadata: {labels: {app: web}}, spec: {containers: [{name: c, image: i}]}}}}
            """;
    private static final String POD = "{apiVersion: v1, kind: Pod, metadata: {name: $1, namespace: default, uid: p-$1},"
            + " spec: {nodeName: $2, containers: [{name: c, image: i}], tolerations: [{key: node.kubernetes.io/unreachable,"
            + " operator: Exists, effect: NoExecute, tolerationSeconds: 300}]}, status: {phase: Running}}";
    private static final List<ResourceType> KINDS =
            List.of(ResourceTypes.NODES, ResourceTypes.PODS, ResourceTypes.DEPLOYMENTS);
    private static final Status UNKNOWN = new Status(404, "NotFound", "not found", Optional.empty());
    private static final Status FORBIDDEN = new Status(403, "Forbidden", "nodes is forbidden", Optional.empty());
    private static final Status INVALID = new Status(422, "Invalid", "the key is no key", Optional.empty());

    private final Cluster cluster = new Cluster();
    private final List<ApiRequest> writes = new CopyOnWriteArrayList<>();
    private volatile boolean hidesNodes;
    private volatile boolean gone;
    private volatile boolean refuses;

    @SuppressWarnings("NullAway.Init")
    private ThreadedLoop loop;

    @SuppressWarnings("NullAway.Init")
    private Viewer viewer;

    private final class Cluster implements ApiEndpoint {
        private final ClusterDump dump = DumpFiles.read(
                List.of(DumpFiles.STDIN),
                new ByteArrayInputStream(
                        CLUSTER.replaceAll("POD (\\S+) (\\S+)", POD).getBytes(StandardCharsets.UTF_8)));

        @Override
        public ApiReply call(ApiRequest request) {
            if (gone) {
                throw new ConnectionException("connection refused");
            }
            var target = request.target();
            Optional<ResourceType> type = KINDS.stream()
                    .filter(kind -> kind.resource().equals(target.resource()))
                    .findFirst();
            if (hidesNodes && target.resource().equals("nodes")) {
                return new ApiReply.Failure(FORBIDDEN, List.of());
            }
            if (type.isEmpty()) {
                return new ApiReply.Failure(UNKNOWN, List.of());
            }
            if (request.verb() == Verb.LIST) {
                return new ApiReply.Many(
                        type.get(), 1, dump.all(type.get()).toList(), Optional.empty(), Optional.empty(), List.of());
            }
            if (request.verb() != Verb.GET) {
                writes.add(request);
                if (refuses) {
                    return new ApiReply.Failure(INVALID, List.of());
                }
            }
            return dump.find(type.get().key(target.namespace(), target.name()))
                    .<ApiReply>map(item -> new ApiReply.One(200, item.object(), List.of()))
                    .orElseGet(() -> new ApiReply.Failure(UNKNOWN, List.of()));
        }

        @Override
        public WatchReply watch(ApiRequest request) {
            return new WatchReply.Refused(FORBIDDEN);
        }
    }

    @BeforeEach
    void follow() {
        var time = new SystemTime();
        loop = new ThreadedLoop("preview-test", time, 2, new LoggedFaults());
        var client = new ClusterClient(cluster, Caller.component("ann", List.of(), "test"));
        var copy = new FollowedCluster(loop, client, "");
        copy.start();
        viewer = new Viewer(
                client,
                copy,
                _ -> Optional.empty(),
                time,
                new Forecaster(time, _ -> true),
                new Viewer.Identity("ann", "https://cluster", "kubectl"));
        until(() -> copy.version() >= 2);
    }

    @AfterEach
    void stop() {
        loop.close();
    }

    private static void until(BooleanSupplier met) {
        var time = new SystemTime();
        for (int turn = 0; turn < 1_000 && !met.getAsBoolean(); turn++) {
            Pause.of(Duration.ofMillis(10), time);
        }
        assertThat(met.getAsBoolean()).isTrue();
    }

    private JsonNode page(String method, String body, String... path) {
        var request = new ConsoleRequest(method, List.of(path), Map.of(), body.getBytes(StandardCharsets.UTF_8));
        return ConsoleSite.answer(viewer, request) instanceof ConsoleReply.Document(int _, JsonNode json)
                ? json
                : Json.object();
    }

    private JsonNode preview(String change) {
        return page("POST", change, "preview");
    }

    @Test
    void podsOfASilentNodeLeaveThoughNoNewOnesCome() {
        JsonNode stay = page("GET", "", "nodes", "silent").at("/podsHere/0/stay");
        assertThat(stay.path("verdict").asText()).isEqualTo("leaves-after");
        assertThat(stay.path("seconds").asInt()).isEqualTo(300);
        assertThat(stay.path("refusing").asText()).isEqualTo("node.kubernetes.io/unreachable:NoSchedule");
    }

    @Test
    void whoLeavesAnywayIsToldApart() {
        JsonNode preview = preview("{\"kind\":\"taint\",\"node\":\"silent\",\"key\":\"k\",\"effect\":\"NoSchedule\"}");
        assertThat(preview.path("leave").asInt()).isZero();
        assertThat(preview.path("anyway").asInt()).isEqualTo(1);
        JsonNode sooner = preview("{\"kind\":\"taint\",\"node\":\"silent\",\"key\":\"k\",\"effect\":\"NoExecute\"}");
        assertThat(sooner.path("leave").asInt()).isEqualTo(1);
        assertThat(sooner.path("anyway").asInt()).isZero();
        JsonNode spared = preview("{\"kind\":\"untaint\",\"node\":\"silent\",\"key\":"
                + "\"node.kubernetes.io/unreachable\",\"effect\":\"NoExecute\"}");
        assertThat(spared.path("spared").asInt()).isEqualTo(1);
    }

    @Test
    void whatTheClusterWouldRefuseIsSaidBeforeItIsAskedFor() {
        refuses = true;
        JsonNode preview =
                preview("{\"kind\":\"taint\",\"node\":\"well\",\"key\":\"bad key!\",\"effect\":\"NoExecute\"}");
        assertThat(preview.at("/refused/code").asInt()).isEqualTo(422);
        assertThat(preview.at("/refused/message").asText()).isEqualTo("the key is no key");
        refuses = false;
        assertThat(preview("{\"kind\":\"drain\",\"node\":\"well\"}").has("refused"))
                .isFalse();
        assertThat(writes)
                .isNotEmpty()
                .allSatisfy(write -> assertThat(write.query()).containsEntry("dryRun", List.of("All")));
    }

    @Test
    void aTolerationIsHeldAgainstTheSyntaxOfTheApi() {
        JsonNode answer = page(
                "POST",
                "{\"key\":\"bad key!\",\"operator\":\"Equal\",\"value\":\"\",\"policy\":\"All\"}",
                "toleration");
        assertThat(answer.at("/faults/0/field").asText()).isEqualTo("Taint key");
        assertThat(answer.has("yaml")).isFalse();
    }

    @Test
    void tolerationsAreForecastAsTheWholeObjectThatSavingThemMakes() {
        var question = WhatIfParser.parse(Json.readObject(("{\"kind\":\"tolerations\",\"resource\":\"deployments\","
                        + "\"namespace\":\"default\",\"name\":\"web\",\"tolerations\":[]}")
                .getBytes(StandardCharsets.UTF_8)));
        var planned = PlannedChange.of(AppliedWhole.of(viewer.client(), question));
        assertThat(planned).isInstanceOfSatisfying(Change.Apply.class, apply -> {
            ObjectNode whole = apply.manifests().getFirst();
            assertThat(whole.at("/spec/selector/matchLabels/app").asText()).isEqualTo("web");
            assertThat(whole.at("/spec/template/spec/tolerations").isArray()).isTrue();
            assertThat(whole.at("/metadata").has("uid")).isFalse();
        });
    }

    @Test
    void whoMayNotReadNodesIsNotToldThatAPodMayStay() {
        assertThat(page("GET", "", "pods", "default", "one").path("seesNode").asBoolean())
                .isTrue();
        hidesNodes = true;
        JsonNode pod = page("GET", "", "pods", "default", "one");
        assertThat(pod.path("seesNode").asBoolean(true)).isFalse();
        assertThat(pod.has("stays")).isFalse();
    }

    @Test
    void aPageIsToldThatTheClusterDoesNotAnswerAndWhenItDoesAgain() {
        var sent = new ArrayList<String>();
        gone = true;
        until(() -> viewer.copy().isCutOff());
        var events = new LiveEvents(viewer.copy(), viewer.time());
        try {
            events.run(new LiveEvents.Sink() {
                @Override
                public void write(String text) {
                    sent.add(text);
                    gone = false;
                }

                @Override
                public boolean wanted() {
                    return !String.join("", sent).contains("answers");
                }
            });
        } catch (IOException e) {
            throw new AssertionError(e);
        }
        assertThat(String.join("", sent))
                .containsSubsequence("event: hello", "event: cluster\ndata: silent", "event: cluster\ndata: answers");
    }
}
