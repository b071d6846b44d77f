package dev.tenure.rules.fit;

import static dev.tenure.rules.Samples.condition;
import static dev.tenure.rules.Samples.container;
import static dev.tenure.rules.Samples.meta;
import static dev.tenure.rules.Samples.requirements;
import static dev.tenure.rules.Samples.resources;
import static dev.tenure.rules.Samples.sidecar;
import static dev.tenure.rules.Samples.spec;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.model.core.Container;
import dev.tenure.model.core.ContainerStatus;
import dev.tenure.model.core.Pod;
import dev.tenure.model.core.PodPhase;
import dev.tenure.model.core.PodStatus;
import dev.tenure.model.core.ResourceList;
import dev.tenure.model.core.ResourceRequirements;
import dev.tenure.rules.fit.PodRequestsRule.Options;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Random pods in all stages of a resize, held against the rule as one would write it down with whole
/// numbers, one resource at a time. Upstream: component-helpers/resource/helpers.go.
final class ResizedRequestsTest {
    private static final int PODS = 4_000;
    private static final List<String> NAMES = List.of("cpu", "memory", "example.com/gpu");

    /// What one container, or the pod as a whole, is written and said to have; a side that says nothing is
    /// empty.
    private record Amounts(
            Map<String, Long> requests,
            Map<String, Long> limits,
            boolean reported,
            Map<String, Long> requestsInUse,
            Map<String, Long> limitsInUse,
            Map<String, Long> setAside) {}

    private record One(Amounts amounts, boolean init, boolean sidecar) {}

    enum Way {
        WRITTEN(false, false),
        CHARGED(true, false),
        HELD(true, true);

        private final boolean containers;
        private final boolean whole;

        Way(boolean containers, boolean whole) {
            this.containers = containers;
            this.whole = whole;
        }

        private Options options() {
            return switch (this) {
                case WRITTEN -> Options.WRITTEN;
                case CHARGED -> Options.CHARGED;
                case HELD -> Options.HELD;
            };
        }
    }

    @ParameterizedTest
    @EnumSource
    void aPodCountsWhatTheRuleSaysInEveryStageOfAResize(Way way) {
        var random = new Random(4711);
        for (int i = 0; i < PODS; i++) {
            List<One> all = containers(random);
            Optional<Amounts> whole = random.nextInt(3) == 0 ? Optional.of(amounts(random)) : Optional.empty();
            boolean refused = random.nextInt(3) == 0;
            Map<String, Long> overhead = random.nextInt(3) == 0 ? some(random) : Map.of();
            Pod pod = pod(all, whole, refused, overhead);

            assertThat(PodRequestsRule.requests(pod, way.options()))
                    .as("requests of pod %d: %s", i, pod)
                    .isEqualTo(list(requests(way, all, whole, refused, overhead)));
            assertThat(PodRequestsRule.limits(pod, way.options()))
                    .as("limits of pod %d: %s", i, pod)
                    .isEqualTo(list(limits(way, all, whole, refused, overhead)));
        }
    }

    private static Map<String, Long> requests(
            Way way, List<One> all, Optional<Amounts> whole, boolean refused, Map<String, Long> overhead) {
        Map<String, Long> total = sum(all, one -> {
            boolean byStatus = way.containers && one.amounts.reported && (!one.init || one.sidecar);
            return byStatus ? held(one.amounts, refused) : one.amounts.requests;
        });
        whole.ifPresent(amounts -> amounts.requests.keySet().stream()
                .filter(ResizedRequestsTest::ofPods)
                .forEach(name -> total.put(
                        name,
                        way.whole && amounts.reported
                                ? held(amounts, refused).getOrDefault(name, 0L)
                                : amounts.requests.get(name))));
        overhead.forEach((name, more) -> total.merge(name, more, Long::sum));
        return total;
    }

    private static Map<String, Long> limits(
            Way way, List<One> all, Optional<Amounts> whole, boolean refused, Map<String, Long> overhead) {
        Map<String, Long> total = sum(all, one -> {
            boolean byStatus = way.containers && one.amounts.reported && (!one.init || one.sidecar);
            return byStatus ? granted(one.amounts, refused) : one.amounts.limits;
        });
        whole.ifPresent(amounts -> amounts.limits.keySet().stream()
                .filter(ResizedRequestsTest::ofPods)
                .forEach(name -> total.put(
                        name,
                        way.whole && amounts.reported
                                ? granted(amounts, refused).getOrDefault(name, 0L)
                                : amounts.limits.get(name))));
        overhead.forEach((name, more) -> total.computeIfPresent(name, (_, some) -> some == 0 ? 0 : some + more));
        return total;
    }

    private static boolean ofPods(String name) {
        return name.equals("cpu") || name.equals("memory");
    }

    private static Map<String, Long> held(Amounts amounts, boolean refused) {
        return refused
                ? largest(List.of(amounts.requestsInUse, amounts.setAside))
                : largest(List.of(amounts.requests, amounts.requestsInUse, amounts.setAside));
    }

    private static Map<String, Long> granted(Amounts amounts, boolean refused) {
        return refused ? amounts.limitsInUse : largest(List.of(amounts.limits, amounts.limitsInUse));
    }

    private static Map<String, Long> largest(List<Map<String, Long>> lists) {
        return lists.stream()
                .flatMap(list -> list.entrySet().stream())
                .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue, Math::max, TreeMap::new));
    }

    private static Map<String, Long> added(Stream<Map<String, Long>> lists) {
        return lists.flatMap(list -> list.entrySet().stream())
                .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue, Long::sum, TreeMap::new));
    }

    /// The most that the pod needs at any moment: while each init container starts, and when all run.
    private static Map<String, Long> sum(List<One> all, Function<One, Map<String, Long>> counted) {
        var moments = new ArrayList<Map<String, Long>>();
        for (int i = 0; i < all.size(); i++) {
            One starting = all.get(i);
            if (starting.init) {
                Stream<One> before = all.subList(0, i).stream().filter(One::sidecar);
                moments.add(added(Stream.concat(before, Stream.of(starting)).map(counted)));
            }
        }
        moments.add(added(all.stream().filter(one -> !one.init || one.sidecar).map(counted)));
        return largest(moments);
    }

    private static List<One> containers(Random random) {
        var all = new ArrayList<One>();
        for (int i = random.nextInt(4); i > 0; i--) {
            all.add(new One(amounts(random), true, random.nextBoolean()));
        }
        for (int i = random.nextInt(1, 4); i > 0; i--) {
            all.add(new One(amounts(random), false, false));
        }
        return all;
    }

    private static Amounts amounts(Random random) {
        return new Amounts(some(random), some(random), random.nextBoolean(), some(random), some(random), some(random));
    }

    private static Map<String, Long> some(Random random) {
        var amounts = new TreeMap<String, Long>();
        for (String name : NAMES) {
            if (random.nextBoolean()) {
                amounts.put(name, (long) random.nextInt(5));
            }
        }
        return amounts;
    }

    private static Pod pod(List<One> all, Optional<Amounts> whole, boolean refused, Map<String, Long> overhead) {
        var initContainers = new ArrayList<Container>();
        var containers = new ArrayList<Container>();
        var initStatuses = new ArrayList<ContainerStatus>();
        var statuses = new ArrayList<ContainerStatus>();
        for (int i = 0; i < all.size(); i++) {
            One one = all.get(i);
            String name = "c" + i;
            String requests = text(one.amounts.requests);
            String limits = text(one.amounts.limits);
            (one.init ? initContainers : containers)
                    .add(one.sidecar ? sidecar(name, requests, limits) : container(name, requests, limits));
            (one.init ? initStatuses : statuses).add(status(name, one.amounts));
        }
        var status = new PodStatus(
                PodPhase.RUNNING,
                "",
                "",
                List.of(
                        condition("Ready", true, "", ""),
                        condition("PodResizePending", true, refused ? "Infeasible" : "Deferred", "")),
                List.of(),
                List.of(),
                "",
                Optional.empty(),
                "",
                "",
                whole.filter(Amounts::reported).map(ResizedRequestsTest::inUse),
                whole.map(amounts -> list(amounts.setAside)).orElse(ResourceList.EMPTY),
                initStatuses,
                statuses,
                List.of(),
                Optional.empty(),
                0);
        Optional<ResourceRequirements> own =
                whole.map(amounts -> requirements(text(amounts.requests), text(amounts.limits)));
        return new Pod(meta("p", Map.of()), spec(initContainers, containers, list(overhead), own), status);
    }

    private static ContainerStatus status(String name, Amounts amounts) {
        return new ContainerStatus(
                name,
                "",
                "",
                "",
                true,
                true,
                0,
                new ContainerStatus.State.Waiting(""),
                list(amounts.setAside),
                amounts.reported ? Optional.of(inUse(amounts)) : Optional.empty());
    }

    private static ResourceRequirements inUse(Amounts amounts) {
        return requirements(text(amounts.requestsInUse), text(amounts.limitsInUse));
    }

    private static ResourceList list(Map<String, Long> amounts) {
        return resources(text(amounts));
    }

    private static String text(Map<String, Long> amounts) {
        return amounts.entrySet().stream()
                .map(one -> one.getKey() + "=" + one.getValue())
                .collect(Collectors.joining(" "));
    }
}
