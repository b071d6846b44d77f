package dev.tenure.sim.controllers.tainteviction;

import static dev.tenure.sim.stage.StageManifests.tolerating;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.client.informer.DefinedTypes;
import dev.tenure.controllers.tainteviction.policy.PolicyTypes;
import dev.tenure.controllers.tainteviction.stay.Semantics;
import dev.tenure.model.meta.ApiReply;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.sim.stage.Stage;
import dev.tenure.sim.stage.StageManifests;
import dev.tenure.sim.world.PlayedKinds;
import dev.tenure.wire.json.Document;
import dev.tenure.wire.json.ObjectNode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Policies that have pods stay under taints which they do not tolerate themselves.
final class ToleratingPolicyTest {
    private static final String ALL_EXCEPT =
            "'taints': [{'operator': 'Exists'}], 'exceptTaints': [{'key': 'dedicated', 'operator': 'Exists'}]";
    private static final String READINESS = "'taints': [{'key': 'readiness.k8s.io/*', 'operator': 'Exists'}]";

    private static Stage stage(Semantics semantics) {
        Stage stage = Stage.of(semantics).node("n");
        return stage.create(DefinedTypes.DEFINITIONS, PlayedKinds.policies()).at(60);
    }

    private static ObjectNode policy(String name, String spec) {
        return StageManifests.json("""
                {'apiVersion': 'tenure.dev/v1alpha1', 'kind': 'TaintEvictionPolicy', 'metadata': {'name': '%s'},
                 'spec': {%s}}
                """.formatted(name, spec));
    }

    private static Stage with(Stage stage, String spec) {
        return stage.create(PolicyTypes.POLICIES, policy("p", spec)).pod("a").begin();
    }

    @Test
    void allTaintsButSomeAreTolerated() {
        Stage stage = with(stage(Semantics.DOCUMENTED), ALL_EXCEPT + ", 'tolerate': true");
        stage.taints("anything=x:NoExecute").at(600);
        assertThat(stage.left("a")).isEmpty();
        stage.taints("anything=x:NoExecute", "dedicated=gpu:NoExecute").at(610);
        assertThat(stage.left("a"))
                .hasValueSatisfying(second -> assertThat(second).isBetween(600.0, 601.0));
    }

    @Test
    void aFamilyOfKeysIsTolerated() {
        Stage stage = with(stage(Semantics.DOCUMENTED), READINESS + ", 'tolerate': true");
        stage.taints("readiness.k8s.io/network:NoExecute", "readiness.k8s.io/gpu=x:NoExecute")
                .at(600);
        assertThat(stage.left("a")).isEmpty();
        stage.taints("readiness:NoExecute").at(610);
        assertThat(stage.left("a")).isPresent();
    }

    @Test
    void forAWhileItIsAStayLikeAnyOther() {
        Stage stage = with(stage(Semantics.DOCUMENTED), READINESS + ", 'tolerate': true, 'tolerateSeconds': 60");
        stage.pod("own", tolerating("readiness.k8s.io/net", 20))
                .taints("readiness.k8s.io/net:NoExecute")
                .at(300);
        assertThat(stage.left("a"))
                .hasValueSatisfying(second -> assertThat(second).isBetween(59.5, 61.0));
        // who says so himself is not asked about
        assertThat(stage.left("own"))
                .hasValueSatisfying(second -> assertThat(second).isBetween(19.5, 21.0));
    }

    @Test
    void onlyThePodsThatAreMeantStay() {
        Stage stage = stage(Semantics.DOCUMENTED)
                .create(
                        PolicyTypes.POLICIES,
                        policy(
                                "p",
                                ALL_EXCEPT + ", 'tolerate': true, 'podSelector': {'matchLabels': {'role': 'agent'}}"))
                .pod("agent")
                .pod("other");
        stage.patch(ResourceTypes.PODS, "agent", "{'metadata': {'labels': {'role': 'agent'}}}")
                .begin()
                .taints("k:NoExecute")
                .at(10);
        assertThat(stage.left("other")).isPresent();
        assertThat(stage.left("agent")).isEmpty();
        stage.patch(ResourceTypes.PODS, "agent", "{'metadata': {'labels': {'role': null}}}")
                .at(20);
        assertThat(stage.left("agent")).isPresent();
    }

    @Test
    void aPolicyThatIsChangedOrDeletedCountsAtOnce() {
        Stage stage = with(stage(Semantics.DOCUMENTED), READINESS + ", 'tolerate': true");
        stage.taints("readiness.k8s.io/net:NoExecute").at(10);
        stage.patch(PolicyTypes.POLICIES, "p", "{'spec': {'tolerateSeconds': 100}}")
                .at(50);
        assertThat(stage.left("a")).isEmpty();
        stage.client().delete(PolicyTypes.POLICIES, "", "p", Document.of(StageManifests.json("{}")));
        stage.at(60);
        assertThat(stage.left("a"))
                .hasValueSatisfying(second -> assertThat(second).isBetween(50.0, 51.0));
    }

    @Test
    void inTheSemanticsOfKubernetesItCountsForNothing() {
        Stage stage = with(stage(Semantics.KUBERNETES_1_36), ALL_EXCEPT + ", 'tolerate': true");
        stage.taints("k:NoExecute").at(10);
        assertThat(stage.left("a")).isPresent();
    }

    @ParameterizedTest
    @CsvSource({
        "readiness.k8s.io/*, Exists, true",
        "gpu-*, Exists, true",
        "gpu*, Exists, false",
        "*, Exists, false",
        "a/*/b, Exists, false",
        "readiness.k8s.io/*, Equal, false"
    })
    void aWildcardStandsAtTheEndBehindASign(String key, String operator, boolean taken) {
        Stage stage = stage(Semantics.DOCUMENTED);
        ObjectNode policy = policy("p", "'taints': [{'key': '%s', 'operator': '%s'}]".formatted(key, operator));
        ApiReply reply = stage.client().create(PolicyTypes.POLICIES, "", Document.of(policy));
        assertThat(reply instanceof ApiReply.One).isEqualTo(taken);
    }
}
