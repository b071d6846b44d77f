package dev.tenure.kinds.admission.podnodeselector;

import static dev.tenure.kinds.admission.AdmittedCluster.creation;
import static dev.tenure.kinds.admission.AdmittedCluster.object;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.kinds.admission.AdmittedCluster;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.wire.json.ObjectNode;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PodNodeSelectorTest {
    private static final Map<String, String> CONFIGURED =
            Map.of("clusterDefaultNodeSelector", "env=any", "own", "env=test,disk=ssd");

    private final PodNodeSelector plugin = new PodNodeSelector(CONFIGURED);
    private final AdmittedCluster cluster = new AdmittedCluster()
            .with(ResourceTypes.NAMESPACES, "{'metadata':{'name':'plain'}}")
            .with(
                    ResourceTypes.NAMESPACES,
                    "{'metadata':{'name':'own','annotations':{'scheduler.alpha.kubernetes.io/node-selector':"
                            + "'env=test'}}}")
            .with(
                    ResourceTypes.NAMESPACES,
                    "{'metadata':{'name':'badkey','annotations':{'scheduler.alpha.kubernetes.io/node-selector':"
                            + "'bad key=x'}}}")
            .with(
                    ResourceTypes.NAMESPACES,
                    "{'metadata':{'name':'badvalue','annotations':{'scheduler.alpha.kubernetes.io/node-selector':"
                            + "'env=-x'}}}");

    private static ObjectNode pod(String selector) {
        return object("{'metadata':{'name':'p'},'spec':{'nodeSelector':" + selector + "}}");
    }

    private Object selector(String namespace, String own) {
        ObjectNode pod = pod(own);
        assertThat(cluster.words(plugin, creation(ResourceTypes.PODS, namespace, pod)))
                .isEmpty();
        return pod.path("spec").path("nodeSelector");
    }

    private String words(String namespace, String own) {
        return cluster.words(plugin, creation(ResourceTypes.PODS, namespace, pod(own)));
    }

    @Test
    void theSelectorOfTheNamespaceIsAddedElseTheOneOfTheCluster() {
        assertThat(selector("own", "{'disk':'ssd'}")).isEqualTo(object("{'disk':'ssd','env':'test'}"));
        assertThat(selector("plain", "{}")).isEqualTo(object("{'env':'any'}"));
    }

    @Test
    void contradictionsAreRefused() {
        assertThat(words("own", "{'env':'production'}"))
                .isEqualTo("pods \"p\" is forbidden: pod node label selector conflicts with its namespace node label"
                        + " selector");
    }

    @Test
    void labelsOutsideTheWhitelistAreRefused() {
        assertThat(words("own", "{'gpu':'yes'}"))
                .isEqualTo("pods \"p\" is forbidden: pod node label selector labels conflict with its namespace"
                        + " whitelist");
    }

    @Test
    void selectorsOfNamespacesAreMadeOfLabels() {
        assertThat(words("badkey", "{}"))
                .startsWith("<nil>: Invalid value: \"bad key\": name part must consist of alphanumeric characters");
        assertThat(words("badvalue", "{}"))
                .startsWith("[env]: Invalid value: \"-x\": a valid label must be an empty string or consist of");
    }
}
