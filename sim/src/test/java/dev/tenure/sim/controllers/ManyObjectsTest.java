package dev.tenure.sim.controllers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.client.informer.Informer;
import dev.tenure.client.informer.InformerHandler;
import dev.tenure.controllers.tainteviction.stay.Semantics;
import dev.tenure.controllers.workload.SelectorGroups;
import dev.tenure.model.core.PersistentVolumeClaim;
import dev.tenure.model.core.Service;
import dev.tenure.model.meta.ApiRequest;
import dev.tenure.model.meta.ApiRequest.Verb;
import dev.tenure.model.meta.LabelSelector;
import dev.tenure.model.meta.ResourceType;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.sim.stage.Stage;
import dev.tenure.sim.stage.StageManifests;
import dev.tenure.sim.world.Component;
import dev.tenure.wire.json.Document;
import dev.tenure.wire.json.ObjectNode;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/// What controllers do for many objects of a kind is as much as they do for each of them alone.
class ManyObjectsTest {
    private static final int MANY = 150;

    private static final ResourceType SLICES = new ResourceType(
            "discovery.k8s.io", "v1", "endpointslices", "EndpointSlice", ResourceType.Scope.NAMESPACED);

    private long counted;

    /// Counts the controllers' requests about a kind from now on.
    private void count(Stage stage, Verb verb, ResourceType type) {
        counted = 0;
        stage.cluster().path(Component.CONTROLLERS).failWhere((ApiRequest request) -> {
            boolean counts =
                    request.verb() == verb && request.target().resource().equals(type.resource());
            counted += counts ? 1 : 0;
            return Optional.empty();
        });
    }

    private static void claims(Stage stage, String more) {
        for (int i = 0; i < MANY; i++) {
            stage.create(ResourceTypes.PERSISTENT_VOLUME_CLAIMS, StageManifests.json("""
                    {'metadata': {'name': 'c%d'}, 'spec': {%s 'accessModes': ['ReadWriteOnce'],
                     'resources': {'requests': {'storage': '1Gi'}}}}\
                    """.formatted(i, more)));
        }
    }

    private static long bound(Stage stage) {
        return stage.all(ResourceTypes.PERSISTENT_VOLUME_CLAIMS).stream()
                .filter(claim -> claim.view(PersistentVolumeClaim.class).phase().equals("Bound"))
                .count();
    }

    /// Claims that are looked at together would all take the smallest volume, and all but one lose it and
    /// wait, ever longer.
    @Test
    void claimsThatWaitForVolumesAreGivenOneEach() {
        Stage stage = Stage.of(Semantics.DOCUMENTED);
        claims(stage, "'storageClassName': 'm',");
        stage.pass(5);
        count(stage, Verb.PATCH, ResourceTypes.PERSISTENT_VOLUMES);
        for (int i = 0; i < MANY; i++) {
            stage.create(ResourceTypes.PERSISTENT_VOLUMES, StageManifests.json("""
                    {'metadata': {'name': 'v%d'}, 'spec': {'storageClassName': 'm', 'capacity': {'storage': '%dGi'},
                     'accessModes': ['ReadWriteOnce'], 'hostPath': {'path': '/x'}}}\
                    """.formatted(i, 1 + i % 7)));
        }
        stage.pass(30);
        assertThat(bound(stage)).isEqualTo(MANY);
        assertThat(counted).isBetween(3L * MANY, 4L * MANY);
    }

    /// A volume of which the first claim makes no use, because it is deleted, goes to another one.
    @Test
    void aVolumeThatOneClaimDoesNotTakeGoesToAnother() {
        Stage stage = Stage.of(Semantics.DOCUMENTED);
        claims(stage, "'storageClassName': 'm',");
        stage.pass(5);
        count(stage, Verb.PATCH, ResourceTypes.PERSISTENT_VOLUMES);
        stage.create(ResourceTypes.PERSISTENT_VOLUMES, StageManifests.json("""
                {'metadata': {'name': 'v'}, 'spec': {'storageClassName': 'm', 'capacity': {'storage': '1Gi'},
                 'accessModes': ['ReadWriteOnce'], 'hostPath': {'path': '/x'}}}\
                """));
        stage.pass(1);
        assertThat(bound(stage)).isEqualTo(1);
        assertThat(counted).isLessThanOrEqualTo(4);
    }

    @Test
    void thePodsBesideDeletedClaimsAreListedForAllOfThemTogether() {
        Stage stage = Stage.of(Semantics.DOCUMENTED);
        claims(stage, "'storageClassName': 'm',");
        stage.pass(5);
        count(stage, Verb.LIST, ResourceTypes.PODS);
        for (int i = 0; i < MANY; i++) {
            stage.client()
                    .delete(
                            ResourceTypes.PERSISTENT_VOLUME_CLAIMS,
                            "default",
                            "c" + i,
                            Document.of(StageManifests.json("{}")));
        }
        stage.pass(20);
        assertThat(stage.all(ResourceTypes.PERSISTENT_VOLUME_CLAIMS)).isEmpty();
        assertThat(counted).isBetween(1L, 5L);
    }

    /// Half of the services name a label of their own, the others what several have.
    @Test
    void whoSelectsAPodIsFoundAmongFew() {
        Stage stage = Stage.of(Semantics.DOCUMENTED);
        var random = new Random(5);
        for (int i = 0; i < MANY; i++) {
            String own = i % 2 == 0 ? ", 'instance': 'i%d'".formatted(i) : ", 'tier': 't%d'".formatted(i % 5);
            stage.create(ResourceTypes.SERVICES, StageManifests.json("""
                    {'metadata': {'name': 's%d'}, 'spec': {'clusterIP': 'None', 'selector': {'app': 'a'%s}}}\
                    """.formatted(i, own)));
        }
        var groups = new SelectorGroups(service -> Optional.of(
                        LabelSelector.ofLabels(service.view(Service.class).selector()))
                .filter(selector -> !selector.matchesEverything()));
        Informer services = new Informer(
                stage.cluster().world().loop("looking"),
                stage.client(),
                Informer.Selection.all(ResourceTypes.SERVICES),
                new Silent());
        services.start();
        stage.pass(1);
        for (int i = 0; i < MANY; i++) {
            Map<String, String> labels =
                    Map.of("app", random.nextInt(4) == 0 ? "b" : "a", "instance", "i" + i, "tier", "t" + i % 7);
            List<String> found = groups.candidates(services, "default", labels).stream()
                    .filter(service -> LabelSelector.ofLabels(
                                    service.view(Service.class).selector())
                            .matches(labels))
                    .map(service -> service.key().name())
                    .sorted()
                    .toList();
            List<String> all = services.all().stream()
                    .filter(service -> service.key().namespace().equals("default")
                            && !service.view(Service.class).selector().isEmpty()
                            && LabelSelector.ofLabels(
                                            service.view(Service.class).selector())
                                    .matches(labels))
                    .map(service -> service.key().name())
                    .sorted()
                    .toList();
            assertThat(found).isEqualTo(all);
        }
        int looked = IntStream.range(0, MANY)
                .map(i -> groups.candidates(services, "default", Map.of("app", "a", "instance", "i" + i))
                        .size())
                .sum();
        assertThat(looked).isLessThan(2 * MANY);
    }

    /// A list of the slices of one service goes over those of all services of its namespace.
    @Test
    void theSlicesOfAServiceAreKnownAndNotListedForEachPodThatComes() {
        Stage stage = Stage.of(Semantics.DOCUMENTED).nodes("a", 2);
        stage.pass(5);
        for (int i = 0; i < MANY; i++) {
            stage.create(ResourceTypes.SERVICES, StageManifests.json("""
                    {'metadata': {'name': 's%1$d'}, 'spec': {'selector': {'app': 'a%1$d'}, 'ports': [{'port': 80}]}}\
                    """.formatted(i)));
        }
        stage.pass(5);
        count(stage, Verb.LIST, SLICES);
        for (int i = 0; i < MANY; i++) {
            ObjectNode pod = StageManifests.pod("p" + i, "a-" + i % 2, "[]");
            pod.withObject("/metadata").putObject("labels").put("app", "a" + i);
            stage.create(ResourceTypes.PODS, pod);
        }
        stage.pass(30);
        assertThat(stage.all(SLICES).stream()
                        .filter(slice ->
                                !Document.of(slice.content()).at("endpoints").isEmpty()))
                .hasSize(MANY);
        assertThat(counted).isLessThan(5);
    }

    private static final class Silent implements InformerHandler {
        @Override
        public void changed(Optional<StoredObject> before, StoredObject after) {
            // is only looked up
        }

        @Override
        public void deleted(StoredObject last) {
            // is only looked up
        }
    }
}
