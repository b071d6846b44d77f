package dev.tenure.launch.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.apiserver.handler.ObjectTrees;
import dev.tenure.apiserver.registry.KindEntry;
import dev.tenure.apiserver.registry.KindTable;
import dev.tenure.kinds.KindList;
import dev.tenure.launch.encryption.Encryption;
import dev.tenure.model.meta.Content;
import dev.tenure.model.meta.ObjectKey;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.store.Store.ResourceId;
import dev.tenure.wire.json.Document;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.ObjectNode;
import dev.tenure.wire.schema.GroupVersionKind;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class KubernetesLayoutTest {
    private static final KindTable KINDS = KindList.standard();
    private static final KubernetesLayout LAYOUT =
            new KubernetesLayout(KINDS, Duration.ofHours(1), Encryption.NONE, "registry");

    @ParameterizedTest
    @CsvSource({
        "'',nodes,'',n1,minions/n1",
        "'',pods,a,p,pods/a/p",
        "'',services,a,s,services/specs/a/s",
        "'',endpoints,a,s,services/endpoints/a/s",
        "'',replicationcontrollers,a,r,controllers/a/r",
        "'',events,a,e,events/a/e",
        "networking.k8s.io,ingresses,a,i,ingress/a/i",
        "apps,deployments,a,d,deployments/a/d",
        "coordination.k8s.io,leases,a,l,leases/a/l",
        "rbac.authorization.k8s.io,clusterroles,'',system:x,clusterroles/system:x",
        "apiextensions.k8s.io,customresourcedefinitions,'',x.y.z,apiextensions.k8s.io/customresourcedefinitions/x.y.z",
        "cr.bar.com,foos,a,f,cr.bar.com/foos/a/f",
        "awesome.bears.com,pandas,'',p,awesome.bears.com/pandas/p"
    })
    void keysAreThoseOfKubernetes(String group, String resource, String namespace, String name, String path) {
        var key = new ObjectKey(group, resource, namespace, name);
        assertThat(LAYOUT.path(key)).isEqualTo(path);
        assertThat(LAYOUT.key(path)).hasValue(key);
    }

    @Test
    void everyKindThatIsServedHasAFolderOfItsOwn() {
        for (KindEntry entry : KINDS.entries()) {
            if (entry.conversion().isPresent() || entry.has(KindEntry.Flag.VIRTUAL)) {
                continue;
            }
            ObjectKey key = entry.stored().key(entry.stored().namespaced() ? "a" : "", "x");
            assertThat(LAYOUT.key(LAYOUT.path(key))).hasValue(key);
            assertThat(LAYOUT.path(key)).startsWith(LAYOUT.folder(ResourceId.of(key), key.namespace()));
        }
    }

    @Test
    void whatIsNoObjectIsLeftAlone() {
        assertThat(LAYOUT.key("peerserverleases/apiserver-x")).isEmpty();
        assertThat(LAYOUT.key("health")).isEmpty();
    }

    /// The bytes that kube-apiserver 1.36.3 wrote for one service with the node port 31365, and for itself.
    @Test
    void whatServersShareStandsAsUpstreamWritesIt() {
        String ranges =
                "k8s\0\n\025\n\002v1\022\017RangeAllocation\022\u00cd\001\n\020\n\0\022\0\032\0\"\0*\0002\0008\0B\0"
                        + "\022\01330000-32767\032\u00ab\001 " + "\0".repeat(170) + "\032\0\"\0";
        var key = new ObjectKey("", "rangeallocations", "", "servicenodeports");
        assertThat(LAYOUT.path(key)).isEqualTo("ranges/servicenodeports");
        comesBack(key, ranges);
        String lease = "k8s\0\n\017\n\002v1\022\011Endpoints\022#\n\020\n\0\022\0\032\0\"\0*\0002\0008\002B\0"
                + "\022\017\n\015\n\011127.0.0.1\032\0\032\0\"\0";
        var server = new ObjectKey("", "masterleases", "", "127.0.0.1");
        assertThat(LAYOUT.path(server)).isEqualTo("masterleases/127.0.0.1");
        comesBack(server, lease);
        assertThat(LAYOUT.lifetime(ResourceId.of(server))).hasValue(Duration.ofSeconds(15));
    }

    private static void comesBack(ObjectKey key, String upstream) {
        assertThat(LAYOUT.key(LAYOUT.path(key))).hasValue(key);
        byte[] bytes = upstream.getBytes(StandardCharsets.ISO_8859_1);
        StoredObject read = LAYOUT.decode(key, bytes);
        assertThat(read.key()).isEqualTo(key);
        assertThat(new String(LAYOUT.encode(read), StandardCharsets.ISO_8859_1)).isEqualTo(upstream);
    }

    @Test
    void whatIsBuiltInIsProtobufAndComesBackAsItWas() {
        KindEntry pods = KINDS.find("", "v1", "pods").orElseThrow();
        var tree = (ObjectNode) Json.read("""
            {"kind":"Pod","apiVersion":"v1","metadata":{"name":"p","namespace":"a","uid":"u","labels":{"x":"y"}},
             "spec":{"containers":[{"name":"c","image":"i","resources":{}}],"nodeName":"n1"},"status":{"phase":"Running"}}
            """.getBytes(StandardCharsets.UTF_8));
        pods.strategy().setDefaults(tree);
        StoredObject pod = ObjectTrees.stored(pods, tree);
        byte[] bytes = LAYOUT.encode(pod);
        assertThat(new String(bytes, 0, 4, StandardCharsets.ISO_8859_1)).isEqualTo("k8s\0");
        StoredObject back = LAYOUT.decode(pod.key(), bytes);
        assertThat(back.header()).isEqualTo(pod.header());
        assertThat(Document.of(back.content()).isEquivalentTo(Document.of(pod.content())))
                .isTrue();
        assertThat(LAYOUT.encode(back)).isEqualTo(bytes);
    }

    @Test
    void whatWasDefinedAtRunTimeIsJson() {
        var key = new ObjectKey("cr.bar.com", "foos", "a", "f");
        byte[] json =
                "{\"apiVersion\":\"cr.bar.com/v1\",\"kind\":\"Foo\",\"metadata\":{\"name\":\"f\",\"namespace\":\"a\",\"uid\":\"u\"}}"
                        .getBytes(StandardCharsets.UTF_8);
        StoredObject foo = LAYOUT.decode(key, json);
        assertThat(foo.key()).isEqualTo(key);
        assertThat(foo.uid()).isEqualTo("u");
        assertThat(LAYOUT.encode(foo)[0]).isEqualTo((byte) '{');
    }

    /// As Go's encoder writes what has no Go type.
    @Test
    void whatWasDefinedAtRunTimeStandsInTheOrderOfItsFieldsNames() {
        var key = new ObjectKey("cr.bar.com", "foos", "a", "f");
        String upstream =
                "{\"apiVersion\":\"cr.bar.com/v1\",\"kind\":\"Foo\",\"metadata\":{\"name\":\"f\",\"namespace\":\"a\",\"uid\":\"u\"},"
                        + "\"spec\":{\"a\":\"\\u003cb\\u003e \\u0026 \\u2028\\u2029\",\"b\":[{\"c\":1,\"d\":2}]}}\n";
        comesBack(key, upstream);
        var tree = (ObjectNode) Json.read(
                "{\"kind\":\"Foo\",\"apiVersion\":\"cr.bar.com/v1\",\"spec\":{\"b\":[{\"d\":2,\"c\":1}],\"a\":\"<b> & \u2028\u2029\"},\"metadata\":{\"uid\":\"u\",\"namespace\":\"a\",\"name\":\"f\"}}"
                        .getBytes(StandardCharsets.UTF_8));
        assertThat(new String(LAYOUT.encode(LAYOUT.decode(key, Json.write(tree))), StandardCharsets.UTF_8))
                .isEqualTo(upstream);
    }

    /// The definition that kube-apiserver 1.36.3 stored for one of v1 with two versions alike.
    @Test
    void definitionsAreStoredInTheirBetaVersionAsUpstreamDoes() {
        var key = new ObjectKey("apiextensions.k8s.io", "customresourcedefinitions", "", "boats.example.org");
        String upstream =
                "{\"kind\":\"CustomResourceDefinition\",\"apiVersion\":\"apiextensions.k8s.io/v1beta1\",\"metadata\":{\"name\":\"boats.example.org\",\"uid\":\"u\",\"generation\":1,\"creationTimestamp\":\"2026-11-25T16:32:56Z\"},"
                        + "\"spec\":{\"group\":\"example.org\",\"version\":\"v1\",\"names\":{\"plural\":\"boats\",\"singular\":\"boat\",\"kind\":\"Boat\",\"listKind\":\"BoatList\"},\"scope\":\"Namespaced\","
                        + "\"validation\":{\"openAPIV3Schema\":{\"type\":\"object\"}},"
                        + "\"versions\":[{\"name\":\"v1\",\"served\":true,\"storage\":true,\"subresources\":{\"status\":{}}},{\"name\":\"v2\",\"served\":true,\"storage\":false}],"
                        + "\"additionalPrinterColumns\":[{\"name\":\"Age\",\"type\":\"date\",\"JSONPath\":\".metadata.creationTimestamp\"}],"
                        + "\"conversion\":{\"strategy\":\"Webhook\",\"webhookClientConfig\":{\"url\":\"https://h/c\"},\"conversionReviewVersions\":[\"v1\"]},\"preserveUnknownFields\":false},"
                        + "\"status\":{\"conditions\":[],\"acceptedNames\":{\"plural\":\"boats\",\"kind\":\"Boat\"},\"storedVersions\":[\"v1\"]}}\n";
        comesBack(key, upstream);
        String filledIn = upstream.replace("\"singular\":\"boat\",", "")
                .replace("\"BoatList\"}", "\"BoatList\",\"singular\":\"boat\"}");
        assertThat(filledIn).isNotEqualTo(upstream);
        StoredObject read = LAYOUT.decode(key, filledIn.getBytes(StandardCharsets.UTF_8));
        assertThat(new String(LAYOUT.encode(read), StandardCharsets.UTF_8))
                .as("what was filled in stands in its place")
                .isEqualTo(upstream);
        JsonNode served = Json.read(
                LAYOUT.decode(key, upstream.getBytes(StandardCharsets.UTF_8)).json());
        assertThat(served.path("apiVersion").asText()).isEqualTo("apiextensions.k8s.io/v1");
        assertThat(served.path("spec")).isEqualTo(Json.read("""
            {"group":"example.org","names":{"plural":"boats","singular":"boat","kind":"Boat","listKind":"BoatList"},
             "scope":"Namespaced","versions":[
              {"name":"v1","served":true,"storage":true,"schema":{"openAPIV3Schema":{"type":"object"}},"subresources":{"status":{}},
               "additionalPrinterColumns":[{"name":"Age","type":"date","jsonPath":".metadata.creationTimestamp"}]},
              {"name":"v2","served":true,"storage":false,"schema":{"openAPIV3Schema":{"type":"object"}},
               "additionalPrinterColumns":[{"name":"Age","type":"date","jsonPath":".metadata.creationTimestamp"}]}],
             "conversion":{"strategy":"Webhook","webhook":{"clientConfig":{"url":"https://h/c"},"conversionReviewVersions":["v1"]}}}
            """.getBytes(StandardCharsets.UTF_8)));
    }

    @Test
    void whatCannotBeReadIsLeftOutAndNoFault() {
        var key = new ObjectKey("", "pods", "a", "p");
        assertThat(LAYOUT.decode(key, "k8s:enc:aescbc:v1:k:".getBytes(StandardCharsets.UTF_8))
                        .content())
                .isInstanceOf(Content.Unreadable.class);
    }

    /// As kube-apiserver 1.36 stores policies that change objects.
    @Test
    void whatUpstreamStoresAsBetaIsStoredAsBetaAndReadAsItIsServed() {
        var key = new ObjectKey("admissionregistration.k8s.io", "mutatingadmissionpolicies", "", "p");
        var tree = (ObjectNode) Json.read("""
            {"kind":"MutatingAdmissionPolicy","apiVersion":"admissionregistration.k8s.io/v1","metadata":{"name":"p"},
             "spec":{"failurePolicy":"Fail","reinvocationPolicy":"Never"}}
            """.getBytes(StandardCharsets.UTF_8));
        KindEntry policies = KINDS.find("admissionregistration.k8s.io", "v1", "mutatingadmissionpolicies")
                .orElseThrow();
        byte[] bytes = LAYOUT.encode(ObjectTrees.stored(policies, tree));
        assertThat(new String(bytes, StandardCharsets.ISO_8859_1)).contains("admissionregistration.k8s.io/v1beta1");
        assertThat(Document.of(LAYOUT.decode(key, bytes).content())
                        .tree()
                        .path("apiVersion")
                        .asText())
                .isEqualTo("admissionregistration.k8s.io/v1");
    }

    @Test
    void whatStandsInAnotherServedVersionIsReadAsTheStoredOne() {
        var key = new ObjectKey("autoscaling", "horizontalpodautoscalers", "a", "h");
        byte[] json = """
            {"kind":"HorizontalPodAutoscaler","apiVersion":"autoscaling/v1","metadata":{"name":"h","namespace":"a"},
             "spec":{"scaleTargetRef":{"kind":"Deployment","name":"d"},"maxReplicas":3,"targetCPUUtilizationPercentage":40}}
            """.getBytes(StandardCharsets.UTF_8);
        ObjectNode read = Document.of(LAYOUT.decode(key, json).content()).tree();
        assertThat(read.path("apiVersion").asText()).isEqualTo("autoscaling/v2");
        assertThat(read.at("/spec/metrics/0/resource/target/averageUtilization").asInt())
                .isEqualTo(40);
    }

    /// kube-apiserver 1.36.3 reads all of these; `checks/upstream/beside/exchange.py` asks it.
    @ParameterizedTest
    @CsvSource({
        "apps/v1,deployments,apps/v1beta1 apps/v1beta2 extensions/v1beta1",
        "apps/v1,statefulsets,apps/v1beta1 apps/v1beta2",
        "apps/v1,daemonsets,apps/v1beta2 extensions/v1beta1",
        "apps/v1,replicasets,apps/v1beta2 extensions/v1beta1",
        "batch/v1,cronjobs,batch/v1beta1",
        "networking.k8s.io/v1,networkpolicies,extensions/v1beta1",
        "networking.k8s.io/v1,ingressclasses,networking.k8s.io/v1beta1",
        "policy/v1,poddisruptionbudgets,policy/v1beta1",
        "rbac.authorization.k8s.io/v1,clusterroles,rbac.authorization.k8s.io/v1beta1",
        "scheduling.k8s.io/v1,priorityclasses,scheduling.k8s.io/v1beta1",
        "storage.k8s.io/v1,storageclasses,storage.k8s.io/v1beta1",
        "node.k8s.io/v1,runtimeclasses,node.k8s.io/v1beta1",
        "coordination.k8s.io/v1,leases,coordination.k8s.io/v1beta1",
        "admissionregistration.k8s.io/v1,validatingwebhookconfigurations,admissionregistration.k8s.io/v1beta1"
    })
    void whatAnOlderServerStoredIsReadAndWrittenAnew(String now, String resource, String versions) {
        GroupVersionKind version = GroupVersionKind.of(now, "");
        KindEntry entry =
                KINDS.find(version.group(), version.version(), resource).orElseThrow();
        String namespace = entry.stored().namespaced() ? "a" : "";
        ObjectNode tree = Json.object().put("kind", entry.stored().kind()).put("apiVersion", now);
        tree.putObject("metadata").put("name", "x").put("uid", "u");
        if (!namespace.isEmpty()) {
            tree.withObjectProperty("metadata").put("namespace", namespace);
        }
        entry.strategy().setDefaults(tree);
        StoredObject object = ObjectTrees.stored(entry, tree);
        byte[] current = LAYOUT.encode(object);
        assertThat(LAYOUT.isCurrent(object.key(), current)).isTrue();
        for (String older : versions.split(" ")) {
            byte[] stored = inVersion(current, now, older);
            StoredObject read = LAYOUT.decode(object.key(), stored);
            assertThat(Json.read(read.json()))
                    .as(older)
                    .isEqualTo(Json.read(LAYOUT.decode(object.key(), current).json()));
            assertThat(LAYOUT.isCurrent(object.key(), stored)).isFalse();
            assertThat(LAYOUT.encode(read)).isEqualTo(current);
        }
    }

    /// With another version in its envelope.
    private static byte[] inVersion(byte[] bytes, String now, String older) {
        String text = new String(bytes, StandardCharsets.ISO_8859_1);
        int typeLength = text.charAt(5) + older.length() - now.length();
        String rest = text.substring(8 + now.length());
        return ("k8s\0\n" + (char) typeLength + '\n' + (char) older.length() + older + rest)
                .getBytes(StandardCharsets.ISO_8859_1);
    }

    /// In policy/v1beta1 an empty selector meant no pod.
    @Test
    void budgetsOfTheBetaVersionSelectWhatTheySelectedThere() {
        String label = "pdb.kubernetes.io/deprecated-v1beta1-empty-selector-match";
        assertThat(selectorOf("{}"))
                .isEqualTo("{\"matchExpressions\":[{\"key\":\"" + label + "\",\"operator\":\"Exists\"}]}");
        assertThat(selectorOf("{\"matchExpressions\":[{\"key\":\"" + label + "\",\"operator\":\"DoesNotExist\"}]}"))
                .isEqualTo("{}");
        assertThat(selectorOf("{\"matchLabels\":{\"a\":\"b\"}}")).isEqualTo("{\"matchLabels\":{\"a\":\"b\"}}");
        String other = "{\"key\":\"a\",\"operator\":\"Exists\"}";
        assertThat(selectorOf(
                        "{\"matchExpressions\":[" + other + ",{\"key\":\"" + label + "\",\"operator\":\"Exists\"}]}"))
                .isEqualTo("{\"matchExpressions\":[" + other + "]}");
    }

    private static String selectorOf(String stored) {
        var key = new ObjectKey("policy", "poddisruptionbudgets", "a", "b");
        String json =
                "{\"kind\":\"PodDisruptionBudget\",\"apiVersion\":\"policy/v1beta1\",\"metadata\":{\"name\":\"b\",\"namespace\":\"a\"},\"spec\":{\"selector\":"
                        + stored + "}}";
        ObjectNode read = Document.of(LAYOUT.decode(key, json.getBytes(StandardCharsets.UTF_8))
                        .content())
                .tree();
        return new String(Json.write(read.at("/spec/selector")), StandardCharsets.UTF_8);
    }

    private static ObjectNode readSpec(String resource, String kind, String spec) {
        byte[] json = """
            {"kind":"%s","apiVersion":"v1","metadata":{"name":"d","namespace":"a"},"spec":%s}
            """.formatted(kind, spec).getBytes(StandardCharsets.UTF_8);
        return (ObjectNode) Document.of(LAYOUT.decode(new ObjectKey("", resource, "a", "d"), json)
                        .content())
                .tree()
                .path("spec");
    }

    /// Upstream: the functions defaultOnRead of its registries.
    @Test
    void whatUpstreamPutsRightWhenItReadsIsPutRight() {
        ObjectNode external = readSpec("services", "Service", """
            {"type":"ExternalName","externalName":"x.example.com","internalTrafficPolicy":"Local"}
            """);
        assertThat(external.has("internalTrafficPolicy")).isFalse();

        ObjectNode old = readSpec("services", "Service", """
            {"clusterIP":"10.0.0.7","internalTrafficPolicy":"Local"}
            """);
        assertThat(old.path("internalTrafficPolicy").asText()).isEqualTo("Local");
        assertThat(old.path("clusterIPs").toString()).isEqualTo("[\"10.0.0.7\"]");
        assertThat(old.path("ipFamilies").toString()).isEqualTo("[\"IPv4\"]");
        assertThat(old.path("ipFamilyPolicy").asText()).isEqualTo("SingleStack");
        ObjectNode headless = readSpec("services", "Service", "{\"clusterIP\":\"None\"}");
        assertThat(headless.path("clusterIPs").toString()).isEqualTo("[\"None\"]");
        assertThat(headless.has("ipFamilies")).isFalse();

        ObjectNode claim = readSpec("persistentvolumeclaims", "PersistentVolumeClaim", """
            {"dataSource":{"kind":"PersistentVolumeClaim","name":"other"}}
            """);
        assertThat(claim.at("/dataSourceRef/name").asText()).isEqualTo("other");
    }

    @Test
    void defaultsThatWereMissingWhenItWasStoredAreFilledIn() {
        var key = new ObjectKey("apps", "deployments", "a", "d");
        byte[] json = """
            {"kind":"Deployment","apiVersion":"apps/v1","metadata":{"name":"d","namespace":"a"},
             "spec":{"selector":{"matchLabels":{"x":"y"}},"template":{"metadata":{"labels":{"x":"y"}},
             "spec":{"containers":[{"name":"c","image":"i"}]}}}}
            """.getBytes(StandardCharsets.UTF_8);
        ObjectNode read = Document.of(LAYOUT.decode(key, json).content()).tree();
        assertThat(read.at("/spec/replicas").asInt()).isEqualTo(1);
        assertThat(read.at("/spec/template/spec/restartPolicy").asText()).isEqualTo("Always");
    }
}
