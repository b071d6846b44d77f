package dev.tenure.checks.arrows;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static java.util.Map.entry;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/// Who may import whom: between rooms, and between the features of a room.
class RoomArrowsTest {
    private static final Set<String> ALL_BELOW_SIM = Set.of(
            "model",
            "wire",
            "rules",
            "runtime",
            "store",
            "client",
            "apiserver",
            "kinds",
            "scheduler",
            "controllers",
            "kubelet",
            "simnodes");

    /// Room → the rooms that it may import.
    private static final Map<String, Set<String>> ARROWS = Map.ofEntries(
            entry("model", Set.of()),
            entry("runtime", Set.of()),
            entry("wire", Set.of("model")),
            entry("rules", Set.of("model")),
            entry("store", Set.of("model", "runtime")),
            entry("client", Set.of("model", "wire", "runtime")),
            entry("apiserver", Set.of("model", "wire", "rules", "runtime", "store")),
            entry("kinds", Set.of("model", "wire", "rules", "runtime", "store", "apiserver")),
            entry("scheduler", Set.of("model", "wire", "rules", "runtime", "client")),
            entry("controllers", Set.of("model", "wire", "rules", "runtime", "client")),
            entry("kubelet", Set.of("model", "wire", "rules", "runtime", "client")),
            entry("node", Set.of("model", "wire", "rules", "runtime", "client", "kubelet")),
            entry("simnodes", Set.of("model", "wire", "rules", "runtime", "client", "kubelet")),
            entry("sim", ALL_BELOW_SIM),
            entry("plan", with(ALL_BELOW_SIM, "sim")),
            entry("cli", Set.of("model", "wire", "rules", "runtime", "client", "sim", "plan")),
            entry("console", Set.of("model", "wire", "rules", "runtime", "client", "plan")),
            entry("launch", with(ALL_BELOW_SIM, "node", "sim", "plan", "console", "cli")),
            entry("embed", with(ALL_BELOW_SIM, "sim")),
            entry("junit", Set.of("embed")),
            entry("testkit", Set.of("model", "wire")),
            entry(
                    "checks",
                    with(
                            ALL_BELOW_SIM,
                            "node",
                            "sim",
                            "plan",
                            "console",
                            "cli",
                            "launch",
                            "embed",
                            "junit",
                            "testkit")));

    @Test
    void everyRoomHasItsRow() {
        assertThat(ARROWS.keySet()).containsExactlyInAnyOrderElementsOf(Code.ROOMS);
    }

    @Test
    void productCodeImportsOnlyTheRoomsOfItsRow() {
        assertThat(forbidden(Code.MAIN, room -> Set.of())).isEmpty();
    }

    /// Tests that need several rooms stand in `sim`; there a real node meets a whole cluster. Those of
    /// `junit` look at the objects of their clusters, as those of its users do.
    @Test
    void testsImportOnlyTheRoomsOfTheirRowAndTheTestkit() {
        assertThat(forbidden(Code.TESTS, RoomArrowsTest::forTests)).isEmpty();
    }

    private static Set<String> forTests(String room) {
        return switch (room) {
            case "sim" -> Set.of("testkit", "node");
            case "junit" -> Set.of("testkit", "model");
            default -> Set.of("testkit");
        };
    }

    @Test
    void packagesHaveNoCycles() {
        slices().matching("dev.tenure.(**)")
                .should()
                .beFreeOfCycles()
                .allowEmptyShould(true)
                .check(Code.MAIN);
    }

    /// `workload` and `node` are no controllers: they are what the controllers of pods and those of nodes
    /// have in common, and know none of them.
    @Test
    void controllersKnowNothingOfOneAnother() {
        assertThat(betweenSiblings("dev.tenure.controllers.", Set.of("workload", "node")))
                .isEmpty();
    }

    @Test
    void schedulerPluginsKnowNothingOfOneAnother() {
        assertThat(betweenSiblings("dev.tenure.scheduler.plugin.", Set.of())).isEmpty();
    }

    @Test
    void schedulerFrameworkKnowsNoPlugin() {
        noClasses()
                .that()
                .resideInAPackage("dev.tenure.scheduler.framework..")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("dev.tenure.scheduler.plugin..")
                .allowEmptyShould(true)
                .check(Code.MAIN);
    }

    @Test
    void theApiServerRunsWithoutItsHttpShell() {
        noClasses()
                .that()
                .resideInAPackage("dev.tenure.apiserver..")
                .and()
                .resideOutsideOfPackage("dev.tenure.apiserver.http..")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("dev.tenure.apiserver.http..")
                .allowEmptyShould(true)
                .check(Code.MAIN);
    }

    private static Set<String> forbidden(JavaClasses classes, Function<String, Set<String>> more) {
        var found = new TreeSet<String>();
        for (JavaClass type : classes) {
            String room = Code.roomOf(type);
            Set<String> allowed = ARROWS.getOrDefault(room, Set.of());
            for (Dependency dependency : type.getDirectDependenciesFromSelf()) {
                JavaClass target = dependency.getTargetClass().getBaseComponentType();
                String other = Code.isOurs(target) ? Code.roomOf(target) : room;
                if (!other.equals(room)
                        && !allowed.contains(other)
                        && !more.apply(room).contains(other)) {
                    found.add(
                            "%s must not know %s: %s uses %s".formatted(room, other, type.getName(), target.getName()));
                }
            }
        }
        return found;
    }

    /// Uses of one feature package by another below `prefix`; the package at `prefix` itself may see all of
    /// them.
    ///
    /// @param common features that all others may use
    private static List<String> betweenSiblings(String prefix, Set<String> common) {
        var found = new TreeSet<String>();
        for (JavaClass type : Code.MAIN) {
            String feature = featureBelow(prefix, type);
            for (Dependency dependency : type.getDirectDependenciesFromSelf()) {
                JavaClass target = dependency.getTargetClass().getBaseComponentType();
                String other = featureBelow(prefix, target);
                boolean strange = !feature.isEmpty() && !other.isEmpty() && !feature.equals(other);
                if (strange && !common.contains(other)) {
                    found.add("%s uses %s".formatted(type.getName(), target.getName()));
                }
            }
        }
        return List.copyOf(found);
    }

    private static String featureBelow(String prefix, JavaClass type) {
        String name = type.getPackageName();
        if (!name.startsWith(prefix)) {
            return "";
        }
        String rest = name.substring(prefix.length());
        int dot = rest.indexOf('.');
        return dot < 0 ? rest : rest.substring(0, dot);
    }

    private static Set<String> with(Set<String> rooms, String... more) {
        var all = new HashSet<>(rooms);
        all.addAll(List.of(more));
        return Set.copyOf(all);
    }
}
