package dev.tenure.controllers.workload;

import static dev.tenure.model.meta.ResourceTypes.CONTROLLER_REVISIONS;
import static dev.tenure.model.meta.ResourceTypes.DAEMON_SETS;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.controllers.stage.LoopStage;
import dev.tenure.model.meta.LabelSelector;
import dev.tenure.model.meta.ObjectKey;
import dev.tenure.model.meta.StoredObject;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class WorkloadRevisionsTest {
    private static final LabelSelector WEB = LabelSelector.ofLabels(Map.of("app", "web"));

    private final List<ObjectKey> woken = new ArrayList<>();
    private final LoopStage stage = new LoopStage(DAEMON_SETS, CONTROLLER_REVISIONS);
    private final WorkloadRevisions revisions = new WorkloadRevisions(
            stage.context().informers(), DAEMON_SETS, new WorkloadRevisions.Listener(woken::add, () -> {}));

    /// @param metadata beside name and namespace, as in YAML
    private void revision(String namespace, String name, String metadata) {
        stage.put(CONTROLLER_REVISIONS, """
                kind: ControllerRevision
                metadata: {namespace: %s, name: %s%s}
                """.formatted(namespace, name, metadata));
    }

    private static String controlledBy(String kind, String uid) {
        return ", labels: {app: web}, ownerReferences: [{apiVersion: apps/v1, kind: %s, name: of-%s, uid: %s, controller: true}]"
                .formatted(kind, uid, uid);
    }

    private StoredObject set(String namespace, String uid) {
        stage.put(DAEMON_SETS, """
                kind: DaemonSet
                metadata: {namespace: %s, name: of-%s, uid: %s}
                """.formatted(namespace, uid, uid));
        return stage.api().get(DAEMON_SETS, namespace, "of-" + uid).orElseThrow();
    }

    private static List<String> names(List<StoredObject> objects) {
        return objects.stream().map(object -> object.key().name()).sorted().toList();
    }

    @Test
    void aWorkloadHasTheRevisionsThatItControls() {
        revision("a", "first", controlledBy("DaemonSet", "one"));
        revision("a", "second", controlledBy("DaemonSet", "one"));
        revision("a", "others", controlledBy("DaemonSet", "two"));
        revision("a", "free", ", labels: {app: web}");
        stage.begin(revisions.informer()::start);
        assertThat(names(revisions.of(set("a", "one")))).containsExactly("first", "second");
        assertThat(names(revisions.of(set("a", "two")))).containsExactly("others");
        assertThat(revisions.of(set("a", "three"))).isEmpty();
        revision("a", "first", controlledBy("DaemonSet", "two"));
        assertThat(names(revisions.of(set("a", "one")))).containsExactly("second");
        assertThat(names(revisions.of(set("a", "two")))).containsExactly("first", "others");
    }

    @Test
    void whatNobodyControlsIsAdoptedByTheSelectorInItsNamespace() {
        revision("a", "fits", ", labels: {app: web}");
        revision("a", "other-labels", ", labels: {app: db}");
        revision("a", "going", ", labels: {app: web}, deletionTimestamp: '2026-01-01T00:00:00Z'");
        revision("a", "controlled", controlledBy("DaemonSet", "two"));
        revision("b", "elsewhere", ", labels: {app: web}");
        stage.begin(revisions.informer()::start);
        assertThat(names(revisions.adoptable(set("a", "one"), WEB))).containsExactly("fits");
        assertThat(names(revisions.adoptable(set("b", "one"), WEB))).containsExactly("elsewhere");
        assertThat(revisions.adoptable(set("c", "one"), WEB)).isEmpty();
    }

    @Test
    void aWorkloadIsWokenByItsRevisionsAndNoneOfAnotherKind() {
        stage.begin(revisions.informer()::start);
        revision("a", "mine", controlledBy("DaemonSet", "one"));
        revision("a", "anothers", controlledBy("StatefulSet", "one"));
        revision("a", "free", "");
        assertThat(woken).containsExactly(DAEMON_SETS.key("a", "of-one"));
        stage.remove(CONTROLLER_REVISIONS, "a", "mine");
        assertThat(woken).containsExactly(DAEMON_SETS.key("a", "of-one"), DAEMON_SETS.key("a", "of-one"));
    }
}
