package dev.tenure.wire.view;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.model.core.Affinity;
import dev.tenure.model.core.Container;
import dev.tenure.model.core.ContainerPort;
import dev.tenure.model.core.ContainerStatus.State;
import dev.tenure.model.core.NodeSelectorRequirement;
import dev.tenure.model.core.Pod;
import dev.tenure.model.core.PodPhase;
import dev.tenure.model.core.PodSpec;
import dev.tenure.model.core.PreemptionPolicy;
import dev.tenure.model.core.RestartPolicy;
import dev.tenure.model.core.Stay;
import dev.tenure.model.core.TaintEffect;
import dev.tenure.model.core.Toleration;
import dev.tenure.model.core.TolerationOperator;
import dev.tenure.model.core.Volume;
import dev.tenure.model.meta.Content;
import dev.tenure.model.meta.LabelSelector;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class PodViewsTest {
    @Test
    void aPodThatSaysNothingHasTheDefaults() {
        Pod pod = read("{}");
        PodSpec spec = pod.spec();

        assertThat(spec.bound()).isFalse();
        assertThat(spec.schedulerName()).isEqualTo("default-scheduler");
        assertThat(spec.restartPolicy()).isEqualTo(RestartPolicy.ALWAYS);
        assertThat(spec.preemptionPolicy()).isEqualTo(PreemptionPolicy.PREEMPT_LOWER_PRIORITY);
        assertThat(spec.terminationGraceSeconds()).isEqualTo(30);
        assertThat(spec.affinity()).isEqualTo(Affinity.NONE);
        assertThat(spec.resources()).isEmpty();
        assertThat(spec.activeDeadlineSeconds()).isEmpty();
        assertThat(pod.status().phase()).isEqualTo(PodPhase.PENDING);
        assertThat(pod.status().startTime()).isEmpty();
        assertThat(pod.meta().creationTimestamp()).isEqualTo(Instant.EPOCH);
    }

    @Test
    void tolerationsKeepWhatWasWritten() {
        List<Toleration> tolerations = read("{'spec':{'tolerations':["
                        + "{'key':'a','operator':'Exists','effect':'NoExecute','tolerationSeconds':300},"
                        + "{'key':'b','value':'v'},"
                        + "{'operator':'Exists','tolerationSeconds':-7},"
                        + "{'key':'c','operator':'exists'},"
                        + "{'key':'d','effect':'NoSuchEffect'}]}}")
                .spec()
                .tolerations();

        assertThat(tolerations)
                .containsExactly(
                        new Toleration(
                                "a",
                                TolerationOperator.EXISTS,
                                "",
                                Optional.of(TaintEffect.NO_EXECUTE),
                                new Stay.AtMost(300)),
                        new Toleration("b", TolerationOperator.UNSPECIFIED, "v", Optional.empty(), Stay.forever()),
                        new Toleration("", TolerationOperator.EXISTS, "", Optional.empty(), new Stay.AtMost(-7)),
                        new Toleration("c", TolerationOperator.UNKNOWN, "", Optional.empty(), Stay.forever()));
    }

    @Test
    void containersSayWhetherTheyReferToConfig() {
        String containers = "{'spec':{'containers':[{'name':'a','env':[{'name':'V','value':'v'},"
                + "{'name':'F','valueFrom':{'fieldRef':{'fieldPath':'metadata.name'}}}]},"
                + "{'name':'b','envFrom':[{'configMapRef':{'name':'m'}}]},"
                + "{'name':'c','env':[{'name':'V','valueFrom':{'configMapKeyRef':{'name':'m','key':'k'}}}]},"
                + "{'name':'d','env':[{'name':'V','valueFrom':{'secretKeyRef':{'name':'m','key':'k'}}}]}]}}";
        assertThat(read(containers).spec().containers().stream()
                        .filter(Container::refers)
                        .map(Container::name))
                .containsExactly("b", "c", "d");
    }

    @Test
    void containersAndTheirPortsAndRulesAreRead() {
        PodSpec spec = read("{'spec':{'hostNetwork':true,'initContainers':[{'name':'s','restartPolicy':'Always'}],"
                        + "'containers':[{'name':'c','image':'i','restartPolicy':'Never','readinessProbe':{},"
                        + "'resources':{'requests':{'cpu':'0.5','memory':'1Gi'},'limits':{'cpu':1}},"
                        + "'ports':[{'containerPort':80,'hostPort':8080,'hostIP':'1.2.3.4'},"
                        + "{'name':'u','containerPort':53,'protocol':'UDP'}],"
                        + "'restartPolicyRules':[{'action':'Restart','exitCodes':{'operator':'In','values':[1,2]}}]}]}}")
                .spec();
        Container container = spec.containers().getFirst();

        assertThat(spec.hostNetwork()).isTrue();
        assertThat(spec.initContainers().getFirst().sidecar()).isTrue();
        assertThat(container.sidecar()).isFalse();
        assertThat(container.readinessProbe()).isTrue();
        assertThat(container.resources().requests().get("cpu")).hasToString("500m");
        assertThat(container.resources().limits().get("cpu")).hasToString("1");
        assertThat(container.ports())
                .containsExactly(
                        new ContainerPort("", 80, 8080, "1.2.3.4", "TCP"), new ContainerPort("u", 53, 0, "", "UDP"));
        assertThat(container.restartPolicyRules())
                .containsExactly(new Container.RestartRule("Restart", "In", List.of(1, 2)));
    }

    @Test
    void anAbsentTermIsDistinguishedFromAnEmptyOne() {
        Affinity affinity = read("{'spec':{'affinity':{"
                        + "'nodeAffinity':{'requiredDuringSchedulingIgnoredDuringExecution':{'nodeSelectorTerms':[{}]}},"
                        + "'podAffinity':{'requiredDuringSchedulingIgnoredDuringExecution':[{'topologyKey':'k',"
                        + "'labelSelector':{'matchLabels':{'a':'b'},'matchExpressions':[{'key':'c','operator':'Exists'}]},"
                        + "'namespaceSelector':{}}]},'podAntiAffinity':{'preferredDuringSchedulingIgnoredDuringExecution':["
                        + "{'weight':5,'podAffinityTerm':{'topologyKey':'z','namespaces':['n']}}]}}}}")
                .spec()
                .affinity();
        Affinity.PodTerm near = affinity.podAffinity().required().getFirst();
        Affinity.PreferredPods far = affinity.podAntiAffinity().preferred().getFirst();

        assertThat(affinity.requiredNodes())
                .get()
                .asInstanceOf(org.assertj.core.api.InstanceOfAssertFactories.LIST)
                .hasSize(1);
        assertThat(near.labelSelector()).contains(LabelSelector.parse("a=b,c"));
        assertThat(near.namespaceSelector()).contains(LabelSelector.EVERYTHING);
        assertThat(far.term().labelSelector()).isEmpty();
        assertThat(far.term().namespaceSelector()).isEmpty();
        assertThat(far.weight()).isEqualTo(5);
    }

    @Test
    void anUnknownNodeOperatorIsKeptAsOneThatMatchesNothing() {
        Affinity affinity =
                read("{'spec':{'affinity':{'nodeAffinity':{'requiredDuringSchedulingIgnoredDuringExecution':"
                                + "{'nodeSelectorTerms':[{'matchExpressions':[{'key':'a','operator':'Like'}]}]}}}}}")
                        .spec()
                        .affinity();

        assertThat(affinity.requiredNodes().orElseThrow().getFirst().matchExpressions())
                .extracting(NodeSelectorRequirement::operator)
                .containsExactly(NodeSelectorRequirement.Operator.UNKNOWN);
    }

    @Test
    void volumesTellTheirSource() {
        List<Volume> volumes = read("{'spec':{'volumes':[{'name':'a','persistentVolumeClaim':{'claimName':'c'}},"
                        + "{'name':'b','emptyDir':{}},{'name':'c','ephemeral':{'volumeClaimTemplate':{}}},"
                        + "{'name':'d','gcePersistentDisk':{'pdName':'p','readOnly':true}},{'name':'e','configMap':{}}]}}")
                .spec()
                .volumes();

        assertThat(volumes)
                .extracting(Volume::source)
                .containsExactly(
                        new Volume.Source.Claim("c", false),
                        new Volume.Source.EmptyDir("", Optional.empty()),
                        new Volume.Source.Ephemeral(),
                        new Volume.Source.Exclusive("p", true, List.of()),
                        new Volume.Source.Other());
        assertThat(volumes.getLast().type()).isEqualTo("configMap");
    }

    @Test
    void theStatusIsRead() {
        Pod pod = read("{'status':{'phase':'Failed','reason':'Evicted','podIP':'10.0.0.1','qosClass':'Burstable',"
                + "'startTime':'2026-01-01T00:00:00Z','conditions':[{'type':'Ready','status':'True',"
                + "'lastTransitionTime':'2026-01-01T00:00:05Z'}],'containerStatuses':["
                + "{'name':'a','state':{'running':{'startedAt':'2026-01-01T00:00:01Z'}}},"
                + "{'name':'b','state':{'terminated':{'exitCode':3,'reason':'Error'}}},{'name':'c'}]}}");

        assertThat(pod.status().phase().terminal()).isTrue();
        assertThat(pod.status().podIps()).containsExactly("10.0.0.1");
        assertThat(pod.status().condition("Ready").orElseThrow().isTrue()).isTrue();
        assertThat(pod.status().containerStatuses())
                .extracting("state")
                .containsExactly(
                        new State.Running(Instant.parse("2026-01-01T00:00:01Z")),
                        new State.Terminated(3, "Error", Instant.EPOCH, Instant.EPOCH),
                        new State.Waiting(""));
    }

    @Test
    void equalPartsAreSharedButNeverWrittenOtherwise() {
        Pod one = withMemory("1Gi");
        Pod again = withMemory("1Gi");
        Pod other = withMemory("1073741824");

        assertThat(one).isEqualTo(other).isEqualTo(again);
        assertThat(one.spec().containers().getFirst())
                .isSameAs(again.spec().containers().getFirst());
        assertThat(memory(one)).isEqualTo("1Gi");
        assertThat(memory(other)).isEqualTo("1073741824");
    }

    private static Pod withMemory(String amount) {
        return read("{'spec':{'containers':[{'name':'c','resources':{'requests':{'memory':'" + amount + "'}}}]}}");
    }

    private static String memory(Pod pod) {
        return pod.spec()
                .containers()
                .getFirst()
                .resources()
                .requests()
                .get("memory")
                .toString();
    }

    private static Pod read(String json) {
        byte[] bytes = json.replace('\'', '"').getBytes(StandardCharsets.UTF_8);
        return (Pod) Views.reader("", "Pod").read(Content.of(bytes));
    }
}
