package dev.tenure.controllers.tainteviction.replacement;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.runtime.loop.SimulatedWorld;
import dev.tenure.wire.view.Views;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/// What is kept so that many pods that are replaced first are not held against each other.
final class ManyReplacementsTest {
    private static final Instant NOON = Instant.parse("2026-01-01T12:00:00Z");

    private final SimulatedWorld world = new SimulatedWorld(NOON);
    private List<StoredObject> pods = List.of();
    private int counts;
    private final SetTallies tallies = new SetTallies(world, set -> {
        counts++;
        return pods;
    });

    /// A pod that has been ready since so many seconds before noon.
    private static StoredObject pod(String name, int seconds) {
        String json = """
                {'kind': 'Pod', 'metadata': {'namespace': 'default', 'name': '%1$s', 'uid': '%1$s'},
                 'status': {'phase': 'Running', 'conditions': [{'type': 'Ready', 'status': 'True',
                  'lastTransitionTime': '%2$s'}]}}
                """.formatted(name, NOON.minusSeconds(seconds)).replace('\'', '"');
        var header = new StoredObject.Header(
                ResourceTypes.PODS.key("default", name), name, Map.of(), List.of(), Map.of(), false);
        return new StoredObject(header, json.getBytes(StandardCharsets.UTF_8), 1, Views.reader(ResourceTypes.PODS));
    }

    @Test
    void thePodsOfASetAreCountedOnceForAllThatAskAboutEachOther() {
        pods = IntStream.range(0, 100).mapToObj(i -> pod("p" + i, i)).toList();
        StoredObject set = pod("set", 0);
        for (StoredObject pod : pods) {
            assertThat(tallies.of(set, 0).availableBesides(pod.uid())).isEqualTo(99);
        }
        assertThat(tallies.of(set, 0).availableBesides("another")).isEqualTo(100);
        assertThat(counts).isEqualTo(1);
        pods = pods.subList(0, 90);
        tallies.changed();
        assertThat(tallies.of(set, 0).counted()).isEqualTo(90);
        assertThat(counts).isEqualTo(2);
    }

    @Test
    void aPodThatBecomesAvailableWithTimeIsCountedAtThatMoment() {
        pods = List.of(pod("early", 60), pod("late", 10));
        StoredObject set = pod("set", 0);
        assertThat(tallies.of(set, 11).available()).containsExactly("early");
        assertThat(tallies.of(set, 11).next()).hasValue(world.now().plus(Duration.ofSeconds(1)));
        world.advance(Duration.ofMillis(999));
        assertThat(tallies.of(set, 11).available()).containsExactly("early");
        assertThat(counts).isEqualTo(1);
        world.advance(Duration.ofMillis(1));
        assertThat(tallies.of(set, 11).available()).containsExactlyInAnyOrder("early", "late");
        assertThat(tallies.of(set, 11).next()).isEmpty();
        assertThat(counts).isEqualTo(2);
    }

    @Test
    void whoeverWaitsForSomethingIsFoundInTheOrderInWhichTheyCame() {
        var waiting = new AwaitedChanges();
        waiting.put("c", Set.of("set-1", "web"));
        waiting.put("a", Set.of("set-2", "web", AwaitedChanges.policy("gentle")));
        waiting.put("b", Set.of("set-3", AwaitedChanges.policy("gentle")));
        waiting.put("c", Set.of("set-1", "web", AwaitedChanges.policy("gentle")));
        assertThat(waiting.of(Set.of("web"))).containsExactly("c", "a");
        assertThat(waiting.of(Set.of("set-3", "set-1", "nothing"))).containsExactly("c", "b");
        assertThat(waiting.of(Set.of(AwaitedChanges.policy("gentle")))).containsExactly("c", "a", "b");
        waiting.remove("c");
        waiting.remove("c");
        assertThat(waiting.of(Set.of("web", "set-1"))).containsExactly("a");
    }

    /// Against a look at all of them.
    @Test
    void extraPodsAreFoundByDeploymentAndPolicyWhateverComesAndGoes() {
        var random = new Random(3);
        var extras = new ExtraPods();
        var all = new HashMap<String, ExtraPods.Extra>();
        for (int step = 0; step < 500; step++) {
            String uid = "p" + random.nextInt(20);
            if (random.nextInt(3) == 0) {
                extras.remove(uid);
                all.remove(uid);
            } else {
                var extra = new ExtraPods.Extra(pod(uid, step), some(random, "deployment"), some(random, "policy"));
                extras.put(extra);
                all.put(uid, extra);
            }
            for (int i = 0; i < 3; i++) {
                Optional<String> deployment = Optional.of("deployment" + i);
                Optional<String> policy = Optional.of("policy" + i);
                List<StoredObject> expected = all.values().stream()
                        .filter(extra -> extra.deployment().equals(deployment))
                        .map(ExtraPods.Extra::pod)
                        .toList();
                assertThat(extras.of(deployment.get())).containsExactlyInAnyOrderElementsOf(expected);
                assertThat(extras.ofDeployment(deployment.get(), uid)).isEqualTo((int)
                        expected.stream().filter(pod -> !pod.uid().equals(uid)).count());
                long ofPolicy = all.values().stream()
                        .filter(extra -> extra.policy().equals(policy)
                                && !extra.pod().uid().equals(uid))
                        .count();
                assertThat(extras.ofPolicy(policy.get(), uid)).isEqualTo((int) ofPolicy);
            }
            assertThat(extras.counts().values()).allMatch(count -> count > 0);
        }
    }

    private static Optional<String> some(Random random, String word) {
        int i = random.nextInt(4);
        return i == 3 ? Optional.empty() : Optional.of(word + i);
    }
}
