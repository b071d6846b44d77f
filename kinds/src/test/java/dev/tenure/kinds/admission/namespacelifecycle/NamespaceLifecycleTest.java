package dev.tenure.kinds.admission.namespacelifecycle;

import static dev.tenure.kinds.admission.AdmittedCluster.change;
import static dev.tenure.kinds.admission.AdmittedCluster.creation;
import static dev.tenure.kinds.admission.AdmittedCluster.deletion;
import static dev.tenure.kinds.admission.AdmittedCluster.object;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.kinds.admission.AdmittedCluster;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.model.meta.Status;
import dev.tenure.wire.json.ObjectNode;
import java.util.List;
import org.junit.jupiter.api.Test;

class NamespaceLifecycleTest {
    private static final ObjectNode MAP = object("{'metadata':{'name':'c'}}");

    private final NamespaceLifecycle plugin = new NamespaceLifecycle();
    private final AdmittedCluster cluster = new AdmittedCluster()
            .with(ResourceTypes.NAMESPACES, "{'metadata':{'name':'here'}}")
            .with(ResourceTypes.NAMESPACES, "{'metadata':{'name':'going','deletionTimestamp':'2026-01-01T11:00:00Z'}}");

    @Test
    void nothingIsMadeOrChangedInAMissingNamespace() {
        assertThat(cluster.refusal(plugin, creation(ResourceTypes.CONFIG_MAPS, "ghost", MAP)))
                .hasValueSatisfying(status -> {
                    assertThat(status.code()).isEqualTo(404);
                    assertThat(status.message()).isEqualTo("namespaces \"ghost\" not found");
                });
        assertThat(cluster.refusal(plugin, change(ResourceTypes.CONFIG_MAPS, "ghost", MAP, MAP)))
                .isPresent();
        assertThat(cluster.refusal(plugin, creation(ResourceTypes.CONFIG_MAPS, "here", MAP)))
                .isEmpty();
    }

    @Test
    void aNamespaceThatGoesTakesNothingNewButStillChanges() {
        Status refusal = cluster.refusal(plugin, creation(ResourceTypes.CONFIG_MAPS, "going", MAP))
                .orElseThrow();
        assertThat(refusal.code()).isEqualTo(403);
        assertThat(refusal.message())
                .isEqualTo("configmaps \"c\" is forbidden: unable to create new content in namespace going"
                        + " because it is being terminated");
        assertThat(refusal.details().orElseThrow().causes())
                .containsExactly(new Status.Cause(
                        "NamespaceTerminating", "namespace going is being terminated", "metadata.namespace"));
        assertThat(cluster.refusal(plugin, change(ResourceTypes.CONFIG_MAPS, "going", MAP, MAP)))
                .isEmpty();
        assertThat(cluster.refusal(plugin, deletion(ResourceTypes.CONFIG_MAPS, "going", MAP)))
                .isEmpty();
    }

    @Test
    void theNamespacesOfEveryClusterStay() {
        for (String name : List.of("default", "kube-system", "kube-public")) {
            ObjectNode namespace = object("{'metadata':{'name':'" + name + "'}}");
            assertThat(cluster.words(plugin, deletion(ResourceTypes.NAMESPACES, "", namespace)))
                    .isEqualTo("namespaces \"" + name + "\" is forbidden: this namespace may not be deleted");
        }
        ObjectNode other = object("{'metadata':{'name':'kube-node-lease'}}");
        assertThat(cluster.refusal(plugin, deletion(ResourceTypes.NAMESPACES, "", other)))
                .isEmpty();
    }

    @Test
    void objectsOfTheWholeClusterNeedNoNamespace() {
        assertThat(cluster.refusal(plugin, creation(ResourceTypes.NODES, "", MAP)))
                .isEmpty();
        assertThat(cluster.refusal(plugin, creation(ResourceTypes.NAMESPACES, "", MAP)))
                .isEmpty();
    }
}
