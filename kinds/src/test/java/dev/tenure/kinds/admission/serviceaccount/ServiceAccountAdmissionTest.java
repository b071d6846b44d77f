package dev.tenure.kinds.admission.serviceaccount;

import static dev.tenure.kinds.admission.AdmittedCluster.creation;
import static dev.tenure.kinds.admission.AdmittedCluster.object;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.kinds.admission.AdmittedCluster;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.ObjectNode;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ServiceAccountAdmissionTest {
    private static final String WHERE = "/var/run/secrets/kubernetes.io/serviceaccount";

    private final ServiceAccountAdmission plugin = new ServiceAccountAdmission(new Random(7));
    private final AdmittedCluster cluster = new AdmittedCluster()
            .with(ResourceTypes.SERVICE_ACCOUNTS, "{'metadata':{'name':'default','namespace':'ns'}}")
            .with(
                    ResourceTypes.SERVICE_ACCOUNTS,
                    "{'metadata':{'name':'quiet','namespace':'ns'},'automountServiceAccountToken':false,"
                            + "'imagePullSecrets':[{'name':'registry'}]}")
            .with(
                    ResourceTypes.SERVICE_ACCOUNTS,
                    "{'metadata':{'name':'strict','namespace':'ns','annotations':"
                            + "{'kubernetes.io/enforce-mountable-secrets':'true'}},"
                            + "'automountServiceAccountToken':false,'secrets':[{'name':'mine'}]}");

    private JsonNode admitted(String spec) {
        ObjectNode pod = pod(spec);
        assertThat(cluster.words(plugin, creation(ResourceTypes.PODS, "ns", pod)))
                .isEmpty();
        return pod.path("spec");
    }

    private static ObjectNode pod(String spec) {
        return object("{'metadata':{'name':'p','namespace':'ns'},'spec':" + spec + "}");
    }

    @Test
    void everyContainerFindsTheTokenOfTheDefaultAccount() {
        JsonNode spec = admitted("{'initContainers':[{'name':'i'}],'containers':[{'name':'c'}]}");
        assertThat(spec.path("serviceAccountName").asText()).isEqualTo("default");
        assertThat(spec.path("serviceAccount").asText()).isEqualTo("default");
        String volume = spec.path("volumes").path(0).path("name").asText();
        assertThat(volume).matches("kube-api-access-[bcdfghjklmnpqrstvwxz2456789]{5}");
        for (JsonNode container : new JsonNode[] {
            spec.path("initContainers").path(0), spec.path("containers").path(0)
        }) {
            assertThat(container.path("volumeMounts"))
                    .isEqualTo(object("{'l':[{'name':'" + volume + "','readOnly':true,'mountPath':'" + WHERE + "'}]}")
                            .get("l"));
        }
        assertThat(spec.path("volumes"))
                .isEqualTo(object("{'l':[{'name':'" + volume + "','projected':{'sources':["
                                + "{'serviceAccountToken':{'expirationSeconds':3607,'path':'token'}},"
                                + "{'configMap':{'name':'kube-root-ca.crt',"
                                + "'items':[{'key':'ca.crt','path':'ca.crt'}]}},"
                                + "{'downwardAPI':{'items':[{'path':'namespace','fieldRef':{'apiVersion':'v1',"
                                + "'fieldPath':'metadata.namespace'}}]}}],'defaultMode':420}}]}")
                        .get("l"));
    }

    @Test
    void aContainerWithSomethingInThatPlaceKeepsIt() {
        JsonNode spec =
                admitted("{'containers':[{'name':'c','volumeMounts':[{'name':'own','mountPath':'" + WHERE + "'}]}]}");
        assertThat(spec.path("containers").path(0).path("volumeMounts")).hasSize(1);
        assertThat(spec.path("volumes")).isEmpty();
    }

    @Test
    void thePodsWordOnMountingCountsBeforeTheAccounts() {
        assertThat(admitted("{'automountServiceAccountToken':false,'containers':[{'name':'c'}]}")
                        .path("volumes"))
                .isEmpty();
        assertThat(admitted("{'serviceAccountName':'quiet','containers':[{'name':'c'}]}")
                        .path("volumes"))
                .isEmpty();
        assertThat(admitted("{'serviceAccountName':'quiet','automountServiceAccountToken':true,"
                                + "'containers':[{'name':'c'}]}")
                        .path("volumes"))
                .hasSize(1);
    }

    @Test
    void podsWithoutSecretsToPullWithGetThoseOfTheAccount() {
        assertThat(admitted("{'serviceAccountName':'quiet'}").path("imagePullSecrets"))
                .isEqualTo(object("{'l':[{'name':'registry'}]}").get("l"));
        assertThat(admitted("{'serviceAccountName':'quiet','imagePullSecrets':[{'name':'own'}]}")
                        .path("imagePullSecrets"))
                .isEqualTo(object("{'l':[{'name':'own'}]}").get("l"));
    }

    @Test
    void anAccountThatIsNotThereIsRefused() {
        assertThat(cluster.words(plugin, creation(ResourceTypes.PODS, "ns", pod("{'serviceAccountName':'ghost'}"))))
                .isEqualTo("pods \"p\" is forbidden: error looking up service account ns/ghost: serviceaccount"
                        + " \"ghost\" not found");
    }

    @Test
    void anAccountCanEnforceItsListOfSecrets() {
        String volume = "{'serviceAccountName':'strict','volumes':[{'name':'v','secret':{'secretName':'%s'}}]}";
        assertThat(cluster.words(plugin, creation(ResourceTypes.PODS, "ns", pod(volume.formatted("mine")))))
                .isEmpty();
        assertThat(cluster.words(plugin, creation(ResourceTypes.PODS, "ns", pod(volume.formatted("other")))))
                .isEqualTo("pods \"p\" is forbidden: volume with secret.secretName=\"other\" is not allowed because"
                        + " service account strict does not reference that secret");
    }

    @Test
    void mirrorPodsHaveNoAccount() {
        ObjectNode mirror = object("{'metadata':{'name':'p','namespace':'ns','annotations':"
                + "{'kubernetes.io/config.mirror':'x'}},'spec':{'containers':[{'name':'c'}]}}");
        ObjectNode before = mirror.deepCopy();
        assertThat(cluster.words(plugin, creation(ResourceTypes.PODS, "ns", mirror)))
                .isEmpty();
        assertThat(mirror).isEqualTo(before);
        mirror.withObject("/spec").put("serviceAccountName", "default");
        assertThat(cluster.words(plugin, creation(ResourceTypes.PODS, "ns", mirror)))
                .isEqualTo("pods \"p\" is forbidden: a mirror pod may not reference service accounts");
    }
}
