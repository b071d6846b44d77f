package dev.tenure.kinds.admission.noderestriction;

import static dev.tenure.kinds.admission.AdmittedCluster.at;
import static dev.tenure.kinds.admission.AdmittedCluster.byAgentOf;
import static dev.tenure.kinds.admission.AdmittedCluster.change;
import static dev.tenure.kinds.admission.AdmittedCluster.creation;
import static dev.tenure.kinds.admission.AdmittedCluster.deletion;
import static dev.tenure.kinds.admission.AdmittedCluster.object;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.apiserver.admission.AdmissionRequest;
import dev.tenure.kinds.admission.AdmittedCluster;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.wire.json.ObjectNode;
import org.junit.jupiter.api.Test;

class NodeRestrictionTest {
    private final NodeRestriction plugin = new NodeRestriction();
    private final AdmittedCluster cluster = new AdmittedCluster()
            .with(ResourceTypes.NODES, "{'metadata':{'name':'n','uid':'u'}}")
            .with(
                    ResourceTypes.PODS,
                    "{'metadata':{'name':'mine','namespace':'ns'},'spec':{'nodeName':'n','containers':[]}}")
            .with(
                    ResourceTypes.PODS,
                    "{'metadata':{'name':'other','namespace':'ns'},'spec':{'nodeName':'o','containers':[]}}");

    private String words(AdmissionRequest request) {
        return cluster.words(plugin, byAgentOf("n", request));
    }

    private static ObjectNode node(String name, String rest) {
        return object("{'metadata':{'name':'" + name + "'" + rest + "}}");
    }

    @Test
    void anAgentMakesItsOwnNodeWithTaintsAndKnownLabels() {
        ObjectNode own = node("n", ",'labels':{'kubernetes.io/os':'linux','mine':'x'}");
        own.withObject("/spec").putArray("taints").addObject().put("key", "a").put("effect", "NoExecute");
        assertThat(words(creation(ResourceTypes.NODES, "", own))).isEmpty();
        assertThat(words(creation(ResourceTypes.NODES, "", node("o", ""))))
                .isEqualTo("nodes \"o\" is forbidden: node \"n\" is not allowed to modify node \"o\"");
    }

    @Test
    void labelsThatOthersRelyOnAreNotTheAgents() {
        ObjectNode old = node("n", "");
        String refusal = "nodes \"n\" is forbidden: is not allowed to modify labels: ";
        assertThat(words(change(
                        ResourceTypes.NODES, "", node("n", ",'labels':{'node-restriction.kubernetes.io/x':'1'}"), old)))
                .isEqualTo(refusal + "node-restriction.kubernetes.io/x");
        assertThat(words(change(ResourceTypes.NODES, "", node("n", ",'labels':{'foo.kubernetes.io/x':'1'}"), old)))
                .isEqualTo(refusal + "foo.kubernetes.io/x");
        assertThat(words(change(ResourceTypes.NODES, "", node("n", ",'labels':{'example.com/x':'1'}"), old)))
                .isEmpty();
    }

    @Test
    void administratorsAreNotRestricted() {
        ObjectNode old = node("n", "");
        ObjectNode next = node("n", ",'labels':{'node-restriction.kubernetes.io/x':'1'}");
        assertThat(cluster.words(plugin, change(ResourceTypes.NODES, "", next, old)))
                .isEmpty();
    }

    @Test
    void onlyMirrorPodsOfItsNodeAreMade() {
        ObjectNode pod = object("{'metadata':{'name':'p','namespace':'ns'},'spec':{'nodeName':'n'}}");
        assertThat(words(creation(ResourceTypes.PODS, "ns", pod)))
                .isEqualTo("pods \"p\" is forbidden: pod does not have \"kubernetes.io/config.mirror\" annotation, node"
                        + " \"n\" can only create mirror pods");
        ObjectNode mirror = object("{'metadata':{'name':'p','namespace':'ns','annotations':"
                + "{'kubernetes.io/config.mirror':'x'},'ownerReferences':[{'apiVersion':'v1','kind':'Node',"
                + "'name':'n','uid':'u','controller':true}]},'spec':{'nodeName':'n'}}");
        assertThat(words(creation(ResourceTypes.PODS, "ns", mirror))).isEmpty();
    }

    @Test
    void mirrorPodsReferToNothingInTheApi() {
        for (String[] vector : new String[][] {
            {"'serviceAccountName':'a'", "serviceaccounts"},
            {"'imagePullSecrets':[{'name':'a'}]", "secrets"},
            {"'volumes':[{'configMap':{'name':'a'}}]", "configmaps"},
            {"'resourceClaims':[{'name':'a'}]", "resourceclaims"},
            {"'volumes':[{'persistentVolumeClaim':{'claimName':'a'}}]", "persistentvolumeclaims"},
            {"'volumes':[{'ephemeral':{}}]", "persistentvolumeclaims (via ephemeral volumes)"},
            {"'volumes':[{'csi':{'driver':'a'}}]", "csidrivers (via CSI volumes)"},
            {
                "'volumes':[{'projected':{'sources':[{'downwardAPI':{}},{'serviceAccountToken':{}}]}}]",
                "serviceaccounts (via projected volumes)"
            },
        }) {
            ObjectNode mirror = object("{'metadata':{'name':'p','namespace':'ns','annotations':"
                    + "{'kubernetes.io/config.mirror':'x'},'ownerReferences':[{'apiVersion':'v1','kind':'Node',"
                    + "'name':'n','uid':'u','controller':true}]},'spec':{'nodeName':'n'," + vector[0] + "}}");
            assertThat(words(creation(ResourceTypes.PODS, "ns", mirror)))
                    .isEqualTo("pods \"p\" is forbidden: node \"n\" can not create pods that reference " + vector[1]);
        }
    }

    @Test
    void onlyPodsOfItsNodeAreReportedOnAndDeleted() {
        ObjectNode other = object("{'metadata':{'name':'other','namespace':'ns'},'spec':{'nodeName':'o'}}");
        ObjectNode mine = object("{'metadata':{'name':'mine','namespace':'ns'},'spec':{'nodeName':'n'}}");
        assertThat(words(at(change(ResourceTypes.PODS, "ns", other, other), "status")))
                .isEqualTo("pods \"other\" is forbidden: node \"n\" can only update pod status for pods with"
                        + " spec.nodeName set to itself");
        assertThat(words(at(change(ResourceTypes.PODS, "ns", mine, mine), "status")))
                .isEmpty();
        assertThat(words(deletion(ResourceTypes.PODS, "ns", other)))
                .isEqualTo("pods \"other\" is forbidden: node \"n\" can only delete pods with spec.nodeName set to"
                        + " itself");
        assertThat(words(deletion(ResourceTypes.PODS, "ns", mine))).isEmpty();
    }

    @Test
    void theLeaseOfAnotherNodeIsNotTheAgents() {
        ObjectNode lease = object("{'metadata':{'name':'o','namespace':'kube-node-lease'}}");
        assertThat(words(change(ResourceTypes.LEASES, "kube-node-lease", lease, lease)))
                .isEqualTo("leases.coordination.k8s.io \"o\" is forbidden: can only access node lease with the same"
                        + " name as the requesting node");
        ObjectNode own = object("{'metadata':{'name':'n','namespace':'kube-node-lease'}}");
        assertThat(words(change(ResourceTypes.LEASES, "kube-node-lease", own, own)))
                .isEmpty();
    }
}
