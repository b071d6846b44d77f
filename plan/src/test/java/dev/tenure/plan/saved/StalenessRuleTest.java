package dev.tenure.plan.saved;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.plan.change.Change;
import dev.tenure.plan.change.Change.NodeChoice;
import dev.tenure.sim.scenario.Manifests;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/// A plan is stale when something has changed that it stands on, and only then; each is said by its name.
class StalenessRuleTest {
    private final SavedCluster cluster = new SavedCluster();
    private final SavedPlan plan = cluster.plan(SavedCluster.drain("n1", "n2"));

    @Test
    void timeAloneMakesNoPlanStale() {
        cluster.staged.advance(Duration.ofMinutes(30));
        assertThat(cluster.stale(plan)).isEmpty();
        assertThat(StalenessRule.otherCluster(plan, cluster.staged.dump())).isEmpty();
    }

    @Test
    void whatNobodyDependsOnMayChange() {
        cluster.apply("{apiVersion: v1, kind: ConfigMap, metadata: {name: other, namespace: default}, data: {a: b}}");
        cluster.apply("{apiVersion: v1, kind: Namespace, metadata: {name: elsewhere}}");
        cluster.apply("{apiVersion: v1, kind: Pod, metadata: {name: far, namespace: default}, spec: {nodeName: n4,"
                + " containers: [{name: main, image: i}]}}");
        assertThat(cluster.stale(plan)).isEmpty();
    }

    @Test
    void aNodeThatChangedIsNamedWithItsFields() {
        cluster.staged.play(SavedCluster.taint("k:NoSchedule", "n2"));
        cluster.staged.play(new Change.Cordon(NodeChoice.named("n1"), true));
        assertThat(cluster.stale(plan))
                .hasSize(2)
                .anySatisfy(reason -> assertThat(reason)
                        .matches("nodes n1 has changed \\(revision \\d+, now \\d+\\): spec.*unschedulable.*"))
                .anySatisfy(reason ->
                        assertThat(reason).startsWith("nodes n2 has changed").contains("taints"));
    }

    @Test
    void aWorkloadThatWasScaledIsNamedAndSoAreItsPods() {
        cluster.staged.play(new Change.Scale("deployment", "default", "web", 4));
        cluster.staged.advance(Duration.ofSeconds(10));
        List<String> stale = cluster.stale(plan);
        assertThat(stale)
                .anySatisfy(reason -> assertThat(reason)
                        .startsWith("deployments.apps default/web has changed")
                        .contains("spec.replicas 2 → 4"));
        assertThat(stale).anySatisfy(reason -> assertThat(reason).startsWith("replicasets.apps default/web-"));
        assertThat(stale)
                .filteredOn(reason -> reason.startsWith("pods default/web-"))
                .isNotEmpty()
                .allSatisfy(reason -> assertThat(reason).contains("has appeared"));
    }

    @Test
    void aBudgetThatAppearsOrChangesIsNamed() {
        cluster.apply("{apiVersion: policy/v1, kind: PodDisruptionBudget, metadata: {name: new, namespace: default},"
                + " spec: {minAvailable: 2, selector: {matchLabels: {app: web}}}}");
        cluster.apply("{apiVersion: policy/v1, kind: PodDisruptionBudget, metadata: {name: web, namespace: default},"
                + " spec: {minAvailable: 0, selector: {matchLabels: {app: web}}}}");
        cluster.staged.advance(Duration.ofSeconds(5));
        assertThat(cluster.stale(plan))
                .contains("poddisruptionbudgets.policy default/new has appeared")
                .anySatisfy(reason -> assertThat(reason)
                        .startsWith("poddisruptionbudgets.policy default/web has changed")
                        .contains("spec.minAvailable 1 → 0"));
    }

    @Test
    void aPodThatIsGoneAndANodeThatIsMadeAgainAreNamed() {
        SavedPlan lost = cluster.plan(SavedCluster.taint("k:NoExecute", "n3"));
        cluster.staged.play(new Change.DeleteNodes(NodeChoice.named("n3")));
        cluster.staged.advance(Duration.ofMinutes(2));
        cluster.apply("{apiVersion: v1, kind: Node, metadata: {name: n3}}");
        assertThat(cluster.stale(lost)).contains("nodes n3 was deleted and made again", "pods default/lone is gone");
    }

    @Test
    void aNodeThatASelectorNowMeansTooIsNamed() {
        SavedPlan all = cluster.plan(
                new Change.Cordon(new NodeChoice(List.of(), "role=simulated", false, Optional.empty()), true));
        cluster.apply("{apiVersion: v1, kind: Node, metadata: {name: n9, labels: {role: simulated}}}");
        assertThat(cluster.stale(all)).containsExactly("nodes n9 has appeared, and the change means it too");
    }

    @Test
    void whatTheChangeMakesMustStillBeMissing() {
        String extra = "{apiVersion: v1, kind: ConfigMap, metadata: {name: extra, namespace: default}, data: {a: b}}";
        SavedPlan made = cluster.plan(new Change.Apply(Manifests.read(extra), "default"));
        assertThat(cluster.stale(made)).isEmpty();
        cluster.apply(extra);
        assertThat(cluster.stale(made)).containsExactly("configmaps default/extra has appeared");
    }

    @Test
    void aPlanOfAnotherClusterIsRefused() {
        var named = new SavedPlan("11111111-2222-3333-4444-555555555555", plan.change(), plan.plan(), plan.basis());
        assertThat(StalenessRule.otherCluster(named, cluster.staged.dump()).orElseThrow())
                .contains("another cluster")
                .contains("11111111-2222-3333-4444-555555555555");
        var nameless = new SavedPlan("", plan.change(), plan.plan(), plan.basis());
        assertThat(StalenessRule.otherCluster(nameless, cluster.staged.dump())).isEmpty();
        var strange =
                new SavedPlan("", plan.change(), plan.plan(), new Basis(List.of(), List.of(), List.<Basis.Entry>of()));
        assertThat(StalenessRule.otherCluster(strange, cluster.staged.dump()).orElseThrow())
                .contains("none of the objects");
    }
}
