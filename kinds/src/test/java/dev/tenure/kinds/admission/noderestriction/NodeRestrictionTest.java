package dev.tenure.kinds.admission.noderestriction;

import static dev.tenure.kinds.admission.AdmittedCluster.at;
import static dev.tenure.kinds.admission.AdmittedCluster.byAgentOf;
import static dev.tenure.kinds.admission.AdmittedCluster.change;
import static dev.tenure.kinds.admission.AdmittedCluster.creation;
import static dev.tenure.kinds.admission.AdmittedCluster.deletion;
import static dev.tenure.kinds.admission.AdmittedCluster.object;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.apiserver.admission.AdmissionRequest;
import dev.tenure.apiserver.pki.CertificateRequests;
import dev.tenure.kinds.admission.AdmittedCluster;
import dev.tenure.model.meta.ResourceType;
import dev.tenure.model.meta.ResourceType.Scope;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.runtime.tls.CertificateSubject;
import dev.tenure.wire.json.ObjectNode;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.Test;

class NodeRestrictionTest {
    private static final ResourceType REQUESTS = new ResourceType(
            "certificates.k8s.io", "v1", "certificatesigningrequests", "CertificateSigningRequest", Scope.CLUSTER);
    private static final ResourceType DRIVERS =
            new ResourceType("storage.k8s.io", "v1", "csidrivers", "CSIDriver", Scope.CLUSTER);

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

    @Test
    void ofAClaimOnlyItsSizesAndConditionsAreTheAgents() {
        String claim = "{'metadata':{'name':'c','namespace':'ns'},'spec':{'volumeName':'v'},'status':{'phase':'%s'%s}}";
        ObjectNode old = object(claim.formatted("Bound", ",'capacity':{'storage':'1Gi'}"));
        ObjectNode grown = object(claim.formatted("Bound", ",'conditions':[{'type':'Resizing','status':'True'}]"));
        assertThat(words(at(change(ResourceTypes.PERSISTENT_VOLUME_CLAIMS, "ns", grown, old), "status")))
                .isEmpty();
        ObjectNode lost = object(claim.formatted("Lost", ""));
        assertThat(words(at(change(ResourceTypes.PERSISTENT_VOLUME_CLAIMS, "ns", lost, old), "status")))
                .startsWith(
                        "persistentvolumeclaims \"c\" is forbidden: node \"n\" is not allowed to update fields other"
                                + " than status.quantity and status.conditions: @@ -")
                .contains("\n-  \"Phase\": \"Bound\",\n+  \"Phase\": \"Lost\",\n");
    }

    @Test
    void certificatesOfAgentsHaveTheNameOfTheirNode() throws GeneralSecurityException {
        KeyPair pair = KeyPairGenerator.getInstance("EC").generateKeyPair();
        for (String signer : List.of("kubernetes.io/kubelet-serving", "kubernetes.io/kube-apiserver-client-kubelet")) {
            assertThat(words(asked(pair, signer, "system:node:n"))).isEmpty();
            assertThat(words(asked(pair, signer, "system:node:o")))
                    .isEqualTo(
                            "certificatesigningrequests.certificates.k8s.io \"r\" is forbidden: can only create a node"
                                    + " CSR with CN=system:node:n");
        }
        assertThat(words(asked(pair, "kubernetes.io/kube-apiserver-client", "somebody")))
                .isEmpty();
        ObjectNode broken = object("{'metadata':{'name':'r'},'spec':{'signerName':'kubernetes.io/kubelet-serving'}}");
        assertThat(words(creation(REQUESTS, "", broken)))
                .endsWith("unable to parse csr: PEM block type must be CERTIFICATE REQUEST");
    }

    private static AdmissionRequest asked(KeyPair pair, String signer, String name) {
        String pem = CertificateRequests.of(pair, new CertificateSubject(name, List.of("system:nodes")));
        ObjectNode request = object("{'metadata':{'name':'r'}}");
        request.putObject("spec")
                .put("signerName", signer)
                .put("request", Base64.getEncoder().encodeToString(pem.getBytes(StandardCharsets.US_ASCII)));
        return creation(REQUESTS, "", request);
    }

    @Test
    void tokensAreForAudiencesOfVolumesWhoseDriversAskForThem() {
        cluster.with(
                ResourceTypes.PODS,
                "{'metadata':{'name':'disks','namespace':'ns','uid':'u'},'spec':{'nodeName':'n','volumes':["
                        + "{'name':'a','persistentVolumeClaim':{'claimName':'gone'}},"
                        + "{'name':'b','azureFile':{'secretName':'s','shareName':'t'}}]}}");
        assertThat(words(token("vault")))
                .isEqualTo("serviceaccounts \"a\" is forbidden: error validating audience \"vault\":"
                        + " [persistentvolumeclaim \"gone\" not found, csidriver.storage.k8s.io"
                        + " \"file.csi.azure.com\" not found]");
        cluster.with(
                DRIVERS, "{'metadata':{'name':'file.csi.azure.com'},'spec':{'tokenRequests':[{'audience':'vault'}]}}");
        assertThat(words(token("vault"))).isEmpty();
    }

    private static AdmissionRequest token(String audience) {
        ObjectNode request = object("{'metadata':{'name':'a','namespace':'ns'},'spec':{'audiences':['" + audience
                + "'],'boundObjectRef':{'apiVersion':'v1','kind':'Pod','name':'disks','uid':'u'}}}");
        return at(creation(ResourceTypes.SERVICE_ACCOUNTS, "ns", request), "token");
    }
}
