package dev.tenure.plan.export;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import dev.tenure.controllers.machineset.MachineTypes;
import dev.tenure.controllers.tainteviction.stay.Semantics;
import dev.tenure.model.meta.ObjectKey;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.plan.change.Change;
import dev.tenure.plan.change.Change.NodeChoice;
import dev.tenure.plan.forecast.EvictionPlan;
import dev.tenure.plan.forecast.EvictionPlan.LeavingPod;
import dev.tenure.plan.forecast.ForecastOptions;
import dev.tenure.plan.forecast.Forecasts;
import dev.tenure.plan.forecast.StagedCluster;
import dev.tenure.plan.report.PlanDocument;
import dev.tenure.plan.source.ClusterDump;
import dev.tenure.plan.source.DumpException;
import dev.tenure.plan.source.DumpFiles;
import dev.tenure.plan.source.Gap;
import dev.tenure.plan.source.StatedSettings;
import dev.tenure.rules.taint.TaintEdit;
import dev.tenure.sim.scenario.Manifests;
import dev.tenure.sim.world.PlayedKinds;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.ObjectNode;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;

/// What was exported is read again, and a cluster under pseudonyms behaves as the one that it is of and tells
/// nothing.
class ClusterExportTest {
    /// Names and texts that stand in the cluster and in no other.
    private static final List<String> WORDS = List.of(
            "payme",
            "acme",
            "corp",
            "ledger",
            "vault",
            "hunter2",
            "billing",
            "registry",
            "gold",
            "team",
            "rack",
            "dedic",
            "squad",
            "berlin");

    private static final ClusterDump DUMP = staged().dump();

    private static StagedCluster staged() {
        var staged = new StagedCluster(
                Semantics.DOCUMENTED,
                3,
                node("rack-a1.acme.corp", "berlin-1"),
                node("rack-a2.acme.corp", "berlin-1"),
                node("rack-b1.acme.corp", "berlin-2"),
                "{apiVersion: v1, kind: Namespace, metadata: {name: payments, labels: {acme.corp/team: billing}}}",
                "{apiVersion: scheduling.k8s.io/v1, kind: PriorityClass, metadata: {name: gold}, value: 1000,"
                        + " description: of the squad}",
                """
                {apiVersion: apps/v1, kind: Deployment, metadata: {name: ledger, namespace: payments, labels: {squad: gold}},
                spec: {replicas: 3, selector: {matchLabels: {app: ledger}}, template: {metadata: {labels: {app: ledger,
                acme.corp/team: billing}, annotations: {acme.corp/vault: hunter2}}, spec: {priorityClassName: gold,
                nodeSelector: {acme.corp/rack: 'yes'}, affinity: {nodeAffinity: {requiredDuringSchedulingIgnoredDuringExecution:
                {nodeSelectorTerms: [{matchExpressions: [{key: topology.kubernetes.io/zone, operator: In,
                values: [berlin-1, berlin-2]}]}]}}}, topologySpreadConstraints: [{maxSkew: 1, topologyKey:
                topology.kubernetes.io/zone, whenUnsatisfiable: DoNotSchedule, labelSelector: {matchLabels: {app: ledger}}}],
                tolerations: [{key: acme.corp/dedicated, operator: Equal, value: gold, effect: NoExecute, tolerationSeconds: 90}],
                terminationGracePeriodSeconds: 7, volumes: [{name: scratch, emptyDir: {}}],
                containers: [{name: ledger, image: 'registry.acme.corp/ledger:1.2', command: [ledger, --vault=hunter2],
                env: [{name: VAULT_TOKEN, value: hunter2}], resources: {requests: {cpu: 100m, memory: 64Mi}},
                volumeMounts: [{name: scratch, mountPath: /vault}]}]}}}}\
                """,
                """
                {apiVersion: apps/v1, kind: StatefulSet, metadata: {name: vault, namespace: payments}, spec: {replicas: 2,
                serviceName: vault, selector: {matchLabels: {app: vault}}, template: {metadata: {labels: {app: vault}}, spec:
                {terminationGracePeriodSeconds: 3, containers: [{name: vault, image: vault, ports: [{name: vault,
                containerPort: 80}]}]}}}}\
                """,
                "{apiVersion: apps/v1, kind: DaemonSet, metadata: {name: rack, namespace: payments}, spec: {selector:"
                        + " {matchLabels: {app: rack}}, template: {metadata: {labels: {app: rack}}, spec: {containers:"
                        + " [{name: main, image: rack}]}}}}",
                "{apiVersion: policy/v1, kind: PodDisruptionBudget, metadata: {name: ledger, namespace: payments},"
                        + " spec: {maxUnavailable: 50%, selector: {matchLabels: {app: ledger}}}}",
                "{apiVersion: v1, kind: Service, metadata: {name: vault, namespace: payments}, spec: {clusterIP: None,"
                        + " selector: {app: vault}, ports: [{port: 80, targetPort: vault}]}}");
        for (ObjectNode definition : PlayedKinds.machines()) {
            definition.remove("status");
            staged.play(new Change.Apply(List.of(definition), "default"));
        }
        staged.play(new Change.Apply(
                Manifests.read("{apiVersion: machine.openshift.io/v1beta1, kind: MachineSet, metadata: {name: squad,"
                        + " namespace: payments}, spec: {replicas: 2, selector: {matchLabels: {set: squad}}, template:"
                        + " {metadata: {labels: {set: squad}}, spec: {metadata: {labels: {acme.corp/rack: 'yes'}},"
                        + " providerSpec: {value: {userDataSecret: {name: vault}, instanceType: gold.large,"
                        + " placement: {availabilityZone: berlin-1}}}}}}}"),
                "payments"));
        staged.advance(Duration.ofSeconds(60));
        return staged;
    }

    private static String node(String name, String zone) {
        return """
            {apiVersion: v1, kind: Node, metadata: {name: %1$s, labels: {kubernetes.io/hostname: %1$s,
            topology.kubernetes.io/zone: %2$s, acme.corp/rack: 'yes'}, annotations: {tenure.dev/node: simulated}},
            status: {capacity: {cpu: '4', memory: 8Gi, pods: '20', acme.corp/vault: '2'}}}\
            """.formatted(name, zone);
    }

    private static byte[] written(ClusterDump dump) throws IOException {
        var out = new ByteArrayOutputStream();
        assertThat(ClusterExport.write(dump, out)).isPositive();
        return out.toByteArray();
    }

    private static byte[] writtenAsJson(ClusterDump dump) throws IOException {
        var out = new ByteArrayOutputStream();
        assertThat(ClusterExport.writeJson(dump, out)).isPositive();
        return out.toByteArray();
    }

    private static ClusterDump read(byte[] export) {
        return DumpFiles.read(List.of("-"), new ByteArrayInputStream(export));
    }

    private static EvictionPlan plan(ClusterDump dump, Change change) {
        return Forecasts.of(dump, change, ForecastOptions.STANDARD);
    }

    private static Change drain(String node) {
        return new Change.Drain(
                NodeChoice.named(node), new Change.DrainOptions(false, true, true, -1, Duration.ZERO, "", false, 0));
    }

    private static Change taint(String node) {
        return new Change.TaintNodes(
                NodeChoice.named(node), List.of(TaintEdit.parse("acme.corp/dedicated=gold:NoExecute")), false);
    }

    @Test
    void anExportGivesThePlanThatItsClusterGives() throws IOException {
        ClusterDump read = read(written(DUMP));
        assertThat(read.moment().at()).isEqualTo(DUMP.moment().at());
        assertThat(read.items()).hasSizeGreaterThan(20).allSatisfy(item -> {
            var object = DUMP.find(item.key()).orElseThrow().object();
            assertThat(item.object().uid()).isEqualTo(object.uid());
            assertThat(item.object().revision()).isEqualTo(object.revision());
        });
        assertThat(read.items()).extracting(item -> item.key().resource()).doesNotContain("clusterroles", "secrets");
        assertThat(PlanDocument.of(plan(read, taint("rack-a1.acme.corp"))).path("status"))
                .isEqualTo(
                        PlanDocument.of(plan(DUMP, taint("rack-a1.acme.corp"))).path("status"));
    }

    @Test
    void whatWasUnknownStaysUnknown() throws IOException {
        var gap = new Gap("services", "the caller may not list them", "which services lose endpoints");
        var none = new Gap("jobs.batch", "there are none", "which jobs run", true);
        var dump = new ClusterDump("x", DUMP.moment(), DUMP.items(), List.of(gap, none), List.of());
        assertThat(read(written(dump)).gaps()).containsExactly(gap, none);
        assertThat(read(writtenAsJson(dump)).gaps()).containsExactly(gap, none);
        assertThat(read(written(Redaction.of(dump))).gaps())
                .extracting(Gap::resource, Gap::absent)
                .containsExactly(tuple("services", false), tuple("jobs.batch", true));
    }

    @Test
    void whatTheClusterSaysOfItsSettingsStandsInItsExport() throws IOException {
        var said = new StatedSettings(
                Optional.of(Semantics.KUBERNETES_1_36), Map.of("node-monitor-grace-period", "20s", "later", "x"));
        for (ClusterDump dump : List.of(DUMP.stating(said), Redaction.of(DUMP.stating(said)))) {
            assertThat(read(written(dump)).stated()).isEqualTo(said);
            assertThat(read(writtenAsJson(dump)).stated()).isEqualTo(said);
        }
        assertThat(read(written(DUMP)).stated()).isEqualTo(StatedSettings.NOTHING);
        assertThat(read(writtenAsJson(DUMP)).stated()).isEqualTo(StatedSettings.NOTHING);
    }

    @Test
    void underPseudonymsNoWordOfTheClusterIsLeft() throws IOException {
        byte[] export = written(Redaction.of(DUMP));
        String text = new String(
                        new GZIPInputStream(new ByteArrayInputStream(export)).readAllBytes(), StandardCharsets.UTF_8)
                .toLowerCase(Locale.ROOT);
        assertThat(WORDS).allSatisfy(word -> assertThat(text).doesNotContain(word));
        assertThat(text).contains("tenure.dev/node", "topology.kubernetes.io/zone", "kube-system");
    }

    @Test
    void underPseudonymsTheSameHappens() throws IOException {
        ClusterDump redacted = read(written(Redaction.of(DUMP)));
        String key = redacted.all(ResourceTypes.DEPLOYMENTS)
                .map(object -> Json.readObject(object.json()))
                .map(tree -> tree.at("/spec/template/spec/tolerations/0"))
                .map(toleration -> "%s=%s:NoExecute"
                        .formatted(
                                toleration.path("key").asText(),
                                toleration.path("value").asText()))
                .findFirst()
                .orElseThrow();
        for (String node : List.of("rack-a1.acme.corp", "rack-b1.acme.corp")) {
            String other = otherNameOf(node, redacted);
            assertAlike(plan(DUMP, drain(node)), plan(redacted, drain(other)));
            assertAlike(
                    plan(DUMP, taint(node)),
                    plan(
                            redacted,
                            new Change.TaintNodes(NodeChoice.named(other), List.of(TaintEdit.parse(key)), false)));
        }
        assertThat(plan(redacted, new Change.Nothing()).hasEffects()).isFalse();
    }

    @Test
    void underPseudonymsMachineSetsStillMakeAndDeleteMachines() throws IOException {
        ClusterDump redacted = read(written(Redaction.of(DUMP)));
        ObjectKey other = redacted.all(MachineTypes.MACHINE_SETS)
                .findFirst()
                .orElseThrow()
                .key();

        EvictionPlan one = plan(DUMP, new Change.Scale("machineset", "payments", "squad", 0));
        EvictionPlan same = plan(redacted, new Change.Scale("machineset", other.namespace(), other.name(), 0));

        assertThat(one.status().pods()).isNotEmpty();
        assertThat(same.status().summary()).isEqualTo(one.status().summary());
        assertThat(same.status().pods())
                .usingRecursiveFieldByFieldElementComparatorOnFields("uid", "leavesAfter", "cause")
                .containsExactlyInAnyOrderElementsOf(one.status().pods());
    }

    private static String otherNameOf(String node, ClusterDump redacted) {
        String uid = DUMP.all(ResourceTypes.NODES)
                .filter(object -> object.key().name().equals(node))
                .findFirst()
                .orElseThrow()
                .uid();
        return redacted.all(ResourceTypes.NODES)
                .filter(object -> object.uid().equals(uid))
                .findFirst()
                .orElseThrow()
                .key()
                .name();
    }

    private static void assertAlike(EvictionPlan one, EvictionPlan other) {
        assertThat(one.hasEffects()).isTrue();
        assertThat(other.status().summary()).isEqualTo(one.status().summary());
        assertThat(other.status().pods())
                .usingRecursiveFieldByFieldElementComparatorOnFields(
                        "uid", "leavesAfter", "goneAfter", "cause", "graceSeconds")
                .containsExactlyInAnyOrderElementsOf(one.status().pods());
        assertThat(other.status().budgets().stream().map(budget -> budget.lowestHealthy()))
                .containsExactlyElementsOf(one.status().budgets().stream()
                        .map(budget -> budget.lowestHealthy())
                        .toList());
        assertThat(one.status().pods()).extracting(LeavingPod::leavesAfter).contains(Optional.of(Duration.ZERO));
    }

    @Test
    void asJsonItIsTheSame() throws IOException {
        var out = new ByteArrayOutputStream();
        ClusterExport.writeJson(DUMP, out);
        ClusterDump read = read(out.toByteArray());
        ClusterDump archived = read(written(DUMP));
        assertThat(read.moment().at()).isEqualTo(archived.moment().at());
        assertThat(read.items()).hasSameSizeAs(archived.items());
        for (int i = 0; i < read.items().size(); i++) {
            var one = read.items().get(i).object();
            var other = archived.items().get(i).object();
            // a server keeps fields in the order in which they came to be there
            assertThat(Json.readObject(other.json())).isEqualTo(Json.readObject(one.json()));
            assertThat(other.header()).isEqualTo(one.header());
            assertThat(other.revision()).isEqualTo(one.revision());
            assertThat(other.view(Object.class)).isEqualTo(one.view(Object.class));
        }
    }

    @Test
    void anExportOfAnotherFormIsReadAsAnyOtherText() throws IOException {
        byte[] text = new GZIPInputStream(new ByteArrayInputStream(written(DUMP))).readAllBytes();
        String other = new String(text, StandardCharsets.ISO_8859_1)
                .replaceFirst("\"form\":\"[^\"]*\"", "\"form\":\"of tomorrow\"");
        ClusterDump read = read(other.getBytes(StandardCharsets.ISO_8859_1));
        assertThat(read.items()).hasSameSizeAs(read(written(DUMP)).items()).allSatisfy(item -> {
            var object = DUMP.find(item.key()).orElseThrow().object();
            assertThat(item.object().uid()).isEqualTo(object.uid());
            assertThat(item.object().revision()).isEqualTo(object.revision());
        });
    }

    @Test
    void anExportThatWasCutOffIsRefusedWhereverItEnds() throws IOException {
        byte[] whole = written(DUMP);
        for (int length = 20; length < whole.length; length += whole.length / 7) {
            byte[] part = Arrays.copyOf(whole, length);
            assertThatThrownBy(() -> read(part)).isInstanceOf(DumpException.class);
        }
    }
}
