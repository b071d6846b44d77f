package dev.tenure.sim.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.model.core.Node;
import dev.tenure.model.core.Pod;
import dev.tenure.model.meta.Content;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.model.policy.PodDisruptionBudget;
import dev.tenure.rules.pod.PodRule;
import dev.tenure.sim.fault.FaultPlan;
import dev.tenure.sim.world.Substitutes;
import dev.tenure.store.Store;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// Worlds that are made by copying nodes and pods of a small one.
@Tag("long")
final class LargeWorldTest {
    private static final Layout LAYOUT = new Layout(2, 60, 1_800);

    private static Scenario calm(World world) {
        var settings = new Scenario.Settings(2, FaultPlan.Kinds.NODES, 0, Duration.ofMinutes(20), Set.of());
        return new Scenario(world, settings, Substitutes.NONE, _ -> {});
    }

    private static List<StoredObject> list(Scenario scenario, String group, String resource) {
        return scenario.cluster()
                .store()
                .list(Store.Range.all(new Store.ResourceId(group, resource), ""))
                .items();
    }

    @Test
    void controllersFindNothingToDoInIt() {
        World world = WorldBuilder.build(LAYOUT);
        Scenario scenario = calm(world);
        Scenario.Outcome outcome = scenario.run();
        assertThat(outcome.violation()).isEmpty();
        assertThat(outcome.counts().bound() + outcome.counts().deleted()).isZero();
        List<StoredObject> pods = list(scenario, "", ResourceTypes.PODS.resource());
        assertThat(pods).hasSize(1_800).allMatch(pod -> PodRule.ready(pod.view(Pod.class)));
        assertThat(list(scenario, "", ResourceTypes.NODES.resource()))
                .hasSize(60)
                .allMatch(node -> node.view(Node.class).spec().taints().isEmpty());
        var names = new HashSet<String>();
        pods.forEach(pod -> {
            assertThat(names.add(pod.uid())).isTrue();
            assertThat(names.add(pod.header().fields().getOrDefault("status.podIP", "")))
                    .isTrue();
        });
    }

    @Test
    void budgetsAreCountedAnew() {
        Scenario scenario = calm(WorldBuilder.build(LAYOUT));
        scenario.advance(Duration.ofMinutes(2));
        List<StoredObject> budgets = list(scenario, "policy", "poddisruptionbudgets");
        assertThat(budgets)
                .isNotEmpty()
                .allMatch(budget ->
                        budget.view(PodDisruptionBudget.class).status().expectedPods() > 1);
    }

    @Test
    void equalLayoutsGiveEqualWorlds() {
        World one = WorldBuilder.build(LAYOUT);
        World other = WorldBuilder.build(LAYOUT);
        assertThat(other.objects()).hasSameSizeAs(one.objects());
        for (int i = 0; i < one.objects().size(); i++) {
            assertThat(other.objects().get(i).json())
                    .isEqualTo(one.objects().get(i).json());
        }
    }

    @Test
    void viewsSayWhatTheBytesSay() {
        assertThat(WorldBuilder.build(LAYOUT).objects())
                .allSatisfy(object -> assertThat(object.view(Object.class))
                        .isEqualTo(object.reader().read(Content.of(object.json()))));
    }

    @Test
    void itGoesThroughFaultsAsAnyOther() {
        var settings = new Scenario.Settings(2, FaultPlan.Kinds.NODES, 12, Duration.ofHours(1), Set.of());
        Scenario.Outcome outcome = new Scenario(WorldBuilder.build(LAYOUT), settings, Substitutes.NONE, _ -> {}).run();
        assertThat(outcome.violation()).isEmpty();
        assertThat(outcome.counts().evicted()).isPositive();
    }
}
