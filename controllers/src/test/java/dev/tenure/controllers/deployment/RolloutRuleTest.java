package dev.tenure.controllers.deployment;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.controllers.deployment.RolloutRule.Step;
import dev.tenure.controllers.deployment.RolloutRule.View;
import dev.tenure.model.apps.Deployment;
import dev.tenure.model.apps.ReplicaSet;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.ObjectNode;
import dev.tenure.wire.view.Views;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class RolloutRuleTest {
    private static Deployment deployment(int replicas, String strategy, String unavailable, String surge) {
        ObjectNode deployment = Json.object();
        deployment.putObject("metadata").put("name", "d").put("uid", "d");
        ObjectNode spec = deployment.putObject("spec").put("replicas", replicas);
        ObjectNode chosen = spec.putObject("strategy").put("type", strategy);
        if (strategy.equals("RollingUpdate")) {
            ObjectNode rolling = chosen.putObject("rollingUpdate");
            put(rolling, "maxUnavailable", unavailable);
            put(rolling, "maxSurge", surge);
        }
        return (Deployment) Views.view(ResourceTypes.DEPLOYMENTS, deployment);
    }

    private static void put(ObjectNode object, String field, String value) {
        if (value.endsWith("%")) {
            object.put(field, value);
        } else {
            object.put(field, Integer.parseInt(value));
        }
    }

    private static Deployment rolling(int replicas, String unavailable, String surge) {
        return deployment(replicas, "RollingUpdate", unavailable, surge);
    }

    /// @param desired the number of pods wanted when the set was last sized
    private static ReplicaSet set(String name, int replicas, int available, int desired) {
        ObjectNode set = Json.object();
        ObjectNode meta = set.putObject("metadata").put("name", name).put("uid", name);
        meta.put("creationTimestamp", "2026-01-01T00:00:00Z");
        meta.putObject("annotations")
                .put(ScaleRule.DESIRED, String.valueOf(desired))
                .put(ScaleRule.MAX, String.valueOf(desired + 1));
        set.putObject("spec").put("replicas", replicas);
        set.putObject("status").put("replicas", replicas).put("availableReplicas", available);
        return (ReplicaSet) Views.view(ResourceTypes.REPLICA_SETS, set);
    }

    @ParameterizedTest(name = "of {0}: {1} and {2} mean {3} missing, {4} more")
    @CsvSource({
        "10, 25%, 25%, 2, 3",
        "10, 0, 1, 0, 1",
        "10, 1, 0, 1, 0",
        "1, 25%, 25%, 0, 1",
        "3, 1%, 0, 1, 0",
        "10, 0%, 0%, 1, 0",
        "4, 100%, 100%, 4, 4",
        "0, 25%, 25%, 0, 0",
        "2, 5, 5, 2, 5"
    })
    void shareAndNumberGiveTheBounds(int replicas, String unavailable, String surge, int missing, int more) {
        Deployment deployment = rolling(replicas, unavailable, surge);
        assertThat(ScaleRule.maxUnavailable(deployment)).isEqualTo(missing);
        assertThat(ScaleRule.maxSurge(deployment)).isEqualTo(more);
    }

    @Test
    void aNewDeploymentGetsItsSetAtOnce() {
        var view = new View(rolling(3, "1", "1"), Optional.empty(), List.of(), false);
        assertThat(RolloutRule.next(view)).isEqualTo(new Step.CreateNewest(3));
    }

    @Test
    void recreateEmptiesTheOldSetsBeforeANewOneIsMade() {
        Deployment deployment = deployment(3, "Recreate", "", "");
        ReplicaSet old = set("old", 3, 3, 3);
        Step first = RolloutRule.next(new View(deployment, Optional.empty(), List.of(old), true));
        assertThat(first)
                .isInstanceOfSatisfying(
                        Step.Scale.class, scale -> assertThat(scale.sizes()).containsEntry(old, 0));
        ReplicaSet empty = set("old", 0, 0, 3);
        assertThat(RolloutRule.next(new View(deployment, Optional.empty(), List.of(empty), true)))
                .isEqualTo(new Step.Rest());
        assertThat(RolloutRule.next(new View(deployment, Optional.empty(), List.of(empty), false)))
                .isEqualTo(new Step.CreateNewest(3));
    }

    @Test
    void aChangedNumberIsSharedInTheMiddleOfARollout() {
        ReplicaSet old = set("old", 8, 8, 10);
        ReplicaSet newest = set("new", 3, 3, 10);
        Step step = RolloutRule.next(new View(rolling(20, "0", "1"), Optional.of(newest), List.of(old), true));
        assertThat(step).isInstanceOfSatisfying(Step.Scale.class, scale -> {
            int sum =
                    scale.sizes().values().stream().mapToInt(Integer::intValue).sum();
            assertThat(sum).isEqualTo(21);
            assertThat(scale.sizes().get(old)).isGreaterThan(8);
            assertThat(scale.sizes().get(newest)).isGreaterThan(3);
        });
    }

    /// Rollouts of all kinds, in which pods become available in any order: the bounds hold after every step,
    /// and the rollout ends.
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void aRolloutKeepsItsBoundsAndEnds(long seed) {
        var random = new Random(seed);
        for (int round = 0; round < 200; round++) {
            int replicas = 1 + random.nextInt(12);
            Deployment deployment =
                    rolling(replicas, String.valueOf(random.nextInt(4)), String.valueOf(random.nextInt(4)));
            rollOut(deployment, random, "seed %d, round %d".formatted(seed, round));
        }
    }

    private static void rollOut(Deployment deployment, Random random, String what) {
        int wanted = deployment.replicas();
        int[] size = {wanted, 0};
        int[] available = {wanted, 0};
        int most = wanted + ScaleRule.maxSurge(deployment);
        int least = wanted - ScaleRule.maxUnavailable(deployment);
        boolean made = false;
        for (int step = 0; step < 500; step++) {
            var old = new ArrayList<ReplicaSet>(List.of(set("old", size[0], available[0], wanted)));
            Optional<ReplicaSet> newest =
                    made ? Optional.of(set("new", size[1], available[1], wanted)) : Optional.empty();
            switch (RolloutRule.next(new View(deployment, newest, old, size[0] > 0))) {
                case Step.CreateNewest(int count) -> {
                    made = true;
                    size[1] = count;
                }
                case Step.Scale(var sizes) ->
                    sizes.forEach((set, to) -> {
                        int which = set.meta().name().equals("old") ? 0 : 1;
                        size[which] = to;
                        available[which] = Math.min(available[which], to);
                    });
                case Step.Rest _ -> {
                    if (size[1] == wanted && available[1] == wanted) {
                        assertThat(size[0]).as(what).isZero();
                        return;
                    }
                }
            }
            assertThat(size[0] + size[1]).as(what).isLessThanOrEqualTo(most);
            assertThat(available[0] + available[1]).as(what).isGreaterThanOrEqualTo(least);
            if (available[1] < size[1] && random.nextBoolean()) {
                available[1]++;
            }
        }
        throw new AssertionError(what + ": the rollout does not end");
    }
}
