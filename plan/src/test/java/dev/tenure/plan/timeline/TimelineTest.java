package dev.tenure.plan.timeline;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.plan.forecast.ForecastOptions;
import dev.tenure.plan.report.TimelineDocument;
import dev.tenure.plan.report.TimelineHtml;
import dev.tenure.plan.source.ClusterDump;
import dev.tenure.plan.source.DumpFiles;
import dev.tenure.plan.timeline.ObservedEviction.Since;
import dev.tenure.wire.json.JsonNode;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class TimelineTest {
    private static final Instant NOW = Instant.parse("2026-01-31T10:00:00Z");

    private static final String NODE = """
        {apiVersion: v1, kind: Node, metadata: {name: node-1, uid: n1}, spec: {taints: [
          {key: k, effect: NoExecute, timeAdded: '2026-01-31T09:59:00Z'}]},
         status: {capacity: {cpu: '1', memory: 4Gi, pods: '10'}, allocatable: {cpu: '1', memory: 4Gi, pods: '10'},
          conditions: [{type: Ready, status: 'True', lastHeartbeatTime: '2026-01-31T10:00:00Z'}]}}
        """;

    private static String pod(String name, String meta, String spec, String status) {
        return """
            ---
            {apiVersion: v1, kind: Pod, metadata: {name: %1$s, namespace: default, uid: u-%1$s,
              creationTimestamp: '2026-01-31T08:00:00Z'%2$s},
             spec: {nodeName: node-1, containers: [{name: c, image: i}], tolerations: [{key: k, operator: Exists%3$s}]},
             status: {%4$s}}
            """.formatted(name, meta, spec, status);
    }

    private static String target(String reason, String message) {
        return "phase: Running, conditions: [{type: DisruptionTarget, status: 'True', reason: %s, message: '%s', lastTransitionTime: '2026-01-31T09:50:00Z'}]"
                .formatted(reason, message);
    }

    private static String event(String pod, String uid, String reason, String message, String more) {
        return """
            ---
            {apiVersion: v1, kind: Event, metadata: {name: %1$s.%6$s, namespace: default, uid: e-%1$s-%6$s},
             involvedObject: {kind: Pod, namespace: default, name: %1$s%2$s}, reason: %3$s, message: '%4$s'%5$s}
            """.formatted(pod, uid, reason, message, more, Integer.toHexString((reason + more).hashCode()));
    }

    private static ClusterDump dump(String... objects) {
        String text = "---\n" + NODE + String.join("", objects);
        return DumpFiles.read(List.of("-"), new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)));
    }

    private static ObservedEviction past(String time, String name, String cause, String why, Since since) {
        return new ObservedEviction(
                Instant.parse("2026-01-31T" + time + "Z"), "default", name, "node-1", cause, why, since);
    }

    @Test
    void podsThatAreStillThereTellWhenTheyWereAskedToGo() {
        ClusterDump dump = dump(
                pod("by-api", "", "", target("EvictionByEvictionAPI", "a drain")),
                pod("by-device", "", "", target("DeletionByDeviceTaintManager", "a taint")),
                pod(
                        "by-node",
                        "",
                        "",
                        target("TerminationByKubelet", "low on memory")
                                .replace("phase: Running", "phase: Failed, reason: Evicted")),
                pod(
                        "by-shutdown",
                        "",
                        "",
                        target("TerminationByKubelet", "goes down")
                                .replace("phase: Running", "phase: Failed, reason: Terminated")),
                pod(
                        "stopping",
                        ", deletionTimestamp: '2026-01-31T10:00:30Z', deletionGracePeriodSeconds: 60",
                        "",
                        "phase: Running"),
                pod("spared", "", "", target("EvictionByEvictionAPI", "a drain").replace("'True'", "'False'")));

        assertThat(PastEvictionRule.of(dump))
                .containsExactly(
                        past("09:50:00", "by-api", "api", "a drain", Since.STANDS),
                        past("09:50:00", "by-device", "device-taint", "a taint", Since.STANDS),
                        past("09:50:00", "by-node", "node-pressure", "low on memory", Since.ENDED),
                        past("09:50:00", "by-shutdown", "node-shutdown", "goes down", Since.ENDED),
                        past(
                                "09:59:30",
                                "stopping",
                                "deleted",
                                "its grace period of 60 s ends at 2026-01-31T10:00:30Z",
                                Since.STOPPING));
    }

    @Test
    void eventsTellOfPodsThatAreGoneAndNothingTwice() {
        String at = ", lastTimestamp: '2026-01-31T09:%s:00Z'";
        ClusterDump dump = dump(
                pod("by-api", "", "", target("DeletionByTaintManager", "a taint")),
                event(
                        "by-api",
                        "",
                        "TaintManagerEviction",
                        "Marking for deletion Pod default/by-api",
                        at.formatted("50")),
                event(
                        "db-0",
                        ", uid: old",
                        "Evicted",
                        "low on memory",
                        at.formatted("40") + ", source: {host: node-1}"),
                event("db-0", ", uid: old", "Evicted", "again", at.formatted("41") + ", source: {host: node-1}"),
                pod("db-0", "", "", "phase: Running"),
                event(
                        "kept",
                        "",
                        "TaintManagerEviction",
                        "Cancelling deletion of Pod default/kept",
                        at.formatted("42")),
                event("web", "", "Scheduled", "placed", at.formatted("43")),
                event("web", ", uid: w", "Preempted", "by p", ", count: 3" + at.formatted("44")));

        assertThat(PastEvictionRule.of(dump))
                .containsExactly(
                        past("09:40:00", "db-0", "node-pressure", "low on memory", Since.GONE),
                        new ObservedEviction(
                                Instant.parse("2026-01-31T09:44:00Z"),
                                "default",
                                "web",
                                "",
                                "preemption",
                                "by p (the last of 3)",
                                Since.GONE),
                        past("09:50:00", "by-api", "taint", "a taint", Since.STANDS));
        assertThat(PastEvictionRule.unknown(dump).getFirst()).contains("for an hour");
        assertThat(PastEvictionRule.unknown(dump()).getFirst()).contains("kubectl get events");
    }

    /// Tenure keeps a record of each node, for longer than events last.
    @Test
    void recordsOfNodesTellMoreThanEvents() {
        String at = ", lastTimestamp: '2026-01-31T09:%s:00Z'";
        ClusterDump dump = dump(
                """
                ---
                apiVersion: v1
                kind: ConfigMap
                metadata: {name: tenure-node-node-1, namespace: kube-system, labels: {tenure.dev/record: node}}
                data:
                  node: node-1
                  stays: '[]'
                  evictions: '[
                    {"namespace":"default","pod":"old","uid":"o","at":"2026-01-30T09:40:00.5Z","cause":"taint","taint":"k:NoExecute"},
                    {"namespace":"default","pod":"web","uid":"w","at":"2026-01-31T09:40:00.9Z","cause":"taint","taint":"k:NoExecute"},
                    {"namespace":"default","pod":"stays","uid":"u-stays","at":"2026-01-31T09:41:00Z","cause":"taint","taint":"k:NoExecute"},
                    {"namespace":"default","pod":"drained","uid":"d","at":"2026-01-31T09:42:00Z","cause":"api","message":"a drain"},
                    {"namespace":"default","pod":"spoilt","uid":"s","at":"yesterday"}]'
                """,
                pod("stays", "", "", target("DeletionByTaintManager", "a taint")),
                event("web", "", "TaintManagerEviction", "Marking for deletion Pod default/web", at.formatted("40")),
                event("web", "", "TaintManagerEviction", "Marking for deletion Pod default/web", at.formatted("20")),
                event("drained", ", uid: d", "Evicted", "low on memory", at.formatted("43")));

        assertThat(PastEvictionRule.of(dump))
                .extracting(each -> each.at().toString().substring(8, 16) + " " + each.name() + " " + each.cause()
                        + ": " + each.why() + " on " + each.node())
                .containsExactly(
                        "30T09:40 old taint: k:NoExecute on node-1",
                        "31T09:20 web taint: Marking for deletion Pod default/web on ",
                        "31T09:40 web taint: k:NoExecute on node-1",
                        "31T09:42 drained api: a drain on node-1",
                        "31T09:50 stays taint: k:NoExecute on node-1");
        assertThat(PastEvictionRule.unknown(dump).getFirst())
                .endsWith("only the records of nodes and of removed pods tell");
    }

    /// A retention had them removed; what nodes keep of them, and Events, is told once.
    @Test
    void podsThatARetentionRemovedAreToldByItsRecord() {
        ClusterDump dump =
                dump("""
                ---
                apiVersion: v1
                kind: ConfigMap
                metadata: {name: tenure-removed-pods, namespace: kube-system}
                data:
                  removed: '[
                    {"namespace":"default","pod":"old","uid":"o","node":"node-1","failure":"Evicted","reason":"Evicted",
                     "message":"low on memory","pods":3,"first":"2026-01-29T09:00:00Z","last":"2026-01-30T09:40:00Z"},
                    {"namespace":"default","pod":"told","uid":"t","node":"node-1","failure":"Evicted","reason":"Terminated",
                     "message":"goes down","pods":1,"first":"2026-01-30T09:50:00Z","last":"2026-01-30T09:50:00Z"},
                    {"namespace":"default","pod":"refused","uid":"r","node":"node-1","failure":"Rejected","reason":"NodeAffinity",
                     "message":"no","pods":1,"first":"2026-01-30T09:55:00Z","last":"2026-01-30T09:55:00Z"},
                    {"namespace":"default","pod":"known","uid":"k","node":"node-1","failure":"Evicted","reason":"Evicted",
                     "message":"low","pods":1,"first":"2026-01-30T09:56:00Z","last":"2026-01-30T09:56:00Z"}]'
                ---
                apiVersion: v1
                kind: ConfigMap
                metadata: {name: tenure-node-node-1, namespace: kube-system, labels: {tenure.dev/record: node}}
                data:
                  node: node-1
                  evictions: '[{"namespace":"default","pod":"known","uid":"k","at":"2026-01-30T09:55:30Z","cause":"node-pressure","message":"low"}]'
                """, event("told", ", uid: t", "Evicted", "goes down", ", lastTimestamp: '2026-01-30T09:50:00Z'"));

        assertThat(PastEvictionRule.of(dump))
                .extracting(each -> each.name() + " " + each.cause() + " on " + each.node())
                .containsExactly(
                        "old and 2 more node-pressure on node-1",
                        "told node-shutdown on node-1",
                        "known node-pressure on node-1");
    }

    @Test
    void whereAPodWasThatIsGoneTheSchedulerTold() {
        String at = ", lastTimestamp: '2026-01-31T09:%s:00Z'";
        String placed = "Successfully assigned default/db-0 to ";
        ClusterDump dump = dump(
                event("db-0", ", uid: one", "Scheduled", placed + "node-2", at.formatted("30")),
                event("db-0", ", uid: two", "Scheduled", placed + "node-1", at.formatted("35")),
                event("db-0", ", uid: three", "Scheduled", placed + "node-3", at.formatted("45")),
                event("db-0", ", uid: one", "Preempted", "by p", at.formatted("32")),
                event("db-0", "", "TaintManagerEviction", "Marking for deletion Pod default/db-0", at.formatted("40")),
                event("db-0", ", uid: three", "DeviceTaintManagerEviction", "Marking for deletion", at.formatted("50")),
                event("db-0", ", uid: one", "DeviceTaintManagerEviction", "Cancelling deletion", at.formatted("31")));

        assertThat(PastEvictionRule.of(dump))
                .extracting(each -> each.cause() + " on " + each.node())
                .containsExactly("preemption on node-2", "taint on node-1", "device-taint on node-3");
    }

    @Test
    void pastAndFutureMeetNow() {
        ClusterDump dump = dump(
                pod("before", "", "", target("EvictionByEvictionAPI", "<drain>")),
                pod(
                        "coming",
                        "",
                        ", effect: NoExecute, tolerationSeconds: 300",
                        "phase: Running, conditions: [{type: Ready, status: 'True'}]"));

        Timeline timeline = Timeline.of(dump, Duration.ofHours(1), ForecastOptions.STANDARD);

        assertThat(timeline.moment()).isEqualTo(NOW);
        JsonNode document = TimelineDocument.of(timeline);
        assertThat(document.path("kind").asText()).isEqualTo("EvictionTimeline");
        assertThat(document.at("/status/past/0/name").asText()).isEqualTo("before");
        assertThat(document.at("/status/past/0/since").asText()).isEqualTo("stands");
        assertThat(document.at("/status/coming/pods/0/name").asText()).isEqualTo("coming");
        assertThat(document.at("/status/coming/pods/0/leavesAfterSeconds").asInt())
                .as("forecasts are exact to a second")
                .isBetween(240, 241);
        assertThat(TimelineHtml.of(timeline))
                .contains(">10m0s ago</text>", ">now</text>", ">in 4m", "api: &lt;drain&gt;", "1 left before, 1 coming")
                .doesNotContain("<drain>");
        assertThat(Timeline.of(dump, Duration.ofMinutes(9), ForecastOptions.STANDARD)
                        .past())
                .isEmpty();
    }
}
