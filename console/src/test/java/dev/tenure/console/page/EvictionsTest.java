package dev.tenure.console.page;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.client.ClusterClient;
import dev.tenure.console.follow.FollowedCluster;
import dev.tenure.console.page.Evictions.Asked;
import dev.tenure.console.viewer.Forecaster;
import dev.tenure.console.viewer.Viewer;
import dev.tenure.model.meta.ApiEndpoint;
import dev.tenure.model.meta.ApiReply;
import dev.tenure.model.meta.ApiRequest;
import dev.tenure.model.meta.Caller;
import dev.tenure.model.meta.ResourceType;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.model.meta.Status;
import dev.tenure.model.meta.WatchReply;
import dev.tenure.plan.policy.TaintPolicies;
import dev.tenure.plan.source.ClusterDump;
import dev.tenure.plan.source.DumpFiles;
import dev.tenure.runtime.loop.SimulatedWorld;
import dev.tenure.runtime.loop.ThreadedLoop;
import dev.tenure.runtime.observe.LoggedFaults;
import dev.tenure.runtime.time.SystemTime;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.ObjectNode;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Evictions of a cluster whose controllers tell nothing. The node `dated` says since when it has its taint;
/// of the node `written` only its managed fields do; of the node `silent` nothing does.
class EvictionsTest {
    private static final Instant NOON = Instant.parse("2026-01-01T12:00:00Z");
    private static final String CLUSTER = """
            {apiVersion: v1, kind: Node, metadata: {name: dated, uid: n1}, spec: {taints: [{key: repair, effect: NoExecute,
            timeAdded: 'T-100'}]}}
            ---
            {apiVersion: v1, kind: Node, metadata: {name: written, uid: n2, managedFields: [{manager: kubectl-taint,
            operation: Update, apiVersion: v1, time: 'T-200', fieldsType: FieldsV1, fieldsV1: {'f:spec': {'f:taints': {}}}},
            {manager: other, operation: Update, apiVersion: v1, time: 'T-10', fieldsType: FieldsV1, fieldsV1: {'f:metadata':
            {}}}]}, spec: {taints: [{key: repair, effect: NoExecute}, {key: soft, effect: NoSchedule}]}}
            ---
            {apiVersion: v1, kind: Node, metadata: {name: silent, uid: n3}, spec: {taints: [{key: repair, effect:
            NoExecute}]}}
            ---
            POD short dated 300
            ---
            POD late written 300
            ---
            POD unknown silent 300
            ---
            {apiVersion: v1, kind: Pod, metadata: {name: guest, namespace: default, uid: p-guest, creationTimestamp:
            'T-1000'}, spec: {nodeName: dated, containers: [{name: c, image: i}]}, status: {phase: Running}}
            ---
            {apiVersion: v1, kind: Pod, metadata: {name: ended, namespace: default, uid: p-ended, creationTimestamp:
            'T-1000'}, spec: {nodeName: dated, containers: [{name: c, image: i}]}, status: {phase: Succeeded}}
            ---
            {apiVersion: v1, kind: Pod, metadata: {name: settled, namespace: default, uid: p-settled, creationTimestamp:
            'T-1000'}, spec: {nodeName: dated, tolerations: [{operator: Exists}], containers: [{name: c, image: i}]},
            status: {phase: Running}}
            ---
            EVENT one gone T-50 Marking for deletion Pod default/gone
            ---
            EVENT two gone T-49 Cancelling deletion of Pod default/gone
            ---
            EVENT three gone-too T-40 Marking for deletion Pod default/gone-too
            """;
    private static final List<ResourceType> KINDS =
            List.of(ResourceTypes.NODES, ResourceTypes.PODS, ResourceTypes.EVENTS, TaintPolicies.KIND);
    private static final String POLICY = """
            ---
            {apiVersion: tenure.dev/v1alpha1, kind: TaintEvictionPolicy, metadata: {name: NAME, uid: NAME}, spec: {taints: [{key:
            repair, operator: Exists}], SPEC}, status: {observedGeneration: 1, held: HELD, conditions: [{type: Holding, status:
            'True', reason: Paused, message: paused}]}}
            """;
    private static final Status UNKNOWN =
            new Status(404, "NotFound", "the server could not find the requested resource", Optional.empty());

    private static final Status FORBIDDEN = new Status(403, "Forbidden", "not to be watched", Optional.empty());

    @SuppressWarnings("NullAway.Init")
    private ThreadedLoop loop;

    @SuppressWarnings("NullAway.Init")
    private Viewer viewer;

    private Optional<JsonNode> told = Optional.empty();
    /// What is answered when Events are asked for, if they are not told.
    private Optional<Status> eventsRefused = Optional.empty();
    /// How many Events there are beyond those that are told.
    private long eventsMore;

    /// A cluster that answers lists and nothing else.
    private final class Listed implements ApiEndpoint {
        private final ClusterDump dump;

        private Listed(ClusterDump dump) {
            this.dump = dump;
        }

        @Override
        public ApiReply call(ApiRequest request) {
            boolean counting =
                    request.target().namespace().isEmpty() && !request.query().containsKey("fieldSelector");
            if (request.target().resource().equals("events") && eventsRefused.isPresent() && !counting) {
                return new ApiReply.Failure(eventsRefused.get(), List.of());
            }
            boolean other = request.query()
                    .getOrDefault("fieldSelector", List.of(""))
                    .toString()
                    .contains("=Evicted");
            return KINDS.stream()
                    .filter(type -> type.resource().equals(request.target().resource()))
                    .findFirst()
                    .<ApiReply>map(type -> new ApiReply.Many(
                            type,
                            1,
                            other ? List.of() : dump.all(type).toList(),
                            Optional.empty(),
                            Optional.of(eventsMore).filter(more -> more > 0),
                            List.of()))
                    .orElseGet(() -> new ApiReply.Failure(UNKNOWN, List.of()));
        }

        @Override
        public WatchReply watch(ApiRequest request) {
            return new WatchReply.Refused(FORBIDDEN);
        }
    }

    private String ago(String seconds) {
        return NOON.minusSeconds(Long.parseLong(seconds)).toString();
    }

    private String cluster() {
        String pods = CLUSTER.replaceAll(
                "POD (\\S+) (\\S+) (\\d+)",
                "{apiVersion: v1, kind: Pod, metadata: {name: $1, namespace: default, uid: p-$1, creationTimestamp:"
                        + " 'T-1000'}, spec: {nodeName: $2, tolerations: [{key: repair, operator: Exists, effect:"
                        + " NoExecute, tolerationSeconds: $3}], containers: [{name: c, image: i}]}, status: {phase: Running}}");
        String all = pods.replaceAll(
                "EVENT (\\S+) (\\S+) (T-\\d+) (.*)",
                "{apiVersion: v1, kind: Event, metadata: {name: $1, namespace: default, uid: e-$1}, involvedObject: {kind:"
                        + " Pod, namespace: default, name: $2}, reason: TaintManagerEviction, message: $4, type: Normal,"
                        + " lastTimestamp: '$3'}");
        return Pattern.compile("T-(\\d+)").matcher(all).replaceAll(match -> ago(match.group(1)));
    }

    @BeforeEach
    void follow() {
        follow("");
    }

    private void follow(String more) {
        var time = new SystemTime();
        loop = new ThreadedLoop("evictions-test", time, 2, new LoggedFaults());
        ClusterDump dump = DumpFiles.read(
                List.of(DumpFiles.STDIN),
                new ByteArrayInputStream((cluster() + more).getBytes(StandardCharsets.UTF_8)));
        var client = new ClusterClient(new Listed(dump), Caller.component("ann", List.of(), "test"));
        var copy = new FollowedCluster(loop, client, "");
        copy.start();
        viewer = new Viewer(
                client,
                copy,
                _ -> told,
                new SimulatedWorld(NOON),
                new Forecaster(time, _ -> true),
                new Viewer.Identity("ann", "https://cluster", "kubectl"));
    }

    @AfterEach
    void stop() {
        loop.close();
    }

    private static JsonNode of(JsonNode rows, String pod) {
        for (JsonNode row : rows) {
            if (row.path("pod").asText().equals(pod)) {
                return row;
            }
        }
        return Json.object();
    }

    @Test
    void whatTheClustersControllerTellsIsShownAsItTellsIt() {
        told = Optional.of(Json.object().put("comingTotal", 7));

        assertThat(Evictions.of(viewer, Asked.all(10))).isEqualTo(told.get());
    }

    @Test
    void whoIsToLeaveFollowsFromTaintsAndTolerations() {
        JsonNode page = Evictions.of(viewer, Asked.all(10));

        assertThat(page.path("observed").asBoolean()).isTrue();
        assertThat(page.path("coming").findValuesAsText("pod")).containsExactly("guest", "late", "short", "unknown");
        assertThat(page.path("comingTotal").asInt()).isEqualTo(4);
        assertThat(of(page.path("coming"), "short").path("deadline").asText()).isEqualTo(ago("-200"));
        assertThat(of(page.path("coming"), "late").path("since").asText()).isEqualTo(ago("200"));
        assertThat(of(page.path("coming"), "late").path("toleration").asText())
                .isEqualTo("repair:NoExecute op=Exists for 300s");
        assertThat(of(page.path("coming"), "unknown").path("secondsLeft").asDouble())
                .isEqualTo(300);
        assertThat(of(page.path("coming"), "guest").path("secondsLeft").asDouble())
                .isZero();
    }

    private void followWithPolicy(String spec, int held) {
        loop.close();
        follow(POLICY.replace("NAME", "halted").replace("SPEC", spec).replace("HELD", String.valueOf(held)));
    }

    /// The controllers run apart: whom a policy holds is told by its status, and by who is still there.
    @Test
    void whomAPolicyHoldsIsToldSoWhereOnlyItsStatusTells() {
        followWithPolicy("paused: true", 1);

        JsonNode coming = Evictions.of(viewer, Asked.all(10)).path("coming");

        assertThat(of(coming, "guest").at("/held/policy").asText()).isEqualTo("halted");
        assertThat(of(coming, "guest").at("/held/message").asText()).isEqualTo("paused");
        assertThat(of(coming, "short").has("held")).isFalse();
        ObjectNode page = Json.object();
        KnownPolicies.into(page, viewer, "");
        assertThat(page.path("holding").findValuesAsText("policy")).containsExactly("halted");
    }

    @Test
    void aPolicyWhoseExpressionFailsIsToldAsSuch() {
        ObjectNode page = Json.object();
        followWithPolicy("tolerate: true", 0);
        KnownPolicies.into(page, viewer, "");
        assertThat(page.has("failing")).isFalse();

        loop.close();
        follow(POLICY.replace("NAME", "halted")
                .replace("SPEC", "tolerate: true")
                .replace("HELD", "0")
                .replace("type: Holding", "type: ExpressionsValid")
                .replace("'True', reason", "'False', reason"));
        KnownPolicies.into(page, viewer, "");
        assertThat(page.path("failing").findValuesAsText("message")).containsExactly("paused");
    }

    @Test
    void whoStaysBecauseOfAPolicyIsNotToLeave() {
        followWithPolicy("tolerate: true", 0);

        assertThat(Evictions.of(viewer, Asked.all(10)).path("coming").findValuesAsText("pod"))
                .containsExactly("late", "short", "unknown");
        JsonNode guest = PodsPage.one(viewer, "default", "guest");
        assertThat(guest.at("/stays/0/verdict").asText()).isEqualTo("places");
        assertThat(guest.at("/stays/0/policy").asText()).isEqualTo("halted");
        assertThat(NodesPage.one(viewer, "dated", new ConsoleRequest("GET", List.of(), Map.of(), new byte[0]))
                        .path("podsHere")
                        .valueStream()
                        .map(row -> row.path("name").asText() + " "
                                + row.at("/stay/policy").asText("-") + " "
                                + row.path("ended").asBoolean()))
                .containsExactly("ended halted true", "guest halted false", "settled - false", "short - false");
    }

    @Test
    void whoStaysForAWhileBecauseOfAPolicyIsToldSo() {
        followWithPolicy("tolerate: true, tolerateSeconds: 60", 0);

        JsonNode coming = Evictions.of(viewer, Asked.all(10)).path("coming");
        assertThat(of(coming, "guest").path("toleration").asText()).endsWith(" for 60s (policy halted)");
        assertThat(of(coming, "short").path("toleration").asText()).doesNotContain("policy");
    }

    @Test
    void theMatrixTellsOfPoliciesThatAreAboutATaint() {
        followWithPolicy("tolerate: true, tolerateSeconds: 60, alsoEvictFor: [NoSchedule]", 0);

        JsonNode rows = MatrixPage.of(viewer, new ConsoleRequest("GET", List.of(), Map.of(), new byte[0]))
                .path("rows");

        assertThat(rows.valueStream().map(row -> row.path("names").get(0).asText() + ": " + row.path("policies")))
                .containsExactly(
                        "dated: [{\"policy\":\"halted\",\"taint\":\"repair:NoExecute\",\"says\":\"pods stay for 60 s that do"
                                + " not tolerate it\"}]",
                        "written: [{\"policy\":\"halted\",\"taint\":\"repair:NoExecute\",\"says\":\"pods stay for 60 s that do"
                                + " not tolerate it\"}]");
        followWithPolicy("exceptTaints: [{key: repair, operator: Exists}]", 0);
        assertThat(MatrixPage.of(viewer, new ConsoleRequest("GET", List.of(), Map.of(), new byte[0]))
                        .at("/rows/0")
                        .has("policies"))
                .isFalse();
    }

    @Test
    void whoHasLeftIsShownOnceByEvents() {
        JsonNode page = Evictions.of(viewer, Asked.all(10));

        assertThat(page.path("past").findValuesAsText("pod")).containsExactly("gone", "gone-too");
        assertThat(page.at("/past/0/at").asText()).isEqualTo(ago("50"));
        assertThat(page.at("/past/0/cause").asText()).isEqualTo("taint");
    }

    @Test
    void oneNodeOrOnePodIsAskedFor() {
        assertThat(Evictions.of(viewer, new Asked(10, "written", "", ""))
                        .path("coming")
                        .findValuesAsText("pod"))
                .containsExactly("late");
        assertThat(Evictions.ofPod(viewer, "default", "gone", 10).path("past").findValuesAsText("pod"))
                .containsExactly("gone");
        assertThat(Evictions.of(viewer, Asked.all(1)).path("coming").findValuesAsText("pod"))
                .containsExactly("guest");
    }

    private static final Map<Integer, String> TOLD = Map.of(
            403, "not allowed to list events; ask for get,list,watch on events",
            500, "could not be read, the server answers 500: the store is away");

    private void refuseEvents(int code) {
        eventsRefused = Optional.of(new Status(code, "Any", "the store is away", Optional.empty()));
    }

    @Test
    void eventsThatCannotBeReadAreMissingAndNotNone() {
        TOLD.forEach((code, message) -> {
            refuseEvents(code);
            JsonNode page = Evictions.of(viewer, Asked.all(10));
            assertThat(page.path("missing").findValuesAsText("what")).containsExactly("events");
            assertThat(page.at("/missing/0/message").asText()).isEqualTo(message);
            assertThat(page.path("past")).isEmpty();
        });
    }

    private ObjectNode recentEvents() {
        ObjectNode page = Json.object();
        RecentEvents.into(page, viewer, ResourceTypes.NODES.key("", "dated"), List.of("n1", "dated"));
        return page;
    }

    /// Also where a cluster has so many that they are asked for by uid.
    @Test
    void eventsAboutAnObjectThatCannotBeReadAreMissingAndNotNone() {
        assertThat(recentEvents().path("events").isArray()).isTrue();
        assertThat(recentEvents().has("missing")).isFalse();
        for (long more : new long[] {0, 30_000}) {
            eventsMore = more;
            for (int code : TOLD.keySet()) {
                refuseEvents(code);
                assertThat(recentEvents().has("events")).isFalse();
                assertThat(recentEvents().path("missing").findValuesAsText("what"))
                        .containsExactly("events");
            }
        }
    }
}
