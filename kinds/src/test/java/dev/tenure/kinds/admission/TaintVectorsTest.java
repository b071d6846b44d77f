package dev.tenure.kinds.admission;

import static dev.tenure.kinds.admission.AdmittedCluster.byAgentOf;
import static dev.tenure.kinds.admission.AdmittedCluster.change;
import static dev.tenure.kinds.admission.AdmittedCluster.creation;
import static dev.tenure.kinds.admission.AdmittedCluster.object;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.tenure.apiserver.admission.AdmissionChain;
import dev.tenure.apiserver.admission.AdmissionRequest;
import dev.tenure.apiserver.registry.RefusedException;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.model.meta.Status;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

/// The admission vectors of the taint specification, by their numbers.
class TaintVectorsTest {
    private static final String NR = "node.kubernetes.io/not-ready";
    private static final String UR = "node.kubernetes.io/unreachable";
    private static final String NR_300 = NR + ",Exists,,NoExecute,300";
    private static final String UR_300 = UR + ",Exists,,NoExecute,300";
    private static final String PRESSURE = "node.kubernetes.io/memory-pressure,Exists,,NoSchedule";
    private static final String CONFLICT =
            "pod tolerations (possibly merged with namespace default tolerations) conflict with its %s whitelist";
    private static final String BURSTABLE = "{'requests':{'cpu':'1'}}";
    private static final AdmissionOptions PLAIN =
            AdmissionOptions.standard().disabling(Set.of("ServiceAccount", "Priority"));
    private static final AdmissionOptions RESTRICTING =
            PLAIN.enabling(Set.of("PodTolerationRestriction", "ExtendedResourceToleration"));

    @Test
    void a01PodWithoutTolerationsGetsBothDefaultsInOrder() {
        assertThat(tolerations(PLAIN, "")).containsExactly(NR_300, UR_300);
    }

    @Test
    void a02OwnNotReadyLeavesOnlyUnreachableToAdd() {
        assertThat(tolerations(PLAIN, NR + ",Exists,,NoExecute,10"))
                .containsExactly(NR + ",Exists,,NoExecute,10", UR_300);
    }

    @Test
    void a03OperatorAndValueOfTheOwnOneDoNotMatter() {
        assertThat(tolerations(PLAIN, NR + ",Equal,x,NoExecute")).containsExactly(NR + ",Equal,x,NoExecute", UR_300);
    }

    @Test
    void a04AnotherEffectDoesNotCount() {
        assertThat(tolerations(PLAIN, NR + ",Exists,,NoSchedule"))
                .containsExactly(NR + ",Exists,,NoSchedule", NR_300, UR_300);
    }

    @Test
    void a05TolerationsOfEveryKeyNeedNoDefaults() {
        assertThat(tolerations(PLAIN, ",Exists,,")).containsExactly(",Exists,,");
        assertThat(tolerations(PLAIN, ",Exists,,NoExecute")).containsExactly(",Exists,,NoExecute");
    }

    @Test
    void a06OwnUnreachableOfAnyEffectLeavesOnlyNotReadyToAdd() {
        assertThat(tolerations(PLAIN, UR + ",Exists,,")).containsExactly(UR + ",Exists,,", NR_300);
    }

    @Test
    void a07FlagsSetTheSeconds() {
        assertThat(tolerations(PLAIN.tolerating(60, 30), ""))
                .containsExactly(NR + ",Exists,,NoExecute,60", UR + ",Exists,,NoExecute,30");
    }

    @Test
    void a08BurstablePodToleratesPressureOnMemory() {
        assertThat(admitted(RESTRICTING, namespace(""), pod("", BURSTABLE))).containsExactly(NR_300, UR_300, PRESSURE);
    }

    @Test
    void a09BestEffortPodDoesNot() {
        assertThat(tolerations(RESTRICTING, "")).containsExactly(NR_300, UR_300);
    }

    @Test
    void a10WhitelistOfTheNamespaceMustCoverTheDefaultsToo() {
        String whitelist = "'scheduler.alpha.kubernetes.io/tolerationsWhitelist':'[{\\'key\\':\\'k\\',"
                + "\\'operator\\':\\'Exists\\'}]'";
        Status status = refusal(RESTRICTING, namespace(whitelist), pod("", "{}"));
        assertThat(status.code()).isEqualTo(500);
        assertThat(status.reason()).isEmpty();
        assertThat(status.message()).isEqualTo(CONFLICT.formatted("namespace"));
    }

    @Test
    void a11EmptyWhitelistOfTheNamespacePermitsAllWhateverTheClusterSays() {
        AdmissionOptions configured = RESTRICTING.configured(object("{'kind':'AdmissionConfiguration',"
                + "'apiVersion':'apiserver.config.k8s.io/v1','plugins':[{'name':'PodTolerationRestriction',"
                + "'configuration':{'kind':'Configuration',"
                + "'apiVersion':'podtolerationrestriction.admission.k8s.io/v1alpha1',"
                + "'whitelist':[{'key':'wl','operator':'Exists'}]}}]}"));
        String empty = "'scheduler.alpha.kubernetes.io/tolerationsWhitelist':''";
        assertThat(admitted(configured, namespace(empty), pod("", "{}"))).containsExactly(NR_300, UR_300);
        assertThat(refusal(configured, namespace(""), pod("", "{}")).message())
                .isEqualTo(CONFLICT.formatted("cluster"));
    }

    @Test
    void a12DefaultsOfTheNamespaceAbsorbWhatTheyCover() {
        String defaults = "'scheduler.alpha.kubernetes.io/defaultTolerations':'[{\\'key\\':\\'k\\',"
                + "\\'operator\\':\\'Exists\\',\\'effect\\':\\'NoSchedule\\'}]'";
        assertThat(admitted(RESTRICTING, namespace(defaults), pod("k,Equal,v,NoSchedule", "{}")))
                .containsExactly(NR_300, UR_300, "k,Exists,,NoSchedule");
    }

    @Test
    void a13SecondsOfTheCoveringOneBoundThoseOfTheCovered() {
        String whitelist = whitelist("{\\'key\\':\\'foo\\',\\'operator\\':\\'Exists\\',\\'effect\\':\\'NoExecute\\',"
                + "\\'tolerationSeconds\\':10}");
        assertThat(admitted(RESTRICTING, namespace(whitelist), pod("foo,Equal,bar,NoExecute,10", "{}")))
                .containsExactly("foo,Equal,bar,NoExecute,10", NR_300, UR_300);
        assertThat(refusal(RESTRICTING, namespace(whitelist), pod("foo,Exists,,NoExecute", "{}"))
                        .message())
                .isEqualTo(CONFLICT.formatted("namespace"));
    }

    @Test
    void whitelistOfWhatNobodyKnowsPermitsNothing() {
        String whitelist = "'scheduler.alpha.kubernetes.io/tolerationsWhitelist':'[{\\'key\\':\\'k\\',"
                + "\\'operator\\':\\'Bogus\\'}]'";
        assertThat(refusal(RESTRICTING, namespace(whitelist), pod("", "{}")).message())
                .isEqualTo(CONFLICT.formatted("namespace"));
    }

    @Test
    void defaultsOfTheNamespaceAreReadAsGoReadsThem() {
        String defaults = "'scheduler.alpha.kubernetes.io/defaultTolerations':'[{\\'KEY\\':\\'k\\',"
                + "\\'operator\\':\\'Exists\\',\\'bogus\\':1}]'";
        assertThat(admitted(RESTRICTING, namespace(defaults), pod("", "{}")))
                .containsExactly(NR_300, UR_300, "k,Exists,,");
    }

    @Test
    void a14EqualCoversOnlyWhatIsLiterallyEqual() {
        String whitelist = whitelist("{\\'key\\':\\'foo\\',\\'operator\\':\\'Equal\\',\\'value\\':\\'bar\\'}");
        assertThat(refusal(RESTRICTING, namespace(whitelist), pod("foo,,bar,NoSchedule", "{}"))
                        .message())
                .isEqualTo(CONFLICT.formatted("namespace"));
        assertThat(admitted(RESTRICTING, namespace(whitelist), pod("foo,Equal,bar,NoSchedule", "{}")))
                .contains("foo,Equal,bar,NoSchedule");
    }

    @Test
    void a15ExtendedResourceOfAnInitContainerIsTolerated() {
        ObjectNode pod = pod("", "{}");
        pod.withObject("/spec")
                .set(
                        "initContainers",
                        object("{'l':[{'name':'i','resources':{'requests':{'example.com/gpu':'1'}}}]}")
                                .path("l"));
        assertThat(admitted(RESTRICTING.enabling(Set.of("ExtendedResourceToleration")), namespace(""), pod))
                .containsExactly(NR_300, UR_300, "example.com/gpu,Exists,,NoSchedule");
    }

    @Test
    void a16ResourcesOfKubernetesItselfAreNot() {
        String resources = "{'requests':{'cpu':'1','hugepages-2Mi':'2Mi','kubernetes.io/x':'1'}}";
        assertThat(admitted(PLAIN.enabling(Set.of("ExtendedResourceToleration")), namespace(""), pod("", resources)))
                .containsExactly(NR_300, UR_300);
    }

    @Test
    void a17NewNodeStartsTaintedNotReady() {
        assertThat(newNode("{'metadata':{'name':'n'}}")).containsExactly(NR + ",,NoSchedule");
        assertThat(newNode("{'metadata':{'name':'n'},'spec':{'taints':[{'key':'a','effect':'NoExecute'}]}}"))
                .containsExactly("a,,NoExecute", NR + ",,NoSchedule");
    }

    @Test
    void a18TaintOfThatKeyAndEffectIsLeftAsItIs() {
        assertThat(newNode("{'metadata':{'name':'n'},'spec':{'taints':[{'key':'" + NR
                        + "','value':'x','effect':'NoSchedule'}]}}"))
                .containsExactly(NR + ",x,NoSchedule");
    }

    @Test
    void a19UpdatesOfNodesAddNoTaint() {
        ObjectNode node = object("{'metadata':{'name':'n'},'spec':{}}");
        admit(PLAIN, new AdmittedCluster(), change(ResourceTypes.NODES, "", node, node.deepCopy()));
        assertThat(node.path("spec").path("taints")).isEmpty();
    }

    @Test
    void a20AgentMayNotChangeItsTaints() {
        ObjectNode old = object("{'metadata':{'name':'n'},'spec':{'taints':[{'key':'a','effect':'NoExecute'}]}}");
        ObjectNode next = object("{'metadata':{'name':'n'},'spec':{}}");
        AdmissionRequest request = byAgentOf("n", change(ResourceTypes.NODES, "", next, old));
        RefusedException refused = catchThrowableOfType(
                RefusedException.class,
                () -> admit(PLAIN.enabling(Set.of("NodeRestriction")), new AdmittedCluster(), request));
        assertThat(refused.status().code()).isEqualTo(403);
        assertThat(refused.status().message())
                .isEqualTo("nodes \"n\" is forbidden: node \"n\" is not allowed to modify taints");
    }

    private static List<String> newNode(String text) {
        ObjectNode node = object(text);
        admit(PLAIN, new AdmittedCluster(), creation(ResourceTypes.NODES, "", node));
        return printed(node.path("spec").path("taints"), List.of("key", "value", "effect"));
    }

    private static AdmittedCluster namespace(String annotations) {
        String text = "{'metadata':{'name':'ns','annotations':{" + annotations + "}}}";
        return new AdmittedCluster().with(ResourceTypes.NAMESPACES, text);
    }

    /// Permits the default tolerations and one more.
    private static String whitelist(String one) {
        String defaults =
                "{\\'key\\':\\'%s\\',\\'operator\\':\\'Exists\\'},{\\'key\\':\\'%s\\',\\'operator\\':\\'Exists\\'}"
                        .formatted(NR, UR);
        return "'scheduler.alpha.kubernetes.io/tolerationsWhitelist':'[" + defaults + "," + one + "]'";
    }

    /// @param toleration `KEY,OPERATOR,VALUE,EFFECT[,SECONDS]`; empty for none
    private static ObjectNode pod(String toleration, String resources) {
        ObjectNode pod = object("{'metadata':{'name':'p','namespace':'ns'},'spec':{'containers':[{'name':'c',"
                + "'resources':" + resources + "}]}}");
        if (!toleration.isEmpty()) {
            String[] parts = toleration.split(",", -1);
            ObjectNode own = pod.withObject("/spec").putArray("tolerations").addObject();
            List<String> fields = List.of("key", "operator", "value", "effect");
            for (int i = 0; i < fields.size(); i++) {
                if (!parts[i].isEmpty()) {
                    own.put(fields.get(i), parts[i]);
                }
            }
            if (parts.length > fields.size()) {
                own.put("tolerationSeconds", Long.parseLong(parts[fields.size()]));
            }
        }
        return pod;
    }

    private static List<String> tolerations(AdmissionOptions options, String toleration) {
        return admitted(options, namespace(""), pod(toleration, "{}"));
    }

    private static List<String> admitted(AdmissionOptions options, AdmittedCluster cluster, ObjectNode pod) {
        admit(options, cluster, creation(ResourceTypes.PODS, "ns", pod));
        return printed(
                pod.path("spec").path("tolerations"),
                List.of("key", "operator", "value", "effect", "tolerationSeconds"));
    }

    private static Status refusal(AdmissionOptions options, AdmittedCluster cluster, ObjectNode pod) {
        return catchThrowableOfType(
                        RefusedException.class, () -> admit(options, cluster, creation(ResourceTypes.PODS, "ns", pod)))
                .status();
    }

    private static void admit(AdmissionOptions options, AdmittedCluster cluster, AdmissionRequest request) {
        var chain = new AdmissionChain(PluginCatalogue.plugins(options, new Random(1)), cluster);
        chain.mutate(request);
        chain.validate(request);
    }

    /// Fields with commas between; a last one that is absent is left out.
    private static List<String> printed(JsonNode list, List<String> fields) {
        List<String> lines = new ArrayList<>();
        for (JsonNode item : list) {
            List<String> values = new ArrayList<>();
            fields.forEach(field -> values.add(item.path(field).asText("")));
            if (values.size() > 4 && values.getLast().isEmpty()) {
                values.removeLast();
            }
            lines.add(String.join(",", values));
        }
        return lines;
    }
}
