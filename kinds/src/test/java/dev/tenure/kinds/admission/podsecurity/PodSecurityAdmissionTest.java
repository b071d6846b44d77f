package dev.tenure.kinds.admission.podsecurity;

import static dev.tenure.kinds.admission.AdmittedCluster.change;
import static dev.tenure.kinds.admission.AdmittedCluster.creation;
import static dev.tenure.kinds.admission.AdmittedCluster.object;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.apiserver.admission.AdmissionRequest;
import dev.tenure.kinds.admission.AdmittedCluster;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.model.meta.Status;
import dev.tenure.wire.json.ObjectNode;
import org.junit.jupiter.api.Test;

class PodSecurityAdmissionTest {
    private static final String LABEL = "pod-security.kubernetes.io/";
    private static final String HARDENED = "{'securityContext':{'runAsNonRoot':true,"
            + "'seccompProfile':{'type':'RuntimeDefault'}},'containers':[{'name':'c','securityContext':"
            + "{'allowPrivilegeEscalation':false,'capabilities':{'drop':['ALL'],'add':['NET_BIND_SERVICE']}}}]}";

    private final PodSecurityAdmission plugin = new PodSecurityAdmission(PodSecuritySettings.NONE);
    private final AdmittedCluster cluster = new AdmittedCluster();

    /// @param labels `mode=value`, with commas between
    private PodSecurityAdmissionTest in(String labels) {
        ObjectNode namespace = object("{'metadata':{'name':'ns','labels':{}}}");
        for (String label : labels.split(",")) {
            String[] parts = label.split("=");
            namespace.withObject("/metadata/labels").put(LABEL + parts[0], parts[1]);
        }
        cluster.with(ResourceTypes.NAMESPACES, namespace.toString());
        return this;
    }

    private static AdmissionRequest pod(String spec) {
        return creation(ResourceTypes.PODS, "ns", object("{'metadata':{'name':'p'},'spec':" + spec + "}"));
    }

    /// What is wrong with a pod, after the standard's name.
    private String violations(String labels, String spec) {
        String words = in(labels).cluster.words(plugin, pod(spec));
        return words.replaceFirst("^pods \"p\" is forbidden: violates PodSecurity \"[^\"]*\": ", "");
    }

    @Test
    void aPlainPodViolatesTheRestrictedStandardInFourPoints() {
        in("enforce=restricted");
        assertThat(cluster.words(plugin, pod("{'containers':[{'name':'c'}]}")))
                .isEqualTo("pods \"p\" is forbidden: violates PodSecurity \"restricted:latest\":"
                        + " allowPrivilegeEscalation != false (container \"c\" must set"
                        + " securityContext.allowPrivilegeEscalation=false), unrestricted capabilities (container"
                        + " \"c\" must set securityContext.capabilities.drop=[\"ALL\"]), runAsNonRoot != true (pod or"
                        + " container \"c\" must set securityContext.runAsNonRoot=true), seccompProfile (pod or"
                        + " container \"c\" must set securityContext.seccompProfile.type to \"RuntimeDefault\" or"
                        + " \"Localhost\")");
    }

    @Test
    void aHardenedPodMeetsEveryStandard() {
        assertThat(violations("enforce=restricted", HARDENED)).isEmpty();
        assertThat(violations("enforce=restricted,enforce-version=v1.20", HARDENED))
                .isEmpty();
    }

    @Test
    void theBaselineForbidsWaysToTheNode() {
        String baseline = "enforce=baseline";
        assertThat(violations(baseline, "{'containers':[{'name':'c'}]}")).isEmpty();
        assertThat(violations(baseline, "{'hostNetwork':true,'hostIPC':true,'containers':[]}"))
                .isEqualTo("host namespaces (hostNetwork=true, hostIPC=true)");
        assertThat(violations(
                        baseline,
                        "{'volumes':[{'name':'v','hostPath':{'path':'/'}}],'containers':[{'name':'c','ports':"
                                + "[{'hostPort':80}],'securityContext':{'privileged':true,'capabilities':"
                                + "{'add':['SYS_ADMIN','CHOWN']}}}]}"))
                .isEqualTo("non-default capabilities (container \"c\" must not include \"SYS_ADMIN\" in"
                        + " securityContext.capabilities.add), hostPath volumes (volume \"v\"), hostPort (container"
                        + " \"c\" uses hostPort 80), privileged (container \"c\" must not set"
                        + " securityContext.privileged=true)");
        assertThat(violations(
                        baseline,
                        "{'securityContext':{'sysctls':[{'name':'kernel.msgmax'},{'name':'net.ipv4.tcp_rmem'}]},"
                                + "'containers':[]}"))
                .isEqualTo("forbidden sysctls (kernel.msgmax)");
    }

    @Test
    void aStricterPointOfTheRestrictedStandardStandsForTheOneOfTheBaseline() {
        assertThat(violations(
                        "enforce=restricted",
                        HARDENED.replace("'containers'", "'volumes':[{'name':'v','hostPath':{}}],'containers'")))
                .isEqualTo("restricted volume types (volume \"v\" uses restricted volume type \"hostPath\")");
    }

    @Test
    void versionsPinTheStandard() {
        String probe = "{'containers':[{'name':'c','livenessProbe':{'httpGet':{'host':'evil'}}}]}";
        assertThat(violations("enforce=baseline", probe))
                .isEqualTo("probe or lifecycle host (container \"c\" uses probe or lifecycle host \"evil\")");
        assertThat(violations("enforce=baseline,enforce-version=v1.33", probe)).isEmpty();
    }

    @Test
    void userNamespacesRelaxWhatConcernsRoot() {
        String spec = "{'hostUsers':false,'securityContext':{'runAsUser':0,'seccompProfile':{'type':'Localhost'}},"
                + "'containers':[{'name':'c','securityContext':{'allowPrivilegeEscalation':false,"
                + "'capabilities':{'drop':['ALL']}}}]}";
        assertThat(violations("enforce=restricted", spec)).isEmpty();
        assertThat(violations("enforce=restricted,enforce-version=v1.34", spec))
                .isEqualTo("runAsNonRoot != true (pod or container \"c\" must set securityContext.runAsNonRoot=true),"
                        + " runAsUser=0 (pod must not set runAsUser=0)");
    }

    @Test
    void warningsLetThePodPass() {
        in("warn=baseline");
        AdmissionRequest request = pod("{'hostNetwork':true,'containers':[{'name':'c'}]}");
        assertThat(cluster.refusal(plugin, request)).isEmpty();
        assertThat(request.warnings())
                .containsExactly("would violate PodSecurity \"baseline:latest\": host namespaces (hostNetwork=true)");
        plugin.validate(request, cluster);
        assertThat(request.warnings()).hasSize(1);
    }

    @Test
    void templatesAreOnlyWarnedAboutAlsoWhenTheNamespaceEnforces() {
        in("enforce=baseline");
        AdmissionRequest request = creation(
                ResourceTypes.DEPLOYMENTS,
                "ns",
                object("{'metadata':{'name':'d'},'spec':{'template':{'spec':{'hostPID':true}}}}"));
        assertThat(cluster.refusal(plugin, request)).isEmpty();
        assertThat(request.warnings())
                .containsExactly("would violate PodSecurity \"baseline:latest\": host namespaces (hostPID=true)");
    }

    @Test
    void updatesThatChangeNoImageAreNotLookedAt() {
        in("enforce=restricted");
        ObjectNode old = object("{'metadata':{'name':'p'},'spec':{'containers':[{'name':'c','image':'a'}]}}");
        ObjectNode labelled = old.deepCopy();
        labelled.withObject("/metadata/labels").put("a", "b");
        assertThat(cluster.refusal(plugin, change(ResourceTypes.PODS, "ns", labelled, old)))
                .isEmpty();
        ObjectNode other = object("{'metadata':{'name':'p'},'spec':{'containers':[{'name':'c','image':'b'}]}}");
        assertThat(cluster.refusal(plugin, change(ResourceTypes.PODS, "ns", other, old)))
                .isPresent();
    }

    @Test
    void labelsOfNamespacesHaveToBeReadable() {
        ObjectNode namespace = object("{'metadata':{'name':'ns','labels':{'" + LABEL + "enforce':'strict','" + LABEL
                + "warn-version':'1.2'}}}");
        Status refusal = cluster.refusal(plugin, creation(ResourceTypes.NAMESPACES, "", namespace))
                .orElseThrow();
        assertThat(refusal.code()).isEqualTo(422);
        assertThat(refusal.message())
                .isEqualTo("Namespace \"ns\" is invalid: [metadata.labels[" + LABEL + "enforce]: Invalid value:"
                        + " \"strict\": must be one of privileged, baseline, restricted, metadata.labels[" + LABEL
                        + "warn-version]: Invalid value: \"1.2\": must be \"latest\" or \"v1.x\"]");
        assertThat(cluster.refusal(plugin, change(ResourceTypes.NAMESPACES, "", namespace, namespace)))
                .isEmpty();
    }

    @Test
    void aStricterNamespaceTellsWhichPodsWouldNotBeLetIn() {
        for (String name : new String[] {"b", "a", "c"}) {
            cluster.with(
                    ResourceTypes.PODS,
                    "{'metadata':{'name':'" + name + "','namespace':'ns'},'spec':{'hostNetwork':true,"
                            + "'containers':[]}}");
        }
        ObjectNode old = object("{'metadata':{'name':'ns'}}");
        ObjectNode next = object("{'metadata':{'name':'ns','labels':{'" + LABEL + "enforce':'baseline'}}}");
        AdmissionRequest request = change(ResourceTypes.NAMESPACES, "", next, old);
        assertThat(cluster.refusal(plugin, request)).isEmpty();
        assertThat(request.warnings())
                .containsExactly(
                        "existing pods in namespace \"ns\" violate the new PodSecurity enforce level"
                                + " \"baseline:latest\"",
                        "a (and 2 other pods): host namespaces");
    }

    @Test
    void theClusterHasDefaultsAndExemptions() {
        PodSecuritySettings settings = PodSecuritySettings.of(object("{'kind':'PodSecurityConfiguration',"
                + "'apiVersion':'pod-security.admission.config.k8s.io/v1','defaults':{'enforce':'baseline',"
                + "'enforce-version':'v1.30'},'exemptions':{'namespaces':['free'],'runtimeClasses':['vm']}}"));
        var configured = new PodSecurityAdmission(settings);
        cluster.with(ResourceTypes.NAMESPACES, "{'metadata':{'name':'ns'}}")
                .with(ResourceTypes.NAMESPACES, "{'metadata':{'name':'free'}}");
        ObjectNode pod = object("{'metadata':{'name':'p'},'spec':{'hostPID':true}}");
        assertThat(cluster.words(configured, creation(ResourceTypes.PODS, "ns", pod)))
                .isEqualTo("pods \"p\" is forbidden: violates PodSecurity \"baseline:v1.30\": host namespaces"
                        + " (hostPID=true)");
        assertThat(cluster.words(configured, creation(ResourceTypes.PODS, "free", pod)))
                .isEmpty();
        pod.withObject("/spec").put("runtimeClassName", "vm");
        assertThat(cluster.words(configured, creation(ResourceTypes.PODS, "ns", pod)))
                .isEmpty();
        in("enforce=privileged");
        pod.withObject("/spec").remove("runtimeClassName");
        assertThat(cluster.words(configured, creation(ResourceTypes.PODS, "ns", pod)))
                .isEmpty();
    }
}
