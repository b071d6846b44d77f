package dev.tenure.console.change;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenure.client.ClusterClient;
import dev.tenure.console.shown.ConsoleFault;
import dev.tenure.model.meta.ApiRequest;
import dev.tenure.model.meta.ApiRequest.Verb;
import dev.tenure.model.meta.Caller;
import dev.tenure.model.meta.ResourceType;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.testkit.cluster.MemoryApi;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.ObjectNode;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Each change that a page can make: what it writes, what it says, how kubectl would do the same, and which
/// change takes it back.
final class ChangeMakerTest {
    private static final String TAINTED = "/spec/taints";

    private final MemoryApi api =
            new MemoryApi(ResourceTypes.NODES, ResourceTypes.PODS, ResourceTypes.DEPLOYMENTS, ResourceTypes.NAMESPACES);
    private final ClusterClient client = new ClusterClient(api, Caller.component("ann", List.of(), "test"));
    private final ChangeMaker maker = new ChangeMaker(client);

    private static ObjectNode json(String apostrophes) {
        return Json.readObject(apostrophes.replace('\'', '"').getBytes(StandardCharsets.UTF_8));
    }

    @BeforeEach
    void cluster() {
        api.put(ResourceTypes.NODES, "", json("""
            {'metadata':{'name':'n','annotations':{'tenure.dev/node':'simulated'}},
             'spec':{'taints':[{'key':'a','value':'1','effect':'NoSchedule'},{'key':'a','value':'1','effect':'NoExecute'},
              {'key':'b','effect':'NoSchedule'}]}}"""));
        api.put(ResourceTypes.NODES, "", json("{'metadata':{'name':'real'}}"));
        api.put(ResourceTypes.DEPLOYMENTS, "shop", json("""
            {'metadata':{'name':'web','namespace':'shop'},
             'spec':{'replicas':3,'template':{'spec':{'tolerations':[{'key':'old','operator':'Exists'}]}}}}"""));
    }

    private ObjectNode made(String change) {
        return maker.make(ChangeParser.parse(json(change)));
    }

    private JsonNode node(String field) {
        return field(ResourceTypes.NODES, "", "n", field);
    }

    private JsonNode field(ResourceType type, String namespace, String name, String field) {
        return Json.readObject(api.get(type, namespace, name).orElseThrow().json())
                .at(field);
    }

    private List<String> tainted() {
        return node(TAINTED)
                .valueStream()
                .map(taint ->
                        taint.path("key").asText() + "=" + taint.path("value").asText("") + ":"
                                + taint.path("effect").asText())
                .toList();
    }

    private ApiRequest lastWrite() {
        return api.requests().stream()
                .filter(request -> request.verb() == Verb.PATCH)
                .reduce((_, later) -> later)
                .orElseThrow();
    }

    private static String kubectl(String change) {
        return KubectlCommand.of(ChangeParser.parse(json(change)), "kubectl");
    }

    @Test
    void aTaintIsAddedAndTakingItAwayIsTheWayBack() {
        String change = "{'kind':'taint','node':'n','key':'c','value':'2','effect':'NoExecute'}";
        long revision = api.get(ResourceTypes.NODES, "", "n").orElseThrow().revision();
        ObjectNode answer = made(change);

        assertThat(tainted()).containsExactly("a=1:NoSchedule", "a=1:NoExecute", "b=:NoSchedule", "c=2:NoExecute");
        assertThat(answer.path("message").asText()).isEqualTo("node/n tainted");
        assertThat(answer.path("undo"))
                .hasToString(
                        "{\"kind\":\"untaint\",\"node\":\"n\",\"key\":\"c\",\"value\":\"2\",\"effect\":\"NoExecute\","
                                + "\"overwrite\":true}");
        assertThat(Json.readObject(lastWrite().body().bytes())
                        .at("/metadata/resourceVersion")
                        .asText())
                .isEqualTo(String.valueOf(revision));
        assertThat(lastWrite().query())
                .containsOnlyKeys("fieldManager")
                .containsEntry("fieldManager", List.of("tenure-console"));
        assertThat(kubectl(change)).isEqualTo("kubectl taint nodes n c=2:NoExecute");
    }

    @Test
    void anotherValueTakesThePlaceOfTheFirstOnlyWhenThatWasAskedFor() {
        String change = "{'kind':'taint','node':'n','key':'a','value':'9','effect':'NoSchedule'%s}";
        assertThatThrownBy(() -> made(change.formatted("")))
                .isInstanceOf(ConsoleFault.class)
                .hasMessageContaining("node n already has a taint(s) with same effect(s)");
        assertThat(api.requests()).noneMatch(request -> request.verb() == Verb.PATCH);

        String forced = change.formatted(",'overwrite':true");
        ObjectNode answer = made(forced);

        assertThat(tainted()).containsExactly("a=1:NoExecute", "b=:NoSchedule", "a=9:NoSchedule");
        assertThat(answer.at("/undo/kind").asText()).isEqualTo("taint");
        assertThat(answer.at("/undo/value").asText()).isEqualTo("1");
        assertThat(kubectl(forced)).isEqualTo("kubectl taint nodes n a=9:NoSchedule --overwrite");
    }

    @Test
    void aTaintIsTakenAwayByEffectOrAllOfItsKey() {
        String one = "{'kind':'untaint','node':'n','key':'a','effect':'NoExecute'}";
        ObjectNode answer = made(one);
        assertThat(tainted()).containsExactly("a=1:NoSchedule", "b=:NoSchedule");
        assertThat(answer.path("message").asText()).isEqualTo("node/n untainted");
        assertThat(answer.at("/undo/kind").asText()).isEqualTo("taint");
        assertThat(answer.at("/undo/effect").asText()).isEqualTo("NoExecute");
        assertThat(kubectl(one)).isEqualTo("kubectl taint nodes n a:NoExecute-");

        assertThat(made("{'kind':'untaint','node':'n','key':'b'}").has("undo")).isTrue();
        assertThat(kubectl("{'kind':'untaint','node':'n','key':'b'}")).isEqualTo("kubectl taint nodes n b-");
        assertThatThrownBy(() -> made(one)).hasMessage("taint \"a:NoExecute\" not found");
    }

    @Test
    void twoTaintsThatAreTakenAwayTogetherHaveNoWayBack() {
        assertThat(made("{'kind':'untaint','node':'n','key':'a'}").has("undo")).isFalse();
        assertThat(tainted()).containsExactly("b=:NoSchedule");
    }

    @Test
    void aNodeIsCordonedAndUncordoned() {
        assertThat(made("{'kind':'cordon','node':'n'}"))
                .hasToString("{\"message\":\"node/n cordoned\",\"undo\":{\"kind\":\"uncordon\",\"node\":\"n\"}}");
        assertThat(node("/spec/unschedulable").asBoolean()).isTrue();
        assertThat(made("{'kind':'uncordon','node':'n'}"))
                .hasToString("{\"message\":\"node/n uncordoned\",\"undo\":{\"kind\":\"cordon\",\"node\":\"n\"}}");
        assertThat(node("/spec/unschedulable").asBoolean()).isFalse();
        assertThat(kubectl("{'kind':'cordon','node':'n'}")).isEqualTo("kubectl cordon n");
        assertThat(kubectl("{'kind':'uncordon','node':'n'}")).isEqualTo("kubectl uncordon n");
    }

    @Test
    void aSimulatedNodeIsStoppedAndStartedAndNoOther() {
        assertThat(made("{'kind':'stop','node':'n'}"))
                .hasToString("{\"message\":\"node/n stopped\",\"undo\":{\"kind\":\"start\",\"node\":\"n\"}}");
        assertThat(node("/metadata/annotations").toString()).contains("stopped");
        assertThat(made("{'kind':'start','node':'n'}").path("message").asText()).isEqualTo("node/n started");
        assertThat(node("/metadata/annotations").toString()).doesNotContain("stopped");
        assertThatThrownBy(() -> made("{'kind':'stop','node':'real'}")).hasMessage("node \"real\" is not simulated");
        assertThat(kubectl("{'kind':'stop','node':'n'}")).endsWith("=stopped --overwrite");
        assertThat(kubectl("{'kind':'start','node':'n'}")).endsWith("- --overwrite");
    }

    @Test
    void aDrainEvictsThePodsOfTheNodeAndTellsWhomItMayNot() {
        for (String name : List.of("one", "two", "guarded")) {
            api.put(
                    ResourceTypes.PODS,
                    "shop",
                    json("{'metadata':{'name':'%s','namespace':'shop','uid':'%s'},'spec':{'nodeName':'n'}}"
                            .formatted(name, name)));
        }
        api.put(ResourceTypes.PODS, "shop", json("""
            {'metadata':{'name':'daemon','namespace':'shop','uid':'d','ownerReferences':[{'apiVersion':'apps/v1',
             'kind':'DaemonSet','name':'d','uid':'u','controller':true}]},'spec':{'nodeName':'n'}}"""));
        api.refuse(request -> request.target().subresource().equals("eviction")
                        && request.target().name().equals("guarded")
                ? Optional.of(MemoryApi.status(429, "TooManyRequests"))
                : Optional.empty());

        ObjectNode answer = made("{'kind':'drain','node':'n'}");

        assertThat(answer.path("message").asText()).isEqualTo("node/n cordoned, 2 pods evicted");
        assertThat(answer.path("refused").size()).isEqualTo(1);
        assertThat(answer.at("/refused/0").asText()).startsWith("shop/guarded: ");
        assertThat(answer.path("undo")).hasToString("{\"kind\":\"uncordon\",\"node\":\"n\"}");
        assertThat(api.all(ResourceTypes.PODS))
                .extracting(pod -> pod.key().name())
                .containsExactly("daemon", "guarded");
        assertThat(api.requests())
                .filteredOn(request -> request.verb() == Verb.LIST)
                .extracting(ApiRequest::query)
                .allSatisfy(query -> assertThat(query).containsEntry("fieldSelector", List.of("spec.nodeName=n")));
        assertThat(kubectl("{'kind':'drain','node':'n'}"))
                .isEqualTo("kubectl drain n --ignore-daemonsets --force --delete-emptydir-data");
    }

    @Test
    void aDrainOnTrialOnlyAsksWhetherTheNodeMayBeCordoned() {
        api.put(ResourceTypes.PODS, "shop", json("{'metadata':{'name':'one','namespace':'shop','uid':'u'}}"));

        ChangeMaker.onTrial(client).make(new ConsoleChange.Drain("n"));

        assertThat(api.requests()).hasSize(1);
        assertThat(lastWrite().query()).containsEntry("dryRun", List.of("All"));
    }

    @Test
    void tolerationsAreAppliedAndThoseOfBeforeAreTheWayBack() {
        String change = "{'kind':'tolerations','resource':'deployments','namespace':'shop','name':'web',"
                + "'tolerations':[{'key':'new','operator':'Exists','effect':'NoExecute','tolerationSeconds':5}]%s}";
        ObjectNode answer = made(change.formatted(",'force':true"));

        assertThat(field(ResourceTypes.DEPLOYMENTS, "shop", "web", "/spec/template/spec/tolerations"))
                .hasToString(
                        "[{\"key\":\"new\",\"operator\":\"Exists\",\"effect\":\"NoExecute\",\"tolerationSeconds\":5}]");
        assertThat(lastWrite().query()).containsEntry("force", List.of("true"));
        assertThat(lastWrite().body().contentType()).isEqualTo(ApiRequest.Body.APPLY_PATCH);
        assertThat(answer.path("message").asText()).isEqualTo("deployments/web serverside-applied");
        assertThat(answer.at("/undo/tolerations")).hasToString("[{\"key\":\"old\",\"operator\":\"Exists\"}]");
        assertThat(answer.at("/undo/namespace").asText()).isEqualTo("shop");
        assertThat(kubectl(change.formatted("")))
                .startsWith("kubectl apply --server-side --field-manager=tenure-console -f - <<'EOF'\n")
                .contains("tolerationSeconds: 5")
                .endsWith("\nEOF");
        assertThat(kubectl(change.formatted(",'force':true"))).contains(" --force-conflicts -f -");
        made(change.formatted(""));
        assertThat(lastWrite().query()).containsEntry("force", List.of("false"));
    }

    @Test
    void aWorkloadIsScaledThroughItsScale() {
        String change = "{'kind':'scale','resource':'deployments','namespace':'shop','name':'web','replicas':'5'}";
        ObjectNode answer = made(change);

        assertThat(lastWrite().target().subresource()).isEqualTo("scale");
        assertThat(field(ResourceTypes.DEPLOYMENTS, "shop", "web", "/spec/replicas")
                        .asInt())
                .isEqualTo(5);
        assertThat(answer.path("message").asText()).isEqualTo("deployments/web scaled");
        assertThat(answer.at("/undo/replicas").asText()).isEqualTo("3");
        assertThat(kubectl(change)).isEqualTo("kubectl scale deployments/web -n shop --replicas=5");
    }

    @Test
    void ofManifestsTheOneThatIsRefusedDoesNotKeepTheNext() {
        String change =
                "{'kind':'apply','yaml':'apiVersion: apps/v1\\nkind: Deployment\\nmetadata: {name: gone, namespace: shop}"
                        + "\\n---\\napiVersion: apps/v1\\nkind: Deployment\\nmetadata: {name: web, namespace: shop}"
                        + "\\nspec: {replicas: 8}\\n# EOF\\n'}";
        ObjectNode answer = made(change);

        assertThat(answer.path("message").asText()).isEqualTo("Deployment/web serverside-applied");
        assertThat(answer.path("refused").size()).isEqualTo(1);
        assertThat(answer.at("/refused/0").asText()).startsWith("Deployment/gone: ");
        assertThat(field(ResourceTypes.DEPLOYMENTS, "shop", "web", "/spec/replicas")
                        .asInt())
                .isEqualTo(8);
        assertThat(kubectl(change)).contains("name: gone", "\n---\n", "replicas: 8");

        assertThatThrownBy(() ->
                        made("{'kind':'apply','yaml':'apiVersion: v1\\nkind: Namespace\\nmetadata: {name: none}'}"))
                .isInstanceOf(ConsoleFault.class);
    }

    @Test
    void aManifestThatHoldsTheWordThatEndsItIsEndedByALongerOne() {
        assertThat(kubectl("{'kind':'apply','yaml':'apiVersion: v1\\nkind: EOF\\nmetadata: {name: a}'}"))
                .contains("<<'EOF_'")
                .endsWith("\nEOF_");
    }
}
