package dev.tenure.kinds.node;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.kinds.RunningServer;
import dev.tenure.model.meta.ApiReply;
import dev.tenure.model.meta.ApiRequest;
import dev.tenure.model.meta.ApiRequest.Body;
import dev.tenure.model.meta.ApiRequest.Target;
import dev.tenure.model.meta.ApiRequest.Verb;
import dev.tenure.model.meta.Caller;
import dev.tenure.model.meta.WatchReply;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// What the agent of `node-1` may do in a cluster where pod `mine` runs on its node and pod `other` on
/// another. Upstream: plugin/pkg/auth/authorizer/node/node_authorizer_test.go.
class NodeAuthorizerTest {
    private static final int TRIES_MAX = 20_000;
    private static final Caller AGENT =
            new Caller("system:node:node-1", "", List.of("system:nodes", "system:authenticated"), Map.of(), "kubelet");

    private final RunningServer server = RunningServer.guardingNodes();
    private String podUid = "";

    @BeforeEach
    void makeObjects() {
        for (String name : List.of("own", "others", "pulled", "of-volume", "unused", "named-by-mirror")) {
            made("secrets", "{'apiVersion':'v1','kind':'Secret','metadata':{'name':'" + name + "'}}");
            made("configmaps", "{'apiVersion':'v1','kind':'ConfigMap','metadata':{'name':'" + name + "'}}");
        }
        for (String name : List.of("worker", "boss")) {
            made("serviceaccounts", "{'apiVersion':'v1','kind':'ServiceAccount','metadata':{'name':'" + name + "'}}");
        }
        for (String node : List.of("node-1", "node-2")) {
            cluster("", "nodes", "{'apiVersion':'v1','kind':'Node','metadata':{'name':'" + node + "'}}");
        }
        String volume = "{'apiVersion':'v1','kind':'PersistentVolume','metadata':{'name':'NAME'},'spec':{'capacity':"
                + "{'storage':'1Gi'},'accessModes':['ReadWriteOnce'],'claimRef':{'namespace':'default','name':'CLAIM'},"
                + "'csi':{'driver':'d','volumeHandle':'h','nodePublishSecretRef':{'namespace':'default','name':'of-volume'}}}}";
        cluster("", "persistentvolumes", volume.replace("NAME", "used").replace("CLAIM", "claim"));
        cluster("", "persistentvolumes", volume.replace("NAME", "stray").replace("CLAIM", "no-claim"));
        made(
                "persistentvolumeclaims",
                "{'apiVersion':'v1','kind':'PersistentVolumeClaim','metadata':{'name':'claim'},'spec':{'volumeName':'used',"
                        + "'accessModes':['ReadWriteOnce'],'resources':{'requests':{'storage':'1Gi'}}}}");
        cluster(
                "storage.k8s.io",
                "csidrivers",
                "{'apiVersion':'storage.k8s.io/v1','kind':'CSIDriver','metadata':{'name':'d'},'spec':{}}");
        made("pods", pod("mine", "node-1", "worker", "own"));
        made("pods", pod("other", "node-2", "boss", "others"));
        podUid = text(admin(Verb.GET, "pods", "mine", "")).replaceAll("(?s).*?\"uid\":\"([^\"]+)\".*", "$1");
    }

    @AfterEach
    void close() {
        server.close();
    }

    private static String pod(String name, String node, String account, String secret) {
        return ("{'apiVersion':'v1','kind':'Pod','metadata':{'name':'" + name + "'},'spec':{'nodeName':'" + node
                + "','serviceAccountName':'" + account
                + "','imagePullSecrets':[{'name':'pulled'}],'containers':[{'name':"
                + "'c','image':'i','envFrom':[{'configMapRef':{'name':'" + secret + "'}}]}],'volumes':[{'name':'s',"
                + "'secret':{'secretName':'" + secret
                + "'}},{'name':'t','projected':{'sources':[{'serviceAccountToken':"
                + "{'path':'token','audience':'vault'}}]}}"
                + (name.equals("mine") ? ",{'name':'v','persistentVolumeClaim':{'claimName':'claim'}}" : "")
                + "]}}");
    }

    private void made(String resource, String body) {
        assertThat(code(admin(Verb.CREATE, resource, "", body))).isEqualTo(201);
    }

    private void cluster(String group, String resource, String body) {
        assertThat(code(call(RunningServer.ADMIN, Verb.CREATE, new Target(group, "v1", resource, "", "", ""), body)))
                .isEqualTo(201);
    }

    private ApiReply admin(Verb verb, String resource, String name, String body) {
        return call(RunningServer.ADMIN, verb, new Target("", "v1", resource, "default", name, ""), body);
    }

    private ApiReply call(Caller caller, Verb verb, Target target, String body) {
        Body sent = body.isEmpty()
                ? Body.NONE
                : new Body(
                        verb == Verb.PATCH ? Body.MERGE_PATCH : Body.JSON,
                        body.replace('\'', '"').getBytes(StandardCharsets.UTF_8));
        return server.api().call(new ApiRequest(verb, target, Map.of(), sent, caller));
    }

    private static int code(ApiReply reply) {
        return switch (reply) {
            case ApiReply.Failure failure -> failure.status().code();
            case ApiReply.One one -> one.code();
            case ApiReply.Document document -> document.code();
            case ApiReply.Many _ -> 200;
        };
    }

    private static String text(ApiReply reply) {
        return switch (reply) {
            case ApiReply.Failure failure -> failure.status().message();
            case ApiReply.One one -> new String(one.object().json(), StandardCharsets.UTF_8);
            case ApiReply.Document document -> new String(document.json(), StandardCharsets.UTF_8);
            case ApiReply.Many many -> many.toString();
        };
    }

    private ApiReply agent(Verb verb, String resource, String name) {
        return call(AGENT, verb, new Target("", "v1", resource, "default", name, ""), "");
    }

    private void allows(String resource, String name) {
        assertThat(code(agent(Verb.GET, resource, name)))
                .as(resource + "/" + name)
                .isEqualTo(200);
    }

    private void refuses(String resource, String name) {
        ApiReply reply = agent(Verb.GET, resource, name);
        assertThat(code(reply)).as(resource + "/" + name).isEqualTo(403);
        assertThat(text(reply)).endsWith("no relationship found between node 'node-1' and this object");
    }

    @Test
    void anAgentReadsWhatThePodsOfItsNodeNeedAndNothingElse() {
        allows("secrets", "own");
        allows("secrets", "pulled");
        allows("secrets", "of-volume");
        refuses("secrets", "others");
        refuses("secrets", "unused");
        allows("configmaps", "own");
        refuses("configmaps", "others");
        allows("persistentvolumeclaims", "claim");
        allows("serviceaccounts", "worker");
        refuses("serviceaccounts", "boss");
        allows("pods", "mine");
        refuses("pods", "other");
        assertThat(code(call(AGENT, Verb.GET, new Target("", "v1", "persistentvolumes", "", "used", ""), "")))
                .isEqualTo(200);
        assertThat(code(call(AGENT, Verb.GET, new Target("", "v1", "persistentvolumes", "", "stray", ""), "")))
                .isEqualTo(403);
    }

    @Test
    void noAgentListsAllSecretsNodesOrPods() {
        assertThat(text(agent(Verb.LIST, "secrets", "")))
                .isEqualTo("secrets is forbidden: User \"system:node:node-1\" cannot list resource \"secrets\" in API"
                        + " group \"\" in the namespace \"default\": No Object name found");
        assertThat(text(agent(Verb.LIST, "pods", "")))
                .endsWith("can only list/watch pods with spec.nodeName field selector");
        assertThat(text(call(AGENT, Verb.LIST, new Target("", "v1", "nodes", "", "", ""), "")))
                .endsWith("node 'node-1' cannot read all nodes, only its own Node object");
        assertThat(text(call(AGENT, Verb.GET, new Target("", "v1", "nodes", "", "node-2", ""), "")))
                .endsWith("node 'node-1' cannot read 'node-2', only its own Node object");
        assertThat(code(call(AGENT, Verb.DELETE, new Target("", "v1", "nodes", "", "node-1", ""), "")))
                .isEqualTo(403);
    }

    @Test
    void anAgentWatchesWhatItSelectsByNodeOrByName() {
        assertThat(watched("pods", "spec.nodeName=node-1")).isTrue();
        assertThat(watched("pods", "spec.nodeName=node-2")).isFalse();
        assertThat(watched("pods", "spec.nodeName!=node-1")).isFalse();
        assertThat(watched("secrets", "metadata.name=own")).isTrue();
        assertThat(watched("secrets", "metadata.name=others")).isFalse();
        assertThat(watched("secrets", "metadata.name==")).isFalse();
    }

    private boolean watched(String resource, String selector) {
        var request = new ApiRequest(
                Verb.WATCH,
                new Target("", "v1", resource, "default", "", ""),
                Map.of("fieldSelector", List.of(selector), "resourceVersion", List.of("0")),
                Body.NONE,
                AGENT);
        return switch (server.api().watch(request)) {
            case WatchReply.Refused refused -> {
                assertThat(refused.status().code()).isEqualTo(403);
                yield false;
            }
            case WatchReply.Started started -> {
                started.cursor().close();
                yield true;
            }
        };
    }

    @Test
    void anAgentTouchesOtherNodesPodsInNoWay() {
        assertThat(text(agent(Verb.DELETE, "pods", "other")))
                .isEqualTo("pods \"other\" is forbidden: node \"node-1\" can only delete pods with spec.nodeName set to"
                        + " itself");
        String eviction = "{'apiVersion':'policy/v1','kind':'Eviction','metadata':{'name':'other'}}";
        ApiReply evicted =
                call(AGENT, Verb.CREATE, new Target("", "v1", "pods", "default", "other", "eviction"), eviction);
        assertThat(text(evicted))
                .isEqualTo("pods \"other\" is forbidden: node node-1 can only evict pods with spec.nodeName set to"
                        + " itself");
        ApiReply own = call(
                AGENT,
                Verb.CREATE,
                new Target("", "v1", "pods", "default", "mine", "eviction"),
                eviction.replace("other", "mine"));
        assertThat(code(own)).isEqualTo(201);
        String binding =
                "{'apiVersion':'v1','kind':'Binding','metadata':{'name':'other'},'target':{'kind':'Node','name':"
                        + "'node-1'}}";
        assertThat(code(call(AGENT, Verb.CREATE, new Target("", "v1", "pods", "default", "other", "binding"), binding)))
                .isEqualTo(403);
    }

    @Test
    void anAgentDoesNotChangeItsOwnTaintsButItsStatus() {
        var node = new Target("", "v1", "nodes", "", "node-1", "");
        assertThat(text(call(AGENT, Verb.PATCH, node, "{'spec':{'taints':[{'key':'k','effect':'NoSchedule'}]}}")))
                .isEqualTo("nodes \"node-1\" is forbidden: node \"node-1\" is not allowed to modify taints");
        var status = new Target("", "v1", "nodes", "", "node-1", "status");
        assertThat(code(call(AGENT, Verb.PATCH, status, "{'status':{'phase':'Running'}}")))
                .isEqualTo(200);
        assertThat(code(call(
                        AGENT, Verb.PATCH, new Target("", "v1", "nodes", "", "node-2", "status"), "{'status':{}}")))
                .isEqualTo(403);
    }

    @Test
    void tokensAreGivenForPodsOfTheNodeOnly() {
        assertThat(text(token("boss", bound("mine", podUid))))
                .endsWith("no relationship found between node 'node-1' and this object");
        assertThat(text(token("worker", "")))
                .isEqualTo("serviceaccounts \"worker\" is forbidden: node requested token not bound to a pod");
        assertThat(text(token("worker", bound("other", podUid))))
                .isEqualTo("serviceaccounts \"worker\" is forbidden: the UID in the bound object reference (" + podUid
                        + ") does not match the UID in record. The object might have been deleted and then recreated");
        assertThat(text(token("worker", bound("mine", podUid) + ",'audiences':['elsewhere']")))
                .contains("audience \"elsewhere\" not found in pod spec volume");
        assertThat(code(token("worker", bound("mine", podUid) + ",'audiences':['vault']")))
                .isEqualTo(201);
    }

    @Test
    void aVolumeWhoseDriverIsNotThereRefusesTokensForAudiences() {
        var driver = new Target("storage.k8s.io", "v1", "csidrivers", "", "d", "");
        assertThat(code(call(RunningServer.ADMIN, Verb.DELETE, driver, ""))).isEqualTo(200);
        assertThat(text(token("worker", bound("mine", podUid) + ",'audiences':['elsewhere']")))
                .isEqualTo("serviceaccounts \"worker\" is forbidden: error validating audience \"elsewhere\":"
                        + " csidriver.storage.k8s.io \"d\" not found");
    }

    @Test
    void aRoleGivesAgentsTokensForAnAudienceThatNoPodNames() {
        String audience = bound("mine", podUid) + ",'audiences':['elsewhere']";
        assertThat(code(token("worker", audience))).isEqualTo(403);
        String group = "rbac.authorization.k8s.io";
        cluster(group, "clusterroles", """
            {'apiVersion':'rbac.authorization.k8s.io/v1','kind':'ClusterRole','metadata':{'name':'audience'},'rules':[{
             'apiGroups':[''],'resources':['elsewhere'],'resourceNames':['worker'],
             'verbs':['request-serviceaccounts-token-audience']}]}\
            """);
        cluster(group, "clusterrolebindings", """
            {'apiVersion':'rbac.authorization.k8s.io/v1','kind':'ClusterRoleBinding','metadata':{'name':'audience'},
             'subjects':[{'kind':'Group','apiGroup':'rbac.authorization.k8s.io','name':'system:nodes'}],
             'roleRef':{'apiGroup':'rbac.authorization.k8s.io','kind':'ClusterRole','name':'audience'}}\
            """);
        // Roles are read by a loop, a little after they were written.
        int code = code(token("worker", audience));
        for (int tries = 0; code == 403 && tries < TRIES_MAX; tries++) {
            code = code(token("worker", audience));
        }
        assertThat(code).isEqualTo(201);
        assertThat(code(token("worker", audience.replace("elsewhere", "nowhere"))))
                .isEqualTo(403);
    }

    private static String bound(String pod, String uid) {
        return "'boundObjectRef':{'apiVersion':'v1','kind':'Pod','name':'" + pod + "','uid':'" + uid + "'}";
    }

    private ApiReply token(String account, String spec) {
        return call(
                AGENT,
                Verb.CREATE,
                new Target("", "v1", "serviceaccounts", "default", account, "token"),
                "{'apiVersion':'authentication.k8s.io/v1','kind':'TokenRequest','spec':{" + spec + "}}");
    }

    @Test
    void aMirrorPodGivesItsNodeNoRights() {
        made(
                "pods",
                "{'apiVersion':'v1','kind':'Pod','metadata':{'name':'static-node-1','annotations':"
                        + "{'kubernetes.io/config.mirror':'x'}},'spec':{'nodeName':'node-1','containers':[{'name':'c',"
                        + "'image':'i','envFrom':[{'configMapRef':{'name':'named-by-mirror'}}]}]}}");
        refuses("configmaps", "named-by-mirror");
        allows("pods", "static-node-1");
    }

    @Test
    void leasesAndWhatElseIsNamedLikeTheNodeAreItsOwn() {
        var lease = new Target("coordination.k8s.io", "v1", "leases", "kube-node-lease", "", "");
        String body = "{'apiVersion':'coordination.k8s.io/v1','kind':'Lease','metadata':{'name':'NAME'}}";
        assertThat(code(call(AGENT, Verb.CREATE, lease, body.replace("NAME", "node-1"))))
                .isEqualTo(201);
        assertThat(code(call(AGENT, Verb.CREATE, lease, body.replace("NAME", "node-2"))))
                .isEqualTo(403);
        assertThat(code(call(AGENT, Verb.LIST, lease, ""))).isEqualTo(403);
        var elsewhere = new Target("coordination.k8s.io", "v1", "leases", "default", "node-1", "");
        assertThat(text(call(AGENT, Verb.GET, elsewhere, "")))
                .endsWith("can only access leases in the \"kube-node-lease\" system namespace");
    }

    @Test
    void whoOnlyLooksLikeAnAgentIsNone() {
        var named = new Caller("system:node:node-1", "", List.of("system:authenticated"), Map.of(), "x");
        assertThat(code(call(named, Verb.GET, new Target("", "v1", "secrets", "default", "own", ""), "")))
                .isEqualTo(403);
        var nameless = new Caller("system:node:", "", List.of("system:nodes"), Map.of(), "x");
        assertThat(text(call(nameless, Verb.GET, new Target("", "v1", "secrets", "default", "own", ""), "")))
                .endsWith("unknown node for user \"system:node:\"");
    }
}
