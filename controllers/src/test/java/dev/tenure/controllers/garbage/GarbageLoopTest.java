package dev.tenure.controllers.garbage;

import static dev.tenure.model.meta.ResourceTypes.NAMESPACES;
import static dev.tenure.model.meta.ResourceTypes.NODES;
import static dev.tenure.model.meta.ResourceTypes.PODS;
import static dev.tenure.model.meta.ResourceTypes.REPLICA_SETS;
import static dev.tenure.testkit.cluster.MemoryApi.status;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.client.informer.DefinedTypes;
import dev.tenure.client.informer.DiscoveredKinds;
import dev.tenure.controllers.stage.LoopStage;
import dev.tenure.model.meta.ApiRequest.Verb;
import dev.tenure.model.meta.ResourceType;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class GarbageLoopTest {
    private static final ResourceType BOATS =
            new ResourceType("example.org", "v1", "boats", "Boat", ResourceType.Scope.NAMESPACED);

    private final LoopStage stage =
            new LoopStage(PODS, REPLICA_SETS, NODES, NAMESPACES, DefinedTypes.DEFINITIONS, BOATS);
    private final GarbageLoop loop =
            new GarbageLoop(stage.context(), List.of(PODS, REPLICA_SETS, NODES), Optional.empty());

    private void set(String name, String more) {
        stage.put(REPLICA_SETS, """
                apiVersion: apps/v1
                kind: ReplicaSet
                metadata: {name: %1$s, namespace: default, uid: of-%1$s%2$s}
                spec: {selector: {matchLabels: {app: x}}}
                """.formatted(name, more));
    }

    private static String goes(String finalizer) {
        return ", deletionTimestamp: \"2026-01-01T00:00:00Z\", finalizers: [%s]".formatted(finalizer);
    }

    /// @param owners names of sets
    private void pod(String name, boolean blocks, String... owners) {
        var references = new StringBuilder();
        for (String owner : owners) {
            references.append("""
                      - {apiVersion: apps/v1, kind: ReplicaSet, name: %1$s, uid: of-%1$s, blockOwnerDeletion: %2$s}
                    """.formatted(owner, blocks));
        }
        stage.put(PODS, """
                kind: Pod
                metadata:
                  name: %s
                  namespace: default
                  uid: of-%s
                  ownerReferences:%s
                """.formatted(name, name, owners.length == 0 ? " []" : "\n" + references));
    }

    private String owners(String pod) {
        return stage.the(PODS, "default", pod)
                .path("metadata")
                .path("ownerReferences")
                .toString();
    }

    @Test
    void whatHasLostItsOwnerGoes() {
        set("web", "");
        pod("owned", false, "web");
        pod("free", false);
        stage.begin(loop::start);
        assertThat(stage.writes()).isEmpty();
        stage.remove(REPLICA_SETS, "default", "web");
        assertThat(stage.writes()).containsExactly("delete pods default/owned");
    }

    @Test
    void oneOwnerIsEnoughAndTheOtherIsTakenOff() {
        set("web", "");
        set("other", "");
        pod("owned", false, "web", "other");
        stage.begin(loop::start);
        stage.remove(REPLICA_SETS, "default", "web");
        assertThat(stage.writes()).containsExactly("patch pods default/owned");
        assertThat(owners("owned")).contains("of-other").doesNotContain("of-web");
    }

    @Test
    void anOwnerOfTheSameNameThatIsAnotherObjectIsNone() {
        set("web", "");
        pod("owned", false, "web");
        stage.begin(loop::start);
        stage.remove(REPLICA_SETS, "default", "web");
        stage.put(REPLICA_SETS, """
                apiVersion: apps/v1
                kind: ReplicaSet
                metadata: {name: web, namespace: default, uid: another}
                """);
        pod("late", false, "web");
        assertThat(stage.writes()).containsExactly("delete pods default/owned", "delete pods default/late");
    }

    @Test
    void anOwnerOfWhichTheApiSaysNothingKeepsItsObject() {
        pod("owned", false, "web");
        stage.api()
                .refuse(request -> request.target().name().equals("web")
                        ? Optional.of(status(500, "InternalError"))
                        : Optional.empty());
        stage.begin(loop::start);
        assertThat(stage.writes()).isEmpty();
        stage.refuseNothing();
        stage.advance(Duration.ofSeconds(1));
        assertThat(stage.writes()).containsExactly("delete pods default/owned");
    }

    @Test
    void whatGoesInTheForegroundWaitsForWhatBlocksIt() {
        set("web", "");
        pod("owned", true, "web");
        stage.begin(loop::start);
        set("web", goes("foregroundDeletion"));
        assertThat(stage.writes()).containsExactly("delete pods default/owned", "patch replicasets default/web");
        assertThat(stage.the(REPLICA_SETS, "default", "web").path("metadata").path("finalizers"))
                .isEmpty();
    }

    @Test
    void whatDoesNotBlockIsNotWaitedFor() {
        set("web", "");
        pod("owned", false, "web");
        stage.begin(loop::start);
        stage.refuseWrites(PODS, status(500, "InternalError"));
        set("web", goes("foregroundDeletion"));
        assertThat(stage.writes()).contains("patch replicasets default/web");
    }

    @Test
    void whoLeavesOrphansFreesThemFirst() {
        set("web", "");
        pod("owned", true, "web");
        stage.begin(loop::start);
        set("web", goes("orphan"));
        assertThat(stage.writes()).containsExactly("patch pods default/owned", "patch replicasets default/web");
        assertThat(owners("owned")).isEqualTo("[]");
    }

    @Test
    void anOwnerWhoseOrphansCannotBeFreedStays() {
        set("web", "");
        pod("owned", true, "web");
        stage.begin(loop::start);
        stage.refuseWrites(PODS, status(500, "InternalError"));
        set("web", goes("orphan"));
        assertThat(stage.writes()).containsExactly("patch pods default/owned");
        stage.refuseNothing();
        stage.advance(Duration.ofSeconds(1));
        assertThat(stage.writes()).containsExactly("patch pods default/owned", "patch replicasets default/web");
    }

    @Test
    void anOwnerOfAnotherNamespaceIsNone() {
        stage.put(REPLICA_SETS, """
                apiVersion: apps/v1
                kind: ReplicaSet
                metadata: {name: web, namespace: elsewhere, uid: of-web}
                """);
        pod("owned", false, "web");
        stage.begin(loop::start);
        assertThat(stage.writes()).containsExactly("delete pods default/owned");
    }

    @Test
    void anOwnerOfNoNamespaceMayOwnAnything() {
        stage.put(NODES, "{apiVersion: v1, kind: Node, metadata: {name: node-1, uid: of-node}}");
        stage.put(PODS, """
                kind: Pod
                metadata:
                  name: mirror
                  namespace: default
                  ownerReferences: [{apiVersion: v1, kind: Node, name: node-1, uid: of-node}]
                """);
        stage.begin(loop::start);
        assertThat(stage.writes()).isEmpty();
        stage.remove(NODES, "", "node-1");
        assertThat(stage.writes()).containsExactly("delete pods default/mirror");
    }

    private String lastDeletion() {
        return stage.api().requests().stream()
                .filter(request -> request.verb() == Verb.DELETE)
                .map(request -> new String(request.body().bytes(), StandardCharsets.UTF_8))
                .reduce("", (_, later) -> later);
    }

    /// A set that is owned by another one.
    private void owned(String name, String owner, String more) {
        set(name, """
                , ownerReferences: [{apiVersion: apps/v1, kind: ReplicaSet, name: %1$s, uid: of-%1$s, blockOwnerDeletion: true}]%2$s""".formatted(owner, more));
    }

    @Test
    void whatOwnsNothingGoesInTheBackground() {
        set("top", "");
        pod("owned", true, "top");
        stage.begin(loop::start);
        set("top", goes("foregroundDeletion"));
        assertThat(lastDeletion()).contains("Background");
    }

    @Test
    void whatOwnsSomethingItselfGoesInTheForegroundOfItsOwner() {
        set("top", "");
        owned("middle", "top", "");
        pod("owned", true, "middle");
        stage.begin(loop::start);
        stage.writes();
        set("top", goes("foregroundDeletion"));
        assertThat(stage.writes().getFirst()).isEqualTo("delete replicasets default/middle");
        assertThat(stage.api().requests().stream()
                        .filter(request -> request.verb() == Verb.DELETE
                                && request.target().name().equals("middle"))
                        .map(request -> new String(request.body().bytes(), StandardCharsets.UTF_8)))
                .first()
                .asString()
                .contains("Foreground");
    }

    @Test
    void objectsOfKindsThatAreDefinedLaterAreCollectedToo() {
        set("web", "");
        stage.begin(loop::start);
        stage.put(BOATS, """
                apiVersion: example.org/v1
                kind: Boat
                metadata:
                  name: b
                  namespace: default
                  uid: of-b
                  ownerReferences: [{apiVersion: apps/v1, kind: ReplicaSet, name: web, uid: of-web}]
                """);
        stage.put(DefinedTypes.DEFINITIONS, """
                kind: CustomResourceDefinition
                metadata: {name: boats.example.org}
                spec:
                  group: example.org
                  scope: Namespaced
                  names: {plural: boats, kind: Boat}
                  versions: [{name: v1, served: true, storage: true}]
                status:
                  conditions: [{type: Established, status: "True"}]
                  acceptedNames: {plural: boats, kind: Boat}
                """);
        assertThat(stage.writes()).isEmpty();
        stage.remove(REPLICA_SETS, "default", "web");
        assertThat(stage.writes()).containsExactly("delete boats default/b");
    }

    @Test
    void objectsOfOtherServersAreFoundHalfAMinuteLater() {
        var there = new ArrayList<ResourceType>();
        var elsewhere = new GarbageLoop(
                stage.context(),
                List.of(PODS, REPLICA_SETS, NODES),
                Optional.of(() -> new DiscoveredKinds(there, Map.of(), List.of())));
        stage.put(BOATS, """
                apiVersion: example.org/v1
                kind: Boat
                metadata:
                  name: b
                  namespace: default
                  ownerReferences: [{apiVersion: apps/v1, kind: ReplicaSet, name: web, uid: of-web}]
                """);
        stage.begin(elsewhere::start);
        there.add(BOATS);
        stage.advance(Duration.ofSeconds(30).minusNanos(1));
        assertThat(stage.writes()).isEmpty();
        stage.advance(Duration.ofNanos(1));
        assertThat(stage.writes()).containsExactly("delete boats default/b");
    }
}
