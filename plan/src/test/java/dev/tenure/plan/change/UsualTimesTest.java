package dev.tenure.plan.change;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.controllers.tainteviction.stay.Semantics;
import dev.tenure.model.core.Pod;
import dev.tenure.model.meta.ApiReply;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.rules.pod.PodRule;
import dev.tenure.sim.scenario.Manifests;
import dev.tenure.sim.world.ClusterSettings;
import dev.tenure.sim.world.SimulatedCluster;
import dev.tenure.sim.world.StoredForms;
import dev.tenure.simnodes.SimulatedNodesLoop;
import dev.tenure.simnodes.UsualTimes;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class UsualTimesTest {
    private static final String POD =
            "{apiVersion: v1, kind: Pod, metadata: {name: %s}, spec: {nodeSelector: {kubernetes.io/hostname: %s},"
                    + " containers: [{name: c, image: i}]}}";
    private final SimulatedCluster cluster = new SimulatedCluster(ClusterSettings.standard(1, Semantics.DOCUMENTED)
            .withNodes(SimulatedNodesLoop.Configuration.standard(true)
                    .withUsual(new UsualTimes(Duration.ofSeconds(5), Duration.ofSeconds(3), false, false))));

    private boolean ready(String pod) {
        return cluster.client().get(ResourceTypes.PODS, "default", pod) instanceof ApiReply.One one
                && PodRule.ready(one.object().view(Pod.class));
    }

    private void apply(String manifest) {
        new ChangePlayer(cluster, new StoredForms())
                .play(new Change.Apply(Manifests.read(manifest), "default"), _ -> Optional.empty());
    }

    @Test
    void containersOfRealNodesTakeTheirTimeAndThoseOfPlayedOnesStartAtOnce() {
        cluster.startControllers();
        cluster.startScheduler();
        cluster.startNodes();
        cluster.settle();
        apply("{apiVersion: v1, kind: Node, metadata: {name: real, labels: {kubernetes.io/hostname: real}}}");
        apply("{apiVersion: v1, kind: Node, metadata: {name: played, labels: {kubernetes.io/hostname: played},"
                + " annotations: {tenure.dev/node: simulated}}}");
        cluster.advance(Duration.ofSeconds(20));
        apply(POD.formatted("slow", "real"));
        apply(POD.formatted("quick", "played"));
        apply(POD.formatted("nowhere", "absent"));

        cluster.advance(Duration.ofSeconds(3));
        assertThat(ready("quick")).isTrue();
        assertThat(ready("slow")).isFalse();
        cluster.advance(Duration.ofSeconds(4));
        assertThat(ready("slow")).isTrue();

        assertThat(cluster.explanation("default", "nowhere")
                        .orElseThrow()
                        .at("/decision/message")
                        .asText())
                .startsWith("0/2 nodes are available");
        assertThat(cluster.explanation("default", "unheard-of")).isEmpty();
    }
}
