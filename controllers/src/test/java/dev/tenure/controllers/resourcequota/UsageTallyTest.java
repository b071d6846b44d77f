package dev.tenure.controllers.resourcequota;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.model.core.Pod;
import dev.tenure.model.core.ResourceQuota;
import dev.tenure.model.meta.ObjectKey;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.model.quantity.Quantity;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.ObjectNode;
import dev.tenure.wire.view.Views;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

final class UsageTallyTest {
    private static final Instant NOON = Instant.parse("2026-01-01T12:00:00Z");
    private static final List<String> MEMORY = List.of("0", "1Gi", "500M", "1e6", "128974848", "0.5Gi");

    private int looks;

    private static ObjectNode object(String text) {
        return Json.readObject(text.getBytes(StandardCharsets.UTF_8));
    }

    private static Pod pod(String phase, String cpu, String memory, String rest) {
        return (Pod) Views.view(ResourceTypes.PODS, object("""
            {'metadata': {'name': 'p', 'namespace': 'ns' %s},
             'spec': {'containers': [{'name': 'c', 'resources': {'requests': {'cpu': '%s', 'memory': '%s'}}}]},
             'status': {'phase': '%s'}}""".formatted(rest, cpu, memory, phase)
                .replace('\'', '"')));
    }

    private static Pod pod(String cpu) {
        return pod("Running", cpu, "1Gi", "");
    }

    private static ObjectKey key(int number) {
        return ResourceTypes.PODS.key("ns", "p-" + number);
    }

    private static ResourceQuota quota(String scopes) {
        return (ResourceQuota) Views.view(
                ResourceTypes.RESOURCE_QUOTAS, object("""
            {'metadata': {'name': 'q', 'namespace': 'ns'}, 'spec': {'hard': {'pods': '9'}, 'scopes': [%s]}}""".formatted(scopes).replace('\'', '"')));
    }

    private UsageTally tally(ResourceQuota quota) {
        return new UsageTally(
                (view, now) -> {
                    looks++;
                    return CountRule.usage(quota, ResourceTypes.PODS, view, now);
                },
                NOON);
    }

    private static Map<String, String> words(Map<String, Quantity> amounts) {
        return amounts.entrySet().stream()
                .filter(entry -> !entry.getValue().isZero())
                .collect(Collectors.toMap(
                        Map.Entry::getKey, entry -> entry.getValue().toString()));
    }

    @Test
    void aDeletionCostsOnePodHoweverManyThereAre() {
        UsageTally tally = tally(quota(""));
        for (int i = 0; i < 10_000; i++) {
            tally.put(key(i), pod("1"));
        }
        assertThat(tally.taken(NOON)).containsEntry("requests.cpu", Quantity.parse("10k"));
        looks = 0;
        for (int i = 0; i < 100; i++) {
            tally.remove(key(i));
            tally.taken(NOON.plusSeconds(i));
        }
        assertThat(looks).isEqualTo(100);
        assertThat(tally.taken(NOON)).containsEntry("requests.cpu", Quantity.parse("9900"));
    }

    @Test
    void aPodThatOughtToBeGoneTakesNothingFromThatMomentOnAndIsLookedAtOnce() {
        UsageTally tally = tally(quota(""));
        for (int i = 0; i < 1_000; i++) {
            tally.put(key(i), pod("1"));
        }
        String going = ", 'deletionTimestamp': '2026-01-01T12:00:30Z', 'deletionGracePeriodSeconds': 30";
        tally.put(key(0), pod("Running", "1", "1Gi", going));
        looks = 0;
        assertThat(tally.taken(NOON.plusSeconds(59))).containsEntry("pods", Quantity.parse("1k"));
        assertThat(looks).isZero();
        assertThat(tally.taken(NOON.plusSeconds(61))).containsEntry("pods", Quantity.parse("999"));
        assertThat(tally.taken(NOON.plusSeconds(90))).containsEntry("pods", Quantity.parse("999"));
        assertThat(looks).isEqualTo(2);
        assertThat(tally.taken(NOON)).as("the clock is set back").containsEntry("pods", Quantity.parse("1k"));
        assertThat(tally.taken(NOON)).containsEntry("count/pods", Quantity.parse("1k"));
    }

    @Test
    void aSumIsWrittenAsIfWhatHasGoneHadNeverBeenThere() {
        UsageTally tally = tally(quota(""));
        tally.put(key(0), pod("Running", "1", "1Gi", ""));
        tally.put(key(1), pod("Running", "1", "512M", ""));
        tally.remove(key(0));
        assertThat(words(tally.taken(NOON))).containsEntry("requests.memory", "512M");
    }

    /// Against a count of all, with one way of writing at a time, for a count of several ways depends on
    /// their order.
    @Test
    void itAgreesWithACountOfAllWhateverComesAndGoes() {
        var random = new Random(7);
        ResourceQuota quota = quota("'NotTerminating'");
        UsageTally tally = tally(quota);
        Map<ObjectKey, Object> all = new HashMap<>();
        Instant now = NOON;
        for (int step = 0; step < 3_000; step++) {
            ObjectKey key = key(random.nextInt(40));
            if (random.nextInt(3) == 0) {
                tally.remove(key);
                all.remove(key);
            } else {
                Pod pod = some(random);
                tally.put(key, pod);
                all.put(key, pod);
            }
            now = now.plusSeconds(random.nextInt(20) - 8);
            Map<String, Quantity> expected = CountRule.sum(quota, ResourceTypes.PODS, all.values().stream(), now);
            expected.values().removeIf(Quantity::isZero);
            assertThat(tally.taken(now)).as("step %d", step).isEqualTo(expected);
        }
    }

    private static Pod some(Random random) {
        String going = random.nextInt(3) > 0
                ? ""
                : ", 'deletionTimestamp': '%s', 'deletionGracePeriodSeconds': %d"
                        .formatted(NOON.plusSeconds(random.nextInt(20_000)), random.nextInt(3) * 15);
        String phase = random.nextInt(4) == 0 ? "Failed" : "Running";
        Pod pod = pod(phase, random.nextInt(3_000) + "m", MEMORY.get(random.nextInt(MEMORY.size())), going);
        return random.nextInt(5) > 0 ? pod : (Pod) Views.view(ResourceTypes.PODS, object("""
                    {"metadata": {"name": "p", "namespace": "ns"}, "spec": {"activeDeadlineSeconds": 5,
                     "containers": [{"name": "c"}]}}"""));
    }
}
