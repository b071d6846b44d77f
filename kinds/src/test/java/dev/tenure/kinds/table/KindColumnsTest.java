package dev.tenure.kinds.table;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.ObjectNode;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class KindColumnsTest {
    private static final Instant NOW = Instant.parse("2026-01-01T00:01:00Z");
    private static final String META = "\"metadata\":{\"name\":\"x\",\"creationTimestamp\":\"2026-01-01T00:00:00Z\"}";

    private static List<String> row(String resource, String fields) {
        String json = "{" + META + (fields.isEmpty() ? "" : "," + fields) + "}";
        ObjectNode object = Json.readObject(json.getBytes(StandardCharsets.UTF_8));
        return KindColumns.of(resource).stream()
                .map(column -> column.cell().of(object, NOW))
                .map(JsonNode::asText)
                .toList();
    }

    @Test
    void requestsForCertificatesTellWhatWasDecided() {
        assertThat(row("certificatesigningrequests.certificates.k8s.io", """
            "spec":{"signerName":"kubernetes.io/kubelet-serving","username":"system:node:n","expirationSeconds":3600},
            "status":{"conditions":[{"type":"Approved"},{"type":"Failed"}],"certificate":"aa"}\
            """))
                .containsExactly(
                        "x", "60s", "kubernetes.io/kubelet-serving", "system:node:n", "60m", "Approved,Failed,Issued");
        assertThat(row("certificatesigningrequests.certificates.k8s.io", ""))
                .containsExactly("x", "60s", "<none>", "", "<none>", "Pending");
    }

    @Test
    void endpointsShowThreeAddressesAndCountTheRest() {
        assertThat(row("endpoints", """
            "subsets":[{"addresses":[{"ip":"10.0.0.1"},{"ip":"10.0.0.2"},{"ip":"10.0.0.3"},{"ip":"10.0.0.4"}],
                        "ports":[{"port":80}]}]\
            """))
                .containsExactly("x", "10.0.0.1:80,10.0.0.2:80,10.0.0.3:80 + 1 more...", "60s");
        assertThat(row("endpoints", "")).containsExactly("x", "<none>", "60s");
    }

    /// Each port with each address would be more than a memory holds.
    @Test
    void ofVeryManyEndpointsNoMoreIsMadeThanIsShown() {
        String addresses = IntStream.range(0, 40_000)
                .mapToObj(i -> "{\"ip\":\"10.0.0." + i + "\"}")
                .collect(Collectors.joining(","));
        String ports =
                IntStream.range(1, 40_001).mapToObj(i -> "{\"port\":" + i + "}").collect(Collectors.joining(","));
        assertThat(row("endpoints", "\"subsets\":[{\"addresses\":[" + addresses + "],\"ports\":[" + ports + "]}]"))
                .containsExactly("x", "10.0.0.0:1,10.0.0.1:1,10.0.0.2:1 + 1599999997 more...", "60s");
        assertThat(row("endpoints", """
            "subsets":[{"addresses":[{"ip":"10.0.0.1"}],"ports":[{"port":80},{"port":81}]},
                       {"addresses":[{"ip":"fd00::1"},{"ip":"10.0.0.3"}]}]\
            """)).containsExactly("x", "10.0.0.1:80,10.0.0.1:81,fd00::1 + 1 more...", "60s");
    }

    @Test
    void restartsAndGatesOfPodsAreCounted() {
        String status = """
            "spec":{"readinessGates":[{"conditionType":"a"},{"conditionType":"b"},{"conditionType":"c"}],
                    "containers":[{"name":"c"},{"name":"d"}]},
            "status":{"conditions":[{"type":"a","status":"True"},{"type":"b","status":"False"},{"type":"b","status":"True"}],
                      "containerStatuses":[{"name":"c","restartCount":2147483647},{"name":"d","restartCount":1}]}\
            """;
        assertThat(row("pods", status)).contains("2147483648", "1/3");
    }

    @Test
    void loadBalancersAreSortedBeforeTheAddressesFromOutside() {
        String balancers = """
            "status":{"loadBalancer":{"ingress":[{"ip":"1.2.3.4"},{"hostname":"a.b"},{"ip":"1.2.3.4"},{},{"ip":"1.2.2.2"}]}}\
            """;
        assertThat(row("services", """
            "spec":{"type":"LoadBalancer","clusterIPs":["10.0.0.7"],"externalIPs":["9.9.9.9","8.8.8.8"]},""" + balancers)).contains("1.2.2.2,1.2.3.4,a.b,9.9.9.9,8.8.8.8");
        assertThat(row("services", "\"spec\":{\"type\":\"LoadBalancer\"}")).contains("<pending>");
        assertThat(row("ingresses.networking.k8s.io", balancers)).contains("1.2.2.2,1.2.3.4,a.b");
    }

    @Test
    void slicesNamePortsWithoutNumber() {
        assertThat(row("endpointslices.discovery.k8s.io", """
            "addressType":"IPv4","ports":[{"port":443},{"name":"all"},{}],
            "endpoints":[{"addresses":["10.0.0.1"]}]\
            """))
                .containsExactly("x", "IPv4", "443,all,*", "10.0.0.1", "60s");
    }

    @Test
    void claimsShowWhatTheyGotOnceTheyAreBound() {
        assertThat(row("persistentvolumeclaims", """
            "spec":{"volumeName":"pv","storageClassName":"fast","volumeMode":"Filesystem"},
            "status":{"phase":"Bound","capacity":{"storage":"1Gi"},"accessModes":["ReadWriteOnce"]}\
            """))
                .containsExactly("x", "Bound", "pv", "1Gi", "RWO", "fast", "<unset>", "60s", "Filesystem");
        assertThat(row("persistentvolumeclaims", "\"status\":{\"phase\":\"Pending\"}"))
                .containsExactly("x", "Pending", "", "", "", "", "<unset>", "60s", "<unset>");
    }

    @Test
    void podTemplatesShowTheirContainersAndLabels() {
        assertThat(row("podtemplates", """
            "template":{"metadata":{"labels":{"b":"2","a":"1"}},
            "spec":{"containers":[{"name":"c","image":"i:1"},{"name":"d","image":"j"}]}}\
            """)).containsExactly("x", "c,d", "i:1,j", "a=1,b=2");
        assertThat(row("podtemplates", "")).containsExactly("x", "", "", "<none>");
    }

    @Test
    void bindingsShowTheirSubjectsByKind() {
        assertThat(row("rolebindings.rbac.authorization.k8s.io", """
            "roleRef":{"kind":"ClusterRole","name":"view"},
            "subjects":[{"kind":"User","name":"u"},{"kind":"Group","name":"g"},
                        {"kind":"ServiceAccount","namespace":"ns","name":"s"}]\
            """))
                .containsExactly("x", "ClusterRole/view", "60s", "u", "g", "ns/s");
    }

    @Test
    void theDefaultStorageClassIsMarked() {
        ObjectNode object = Json.object();
        object.putObject("metadata")
                .put("name", "fast")
                .putObject("annotations")
                .put("storageclass.kubernetes.io/is-default-class", "true");
        assertThat(KindColumns.of("storageclasses.storage.k8s.io")
                        .getFirst()
                        .cell()
                        .of(object, NOW)
                        .asText())
                .isEqualTo("fast (default)");
    }
}
