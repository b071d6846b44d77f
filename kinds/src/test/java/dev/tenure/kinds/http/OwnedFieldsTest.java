package dev.tenure.kinds.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/// Who comes to own what by writes of subresources, what may stand in managedFields, and what an apply tells
/// of repeated keys; all as upstream 1.36.3 answered.
class OwnedFieldsTest {
    private static final String DEFAULT = "/api/v1/namespaces/default";
    private static final String APPLY = "application/apply-patch+yaml";
    private static final int TRIES_MAX = 20_000;
    private static final String MERGE = "application/merge-patch+json";
    private static final String METADATA = "'metadata':{'name':'x','labels':{'q':'r'},'annotations':{'n':'1'},"
            + "'finalizers':['example.com/f'],'ownerReferences':[{'apiVersion':'v1','kind':'Pod','name':'o','uid':'u'}]}";

    @AutoClose
    private static final HttpCalls CALLS = HttpCalls.toNewServer();

    private static HttpResponse<byte[]> send(String method, String path, String type, String body)
            throws IOException, InterruptedException {
        byte[] sent = body.replace('\'', '"').getBytes(StandardCharsets.UTF_8);
        return CALLS.send("admin", method, path, Map.of("Content-Type", type), sent);
    }

    private static void make(String path, String body) throws IOException, InterruptedException {
        assertThat(send("POST", path, "application/json", body).statusCode()).isEqualTo(201);
    }

    private static JsonNode applied(String path, String body) throws IOException, InterruptedException {
        var answer = send("PATCH", path + "?fieldManager=m&force=true", APPLY, body);
        assertThat(answer.statusCode()).as(HttpCalls.text(answer)).isEqualTo(200);
        return Json.read(answer.body());
    }

    @Test
    void whatNothingTellsFromOthersLeavesAnObjectWithoutOwners() throws IOException, InterruptedException {
        String accounts = DEFAULT + "/serviceaccounts";
        for (String secrets : List.of("[{}]", "[{'name':'b'},{'namespace':'other'}]")) {
            var made = send("POST", accounts + "?dryRun=All", "application/json", account("nobody", secrets));
            assertThat(made.statusCode()).as(secrets).isEqualTo(201);
            JsonNode account = Json.read(made.body());
            assertThat(account.path("metadata").has("managedFields"))
                    .as(secrets)
                    .isFalse();
        }
        make(accounts, account("later", "[{'name':'b'}]"));
        assertThat(owners(accounts + "/later", "{'metadata':{'labels':{'a':'b'}}}"))
                .isTrue();
        assertThat(owners(accounts + "/later", "{'secrets':[{}]}")).isFalse();
        assertThat(owners(accounts + "/later", "{'secrets':[{'name':'b'}]}")).isFalse();
        make(accounts, account("applied", "[{}]"));
        var refused = send("PATCH", accounts + "/applied?fieldManager=m", APPLY, account("applied", "[{'name':'b'}]"));
        assertThat(refused.statusCode()).isEqualTo(500);
        assertThat(HttpCalls.text(refused))
                .contains("failed to create manager for existing fields: failed to convert new object"
                        + " (default/applied; /v1, Kind=ServiceAccount) to smd typed: .secrets: element 0: associative"
                        + " list with keys has an element that omits all key fields");
    }

    private static String account(String name, String secrets) {
        return "{'apiVersion':'v1','kind':'ServiceAccount','metadata':{'name':'%s'},'secrets':%s}"
                .formatted(name, secrets);
    }

    private static boolean owners(String path, String change) throws IOException, InterruptedException {
        return Json.read(send("PATCH", path, MERGE, change).body())
                .path("metadata")
                .has("managedFields");
    }

    @Test
    void onlyTheNamesOfAnAccountsSecretsStay() throws IOException, InterruptedException {
        String accounts = DEFAULT + "/serviceaccounts";
        String whole = "[{'name':'b','namespace':'other','kind':'Secret','uid':'u'},{'name':'c'}]";
        JsonNode names = Json.read("[{\"name\":\"b\"},{\"name\":\"c\"}]".getBytes(StandardCharsets.UTF_8));
        make(accounts, account("names", "[]"));
        JsonNode patched = Json.read(send("PATCH", accounts + "/names", MERGE, "{'secrets':" + whole + "}")
                .body());
        assertThat(patched.path("secrets")).isEqualTo(names);
        var made = send("POST", accounts, "application/json", account("made", whole));
        assertThat(Json.read(made.body()).path("secrets")).isEqualTo(names);
    }

    @Test
    void enforcingTheSecretsOfAnAccountWarnsWhenItIsNew() throws IOException, InterruptedException {
        String accounts = DEFAULT + "/serviceaccounts";
        String annotations = "{'annotations':{'kubernetes.io/enforce-mountable-secrets':'true'}}";
        make(accounts, account("enforced", "[]"));
        var first = send("PATCH", accounts + "/enforced", MERGE, "{'metadata':" + annotations + "}");
        assertThat(first.headers().firstValue("Warning").orElse(""))
                .contains("metadata.annotations[kubernetes.io/enforce-mountable-secrets]: deprecated in v1.32+");
        var second = send("PATCH", accounts + "/enforced", MERGE, "{'metadata':{'labels':{'a':'b'}}}");
        assertThat(second.headers().firstValue("Warning")).isEmpty();
    }

    @Test
    void anEmptyListOfManagersTakesThemAway() throws IOException, InterruptedException {
        String path = DEFAULT + "/configmaps/owned";
        make(DEFAULT + "/configmaps", "{'metadata':{'name':'owned'},'data':{'a':'1'}}");
        for (String body : List.of("{'metadata':{'managedFields':[]}}", "{'metadata':{'managedFields':[{}]}}")) {
            applied(path, "{'apiVersion':'v1','kind':'ConfigMap','metadata':{'name':'owned'},'data':{'a':'2'}}");
            JsonNode left = Json.read(send("PATCH", path, MERGE, body).body());
            assertThat(left.path("metadata").has("managedFields")).as(body).isFalse();
        }
    }

    @Test
    void anEmptyListOfManagersTakesNoneAwayWhereAKindWasDefined() throws IOException, InterruptedException {
        make("/apis/apiextensions.k8s.io/v1/customresourcedefinitions", """
                {'metadata': {'name': 'things.owned.org'}, 'spec': {'group': 'owned.org', 'scope': 'Namespaced',
                 'names': {'plural': 'things', 'kind': 'Thing'}, 'versions': [{'name': 'v1', 'served': true,
                 'storage': true, 'schema': {'openAPIV3Schema': {'type': 'object', 'properties': {
                 'spec': {'type': 'object', 'properties': {'a': {'type': 'string'}}}}}}}]}}""");
        String things = "/apis/owned.org/v1/namespaces/default/things";
        String thing = "{'apiVersion':'owned.org/v1','kind':'Thing','metadata':{'name':'owned'},'spec':{'a':'1'}}";
        int code = 404;
        for (int i = 0; i < TRIES_MAX && code == 404; i++) {
            code = send("POST", things, "application/json", thing).statusCode();
        }
        assertThat(code).isEqualTo(201);
        String empty = "{'op':'add','path':'/metadata/managedFields','value':[]}";
        send("PATCH", things + "/owned", "application/json-patch+json", "[" + empty + "]");
        assertThat(managers(things + "/owned").size()).isEqualTo(1);
        send("PATCH", things + "/owned", MERGE, "{'metadata':{'managedFields':[]}}");
        assertThat(managers(things + "/owned").size()).isEqualTo(1);
        send("PATCH", things + "/owned", MERGE, "{'metadata':{'managedFields':[{}]}}");
        assertThat(managers(things + "/owned").isMissingNode()).isTrue();
    }

    /// The fields of the one who applied, as text; empty when there are none.
    private static String owned(JsonNode object) {
        for (JsonNode entry : object.path("metadata").path("managedFields")) {
            if (entry.path("operation").asText("").equals("Apply")) {
                return new String(Json.write(entry.path("fieldsV1")), StandardCharsets.UTF_8);
            }
        }
        return "";
    }

    private static JsonNode managers(String path) throws IOException, InterruptedException {
        return Json.read(send("GET", path, "application/json", "").body())
                .path("metadata")
                .path("managedFields");
    }

    @Test
    void whatEveryClusterBeginsWithIsOwnedByTheServer() throws Exception {
        JsonNode namespace = managers(DEFAULT);
        assertThat(namespace.path(0).path("manager").asText()).isEqualTo("kube-apiserver");
        assertThat(namespace.path(0).path("fieldsV1"))
                .hasToString("{\"f:metadata\":{\"f:labels\":{\".\":{},\"f:kubernetes.io/metadata.name\":{}}}}");
        assertThat(managers("/apis/rbac.authorization.k8s.io/v1/clusterrolebindings/cluster-admin")
                        .toString())
                .contains("\"f:roleRef\":{},\"f:subjects\":{}");
        assertThat(managers(DEFAULT + "/services/kubernetes").toString())
                .contains("f:clusterIP", "f:internalTrafficPolicy")
                .doesNotContain("f:clusterIPs", "f:ipFamilies", "f:status");
    }

    @Test
    void aTokenTellsWhoAskedForWhat() throws Exception {
        make(DEFAULT + "/serviceaccounts", "{'metadata':{'name':'asked'}}");
        String path = DEFAULT + "/serviceaccounts/asked/token?fieldManager=m";
        JsonNode token = Json.read(send("POST", path, "application/json", "{'spec':{'audiences':['a']}}")
                .body());
        JsonNode entry = token.path("metadata").path("managedFields").path(0);
        assertThat(entry.path("manager").asText()).isEqualTo("m");
        assertThat(entry.path("subresource").asText()).isEqualTo("token");
        assertThat(entry.path("fieldsV1")).hasToString("{\"f:spec\":{\"f:audiences\":{},\"f:expirationSeconds\":{}}}");
    }

    @Test
    void theStatusOfADeploymentBringsNoLabels() throws Exception {
        String path = "/apis/apps/v1/namespaces/default/deployments";
        make(
                path,
                "{'metadata':{'name':'x'},'spec':{'selector':{'matchLabels':{'a':'b'}},'template':{'metadata':{'labels':"
                        + "{'a':'b'}},'spec':{'containers':[{'name':'c','image':'i'}]}}}}");
        JsonNode deployment =
                applied(path + "/x/status", "{'apiVersion':'apps/v1','kind':'Deployment'," + METADATA + "}");
        assertThat(owned(deployment)).contains("f:annotations").doesNotContain("f:labels");
        assertThat(deployment.path("metadata").has("labels")).isFalse();
    }

    @Test
    void theStatusOfAPriorityLevelBringsNoMetadataAtAll() throws Exception {
        String path = "/apis/flowcontrol.apiserver.k8s.io/v1/prioritylevelconfigurations";
        make(path, "{'metadata':{'name':'x'},'spec':{'type':'Limited','limited':{'limitResponse':{'type':'Reject'}}}}");
        JsonNode level = applied(
                path + "/x/status",
                "{'apiVersion':'flowcontrol.apiserver.k8s.io/v1','kind':'PriorityLevelConfiguration'," + METADATA
                        + ",'status':{'conditions':[{'type':'Ready','status':'True'}]}}");
        assertThat(owned(level)).contains("f:status").doesNotContain("f:metadata");
        assertThat(level.path("metadata").has("annotations")).isFalse();
        assertThat(level.path("metadata").has("finalizers")).isFalse();
    }

    @Test
    void theStatusOfAPodBringsNoOwnersAndOtherPartsOfItBringAll() throws Exception {
        String spec = "'spec':{'containers':[{'name':'c','image':'i'}]}";
        make(DEFAULT + "/pods", "{'metadata':{'name':'x'}," + spec + "}");
        String body = "{'apiVersion':'v1','kind':'Pod'," + METADATA + "," + spec + "}";
        assertThat(owned(applied(DEFAULT + "/pods/x/status", body)))
                .contains("f:labels")
                .doesNotContain("f:ownerReferences", "f:spec");
        JsonNode resized = applied(DEFAULT + "/pods/x/resize", body);
        assertThat(resized.path("metadata").path("managedFields").valueStream())
                .anyMatch(entry -> entry.path("subresource").asText("").equals("resize")
                        && entry.path("fieldsV1").has("f:spec"));
    }

    @Test
    void aManagerHasAShortName() throws Exception {
        make(DEFAULT + "/configmaps", "{'metadata':{'name':'managed'}}");
        String managers = "{'metadata':{'managedFields':[{'manager':'%s','operation':'Update','apiVersion':'v1',"
                + "'fieldsType':'FieldsV1','fieldsV1':{'f:data':{}}}]}}";
        var answer = send("PATCH", DEFAULT + "/configmaps/managed", MERGE, managers.formatted("m".repeat(129)));
        assertThat(answer.statusCode()).isEqualTo(422);
        assertThat(HttpCalls.text(answer))
                .contains("metadata.managedFields[0].manager: Too long: may not be more than 128 bytes");
        assertThat(send("PATCH", DEFAULT + "/configmaps/managed", MERGE, managers.formatted("m".repeat(128)))
                        .statusCode())
                .isEqualTo(200);
    }

    @Test
    void repeatedKeysOfAnApplyAreToldWhenAllElseIsWell() throws Exception {
        String path = DEFAULT + "/configmaps/repeated?fieldManager=m";
        String text = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: repeated}\ndata:\n  a: one\n  a: two\n";
        var made = send("PATCH", path, APPLY, text);
        assertThat(made.statusCode()).isEqualTo(201);
        assertThat(made.headers().allValues("Warning"))
                .containsExactly("299 - \"line 6: key \\\"a\\\" already set in map\"");
        assertThat(HttpCalls.text(send("PATCH", path + "&fieldValidation=Strict", APPLY, text)))
                .contains("error strict decoding YAML: error converting YAML to JSON");
        var wrong = send("PATCH", path, APPLY, "{'a':1,'a':2}");
        assertThat(HttpCalls.text(wrong)).contains("invalid object type");
        assertThat(wrong.headers().allValues("Warning")).isEmpty();
    }

    @Test
    void aVolumeNotesSinceWhenItIsInItsPhase() throws Exception {
        String path = "/api/v1/persistentvolumes";
        make(
                path,
                "{'metadata':{'name':'x'},'spec':{'capacity':{'storage':'1Gi'},'accessModes':['ReadWriteOnce'],"
                        + "'hostPath':{'path':'/d'}}}");
        String status = "{'status':{'phase':'%s','lastPhaseTransitionTime':%s}}";
        assertThat(since(path, status.formatted("Available", "'2020-01-01T00:00:00Z'")))
                .isEqualTo("2020-01-01T00:00:00Z");
        assertThat(since(path, status.formatted("Available", "null"))).isEqualTo("2020-01-01T00:00:00Z");
        assertThat(since(path, "{'status':{'phase':'Bound'}}")).isNotEmpty().isNotEqualTo("2020-01-01T00:00:00Z");
    }

    private static String since(String path, String patch) throws IOException, InterruptedException {
        JsonNode volume =
                Json.read(send("PATCH", path + "/x/status", MERGE, patch).body());
        return volume.path("status").path("lastPhaseTransitionTime").asText("");
    }
}
