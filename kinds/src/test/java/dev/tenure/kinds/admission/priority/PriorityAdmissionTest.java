package dev.tenure.kinds.admission.priority;

import static dev.tenure.kinds.admission.AdmittedCluster.change;
import static dev.tenure.kinds.admission.AdmittedCluster.creation;
import static dev.tenure.kinds.admission.AdmittedCluster.deletion;
import static dev.tenure.kinds.admission.AdmittedCluster.object;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.kinds.admission.AdmittedCluster;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.ObjectNode;
import org.junit.jupiter.api.Test;

class PriorityAdmissionTest {
    private final PriorityAdmission plugin = new PriorityAdmission();
    private final AdmittedCluster cluster = new AdmittedCluster()
            .with(ResourceTypes.PRIORITY_CLASSES, "{'metadata':{'name':'high'},'value':1000}")
            .with(
                    ResourceTypes.PRIORITY_CLASSES,
                    "{'metadata':{'name':'patient'},'value':5,'preemptionPolicy':'Never'}");

    private JsonNode admitted(String spec) {
        ObjectNode pod = object("{'metadata':{'name':'p'},'spec':" + spec + "}");
        assertThat(cluster.words(plugin, creation(ResourceTypes.PODS, "ns", pod)))
                .isEmpty();
        return pod.path("spec");
    }

    private String refused(String spec) {
        ObjectNode pod = object("{'metadata':{'name':'p'},'spec':" + spec + "}");
        return cluster.words(plugin, creation(ResourceTypes.PODS, "ns", pod));
    }

    @Test
    void withoutAClassThePriorityIsZero() {
        assertThat(admitted("{}")).isEqualTo(object("{'priority':0,'preemptionPolicy':'PreemptLowerPriority'}"));
    }

    @Test
    void theClassGivesNumberAndPolicy() {
        assertThat(admitted("{'priorityClassName':'high'}"))
                .isEqualTo(object(
                        "{'priorityClassName':'high','priority':1000," + "'preemptionPolicy':'PreemptLowerPriority'}"));
        assertThat(admitted("{'priorityClassName':'patient'}").path("preemptionPolicy"))
                .hasToString("\"Never\"");
    }

    @Test
    void theLowestDefaultClassIsTakenForPodsWithoutOne() {
        cluster.with(ResourceTypes.PRIORITY_CLASSES, "{'metadata':{'name':'b'},'value':30,'globalDefault':true}")
                .with(ResourceTypes.PRIORITY_CLASSES, "{'metadata':{'name':'a'},'value':20,'globalDefault':true}");
        assertThat(admitted("{}"))
                .isEqualTo(object("{'priorityClassName':'a','priority':20,'preemptionPolicy':'PreemptLowerPriority'}"));
    }

    @Test
    void anUnknownClassIsRefused() {
        assertThat(refused("{'priorityClassName':'ghost'}"))
                .isEqualTo("pods \"p\" is forbidden: no PriorityClass with name ghost was found");
    }

    @Test
    void ownNumbersAndPoliciesMustBeThoseOfTheClass() {
        assertThat(admitted("{'priorityClassName':'high','priority':1000}")
                        .path("priority")
                        .asInt())
                .isEqualTo(1000);
        assertThat(refused("{'priority':7}"))
                .isEqualTo("pods \"p\" is forbidden: the integer value of priority (7) must not be provided in pod"
                        + " spec; priority admission controller computed 0 from the given PriorityClass name");
        assertThat(refused("{'priorityClassName':'patient','preemptionPolicy':'PreemptLowerPriority'}"))
                .isEqualTo("pods \"p\" is forbidden: the string value of PreemptionPolicy (PreemptLowerPriority) must"
                        + " not be provided in pod spec; priority admission controller computed Never from the"
                        + " given PriorityClass name");
    }

    @Test
    void updatesKeepWhatWasWorkedOut() {
        ObjectNode old = object("{'metadata':{'name':'p'},'spec':{'priority':9,'preemptionPolicy':'Never'}}");
        ObjectNode next = object("{'metadata':{'name':'p'},'spec':{}}");
        assertThat(cluster.words(plugin, change(ResourceTypes.PODS, "ns", next, old)))
                .isEmpty();
        assertThat(next.path("spec")).isEqualTo(object("{'priority':9,'preemptionPolicy':'Never'}"));
    }

    @Test
    void onlyOneClassIsTheDefault() {
        cluster.with(ResourceTypes.PRIORITY_CLASSES, "{'metadata':{'name':'a'},'value':20,'globalDefault':true}");
        ObjectNode second = object("{'metadata':{'name':'b'},'value':1,'globalDefault':true}");
        assertThat(cluster.words(plugin, creation(ResourceTypes.PRIORITY_CLASSES, "", second)))
                .isEqualTo("priorityclasses.scheduling.k8s.io \"b\" is forbidden: PriorityClass a is already marked as"
                        + " default. Only one default can exist");
        ObjectNode same = object("{'metadata':{'name':'a'},'value':20,'globalDefault':true}");
        assertThat(cluster.words(plugin, change(ResourceTypes.PRIORITY_CLASSES, "", same, same)))
                .isEmpty();
    }

    @Test
    void theClassesOfTheSystemStay() {
        ObjectNode critical = object("{'metadata':{'name':'system-node-critical'}}");
        assertThat(cluster.words(plugin, deletion(ResourceTypes.PRIORITY_CLASSES, "", critical)))
                .isEqualTo("priorityclasses.scheduling.k8s.io \"system-node-critical\" is forbidden: this is a system"
                        + " priority class and cannot be deleted");
    }
}
