package dev.tenure.plan.trace;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.model.meta.ObjectKey;
import dev.tenure.plan.change.Act;
import dev.tenure.plan.source.ClusterDump;
import dev.tenure.plan.source.DumpFiles;
import dev.tenure.wire.json.Json;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/// A pod that was gone when somebody looked again was deleted by somebody, unless its node had a taint that
/// made it leave.
class ActFinderTest {
    private static final String POD = """
        {"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "lone", "namespace": "default", "uid": "p1"},
         "spec": {"nodeName": "n1", "containers": [{"name": "c", "image": "i"}]}, "status": {"phase": "Running"}}""";

    private static List<Act> acts(String taint, String effects) {
        String node =
                "{apiVersion: v1, kind: Node, metadata: {name: n1, uid: n1}, spec: {taints: [%s]}}".formatted(taint);
        String policy = """
            {apiVersion: tenure.dev/v1alpha1, kind: TaintEvictionPolicy, metadata: {name: also, uid: t1},
             spec: {taints: [{operator: Exists}], exceptTaints: [{key: other, operator: Exists}], alsoEvictFor: [%s]}}""".formatted(effects);
        byte[] all = String.join("\n---\n", node, POD, policy).getBytes(StandardCharsets.UTF_8);
        ClusterDump base = DumpFiles.read(List.of(DumpFiles.STDIN), new ByteArrayInputStream(all));
        var gone = new ClusterTrace.Event.Seen(
                Duration.ofMinutes(1),
                new ObjectKey("", "pods", "default", "lone"),
                Optional.of(Json.readObject(POD.getBytes(StandardCharsets.UTF_8))),
                Optional.empty());
        return ActFinder.of(new ClusterTrace(base, List.of(gone), Duration.ofMinutes(2), List.of()));
    }

    @Test
    void whatATaintMayHaveDoneNobodyElseDid() {
        assertThat(acts("{key: a, effect: NoExecute}", "")).isEmpty();
        assertThat(acts("{key: a, effect: NoSchedule}", "NoSchedule")).isEmpty();
        assertThat(acts("{key: a, effect: PreferNoSchedule}", "PreferNoSchedule"))
                .isEmpty();
    }

    @Test
    void anyOtherTaintLeavesThePodWhereItIs() {
        assertThat(acts("", "")).singleElement().isInstanceOf(Act.Delete.class);
        assertThat(acts("{key: a, effect: NoSchedule}", "")).singleElement().isInstanceOf(Act.Delete.class);
        assertThat(acts("{key: a, effect: NoSchedule}", "PreferNoSchedule"))
                .singleElement()
                .isInstanceOf(Act.Delete.class);
        assertThat(acts("{key: other, effect: NoSchedule}", "NoSchedule"))
                .singleElement()
                .isInstanceOf(Act.Delete.class);
    }
}
