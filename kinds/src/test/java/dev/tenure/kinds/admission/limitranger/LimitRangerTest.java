package dev.tenure.kinds.admission.limitranger;

import static dev.tenure.kinds.admission.AdmittedCluster.creation;
import static dev.tenure.kinds.admission.AdmittedCluster.object;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.kinds.admission.AdmittedCluster;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.wire.json.ObjectNode;
import org.junit.jupiter.api.Test;

class LimitRangerTest {
    private final LimitRanger plugin = new LimitRanger();
    private final AdmittedCluster cluster = new AdmittedCluster()
            .with(
                    ResourceTypes.LIMIT_RANGES,
                    "{'metadata':{'name':'l','namespace':'ns'},'spec':{'limits':[{'type':'Container',"
                            + "'default':{'cpu':'500m'},'defaultRequest':{'cpu':'100m','memory':'64Mi'},"
                            + "'min':{'cpu':'50m'},'max':{'cpu':'2'},'maxLimitRequestRatio':{'cpu':'10'}},"
                            + "{'type':'Pod','max':{'memory':'1Gi'}},"
                            + "{'type':'PersistentVolumeClaim','max':{'storage':'2Gi'}}]}}");

    private static ObjectNode pod(String resources) {
        return object("{'metadata':{'name':'p'},'spec':{'containers':[{'name':'c','resources':" + resources + "}]}}");
    }

    private String words(String resources) {
        return cluster.words(plugin, creation(ResourceTypes.PODS, "ns", pod(resources)));
    }

    @Test
    void defaultsAreFilledInAndReportedInAnAnnotation() {
        ObjectNode pod = pod("{'limits':{'memory':'128Mi'}}");
        cluster.words(plugin, creation(ResourceTypes.PODS, "ns", pod));
        assertThat(pod.path("spec").path("containers").path(0).path("resources"))
                .isEqualTo(object(
                        "{'limits':{'memory':'128Mi','cpu':'500m'},'requests':{'cpu':'100m'," + "'memory':'64Mi'}}"));
        assertThat(pod.path("metadata")
                        .path("annotations")
                        .path("kubernetes.io/limit-ranger")
                        .asText())
                .isEqualTo("LimitRanger plugin set: cpu, memory request for container c; cpu limit for container c");
    }

    @Test
    void amountsOutsideTheRangeAreRefused() {
        String memory = "'memory':'64Mi'";
        assertThat(words("{'requests':{'cpu':'1'," + memory + "},'limits':{'cpu':'3'," + memory + "}}"))
                .isEqualTo("pods \"p\" is forbidden: maximum cpu usage per Container is 2, but limit is 3");
        assertThat(words("{'requests':{'cpu':'10m'," + memory + "},'limits':{'cpu':'500m'," + memory + "}}"))
                .isEqualTo("pods \"p\" is forbidden: [minimum cpu usage per Container is 50m, but request is 10m, cpu"
                        + " max limit to request ratio per Container is 10, but provided ratio is 50.000000]");
        assertThat(words("{'requests':{'cpu':'1','memory':'2Gi'},'limits':{'cpu':'1','memory':'2Gi'}}"))
                .isEqualTo("pods \"p\" is forbidden: maximum memory usage per Pod is 1Gi, but limit is 2Gi");
    }

    @Test
    void claimsAreLimitedByWhatTheyRequest() {
        ObjectNode claim = object("{'metadata':{'name':'c'},'spec':{'resources':{'requests':{'storage':'3Gi'}}}}");
        assertThat(cluster.words(plugin, creation(ResourceTypes.PERSISTENT_VOLUME_CLAIMS, "ns", claim)))
                .isEqualTo("persistentvolumeclaims \"c\" is forbidden: maximum storage usage per PersistentVolumeClaim"
                        + " is 2Gi, but request is 3Gi");
    }

    @Test
    void otherNamespacesAreFree() {
        assertThat(cluster.words(
                        plugin, creation(ResourceTypes.PODS, "other", pod("{'limits':{'cpu':'3','memory':'9Gi'}}"))))
                .isEmpty();
    }
}
