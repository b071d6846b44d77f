package dev.tenure.kinds.admission.runtimeclass;

import static dev.tenure.kinds.admission.AdmittedCluster.creation;
import static dev.tenure.kinds.admission.AdmittedCluster.object;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.kinds.admission.AdmittedCluster;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.wire.json.ObjectNode;
import org.junit.jupiter.api.Test;

class RuntimeClassAdmissionTest {
    private static final String MISMATCH =
            "pods \"p\" is forbidden: pod rejected: Pod's Overhead doesn't match RuntimeClass's defined Overhead";

    private final RuntimeClassAdmission plugin = new RuntimeClassAdmission();
    private final AdmittedCluster cluster = new AdmittedCluster()
            .with(
                    ResourceTypes.RUNTIME_CLASSES,
                    "{'metadata':{'name':'heavy'},'handler':'h','overhead':{'podFixed':{'cpu':'250m'}},"
                            + "'scheduling':{'nodeSelector':{'a':'b'},'tolerations':[{'key':'k','operator':'Exists',"
                            + "'effect':'NoSchedule'}]}}")
            .with(ResourceTypes.RUNTIME_CLASSES, "{'metadata':{'name':'light'},'handler':'l'}");

    private static ObjectNode pod(String spec) {
        return object("{'metadata':{'name':'p'},'spec':" + spec + "}");
    }

    private String words(String spec) {
        return cluster.words(plugin, creation(ResourceTypes.PODS, "ns", pod(spec)));
    }

    @Test
    void aClassAddsItsOverheadSelectorAndTolerations() {
        ObjectNode pod = pod("{'runtimeClassName':'heavy','nodeSelector':{'c':'d'},'tolerations':[{'key':'k',"
                + "'operator':'Equal','value':'v','effect':'NoSchedule'}]}");
        assertThat(cluster.words(plugin, creation(ResourceTypes.PODS, "ns", pod)))
                .isEmpty();
        assertThat(pod.path("spec"))
                .isEqualTo(object("{'runtimeClassName':'heavy','nodeSelector':{'c':'d','a':'b'},'tolerations':"
                        + "[{'key':'k','operator':'Exists','effect':'NoSchedule'}],'overhead':{'cpu':'250m'}}"));
    }

    @Test
    void aClassThatIsNotThereIsRefused() {
        assertThat(words("{'runtimeClassName':'ghost'}"))
                .isEqualTo("pods \"p\" is forbidden: pod rejected: RuntimeClass \"ghost\" not found");
    }

    @Test
    void selectorsMustNotContradict() {
        assertThat(words("{'runtimeClassName':'heavy','nodeSelector':{'a':'x'}}"))
                .isEqualTo("pods \"p\" is forbidden: conflict: runtimeClass.scheduling.nodeSelector[a] = b;"
                        + " pod.spec.nodeSelector[a] = x");
    }

    @Test
    void ownOverheadMustBeThatOfTheClass() {
        assertThat(words("{'runtimeClassName':'heavy','overhead':{'cpu':'0.25'}}"))
                .isEmpty();
        assertThat(words("{'runtimeClassName':'heavy','overhead':{'cpu':'1'}}")).isEqualTo(MISMATCH);
        assertThat(words("{'runtimeClassName':'light','overhead':{'cpu':'1'}}"))
                .isEqualTo("pods \"p\" is forbidden: pod rejected: Pod Overhead set without corresponding RuntimeClass"
                        + " defined Overhead");
    }
}
