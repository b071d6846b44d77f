package dev.tenure.kubelet.pod;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.ObjectNode;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// A manifest on the node's disk becomes a pod of this node, and the object that shows it in the API.
final class StaticPodParserTest {
    private static final String PLAIN =
            "{apiVersion: v1, kind: Pod, metadata: {name: web}, spec: {containers: [{name: c, image: i}]}}";
    private static final String STATED = """
            apiVersion: v1
            kind: Pod
            metadata: {name: web-n1, namespace: kube-system, uid: mine, annotations: {a: b}}
            spec:
              nodeName: elsewhere
              restartPolicy: Never
              dnsPolicy: Default
              schedulerName: other
              terminationGracePeriodSeconds: 5
              enableServiceLinks: false
              tolerations: [{key: k, operator: Exists}]
              initContainers:
              - {name: first, image: i@sha256:1, terminationMessagePath: /t, terminationMessagePolicy: FallbackToLogsOnError}
              containers:
              - {name: c, image: i, imagePullPolicy: Never, resources: {limits: {cpu: 2, memory: 1Gi}, requests: {cpu: 1}}}
            status: {phase: Running}
            """;

    private final StaticPodParser parser = new StaticPodParser("n1");

    private static JsonNode json(String text) {
        return Json.readObject(text.getBytes(StandardCharsets.UTF_8));
    }

    private JsonNode pod(String text, String field) {
        return parser.parse("/etc/pods/web.yaml", text).at(field);
    }

    @Test
    void itIsNamedAfterTheNodeWithAUidOfFileAndContent() {
        ObjectNode pod = parser.parse("/etc/pods/web.yaml", PLAIN);
        String uid = pod.at("/metadata/uid").asText();

        assertThat(pod.at("/metadata/name").asText()).isEqualTo("web-n1");
        assertThat(pod.at("/metadata/namespace").asText()).isEqualTo("default");
        assertThat(pod.at("/metadata/annotations"))
                .hasToString("{\"kubernetes.io/config.source\":\"file\",\"kubernetes.io/config.hash\":\"%s\"}"
                        .formatted(uid));
        assertThat(uid)
                .matches("[0-9a-f]{32}")
                .isEqualTo(pod(PLAIN, "/metadata/uid").asText());
        assertThat(parser.parse("/etc/pods/other.yaml", PLAIN)
                        .at("/metadata/uid")
                        .asText())
                .isNotEqualTo(uid);
        assertThat(pod(PLAIN + " ", "/metadata/uid").asText()).isNotEqualTo(uid);
        assertThat(new StaticPodParser("n2")
                        .parse("/etc/pods/web.yaml", PLAIN)
                        .at("/metadata/uid")
                        .asText())
                .isNotEqualTo(uid);
    }

    @Test
    void whatItDoesNotSayIsAsTheServerWouldHaveIt() {
        assertThat(pod(PLAIN, "/spec")).isEqualTo(json("""
                {"containers":[{"name":"c","image":"i","imagePullPolicy":"Always","terminationMessagePath":\
                "/dev/termination-log","terminationMessagePolicy":"File"}],"nodeName":"n1","restartPolicy":"Always",\
                "dnsPolicy":"ClusterFirst","schedulerName":"default-scheduler","terminationGracePeriodSeconds":30,\
                "enableServiceLinks":true,"tolerations":[{"operator":"Exists","effect":"NoExecute"}]}"""));
        assertThat(pod(PLAIN, "/status")).hasToString("{\"phase\":\"Pending\"}");
    }

    @Test
    void whatItSaysIsKeptButForItsNodeAndItsStatus() {
        assertThat(pod(STATED, "/metadata")).isEqualTo(json("""
                {"name":"web-n1","namespace":"kube-system","uid":"mine","annotations":{"a":"b",\
                "kubernetes.io/config.source":"file","kubernetes.io/config.hash":"mine"}}"""));
        assertThat(pod(STATED, "/spec")).isEqualTo(json("""
                {"nodeName":"n1","restartPolicy":"Never","dnsPolicy":"Default","schedulerName":"other",\
                "terminationGracePeriodSeconds":5,"enableServiceLinks":false,"tolerations":[{"key":"k","operator":"Exists"},\
                {"operator":"Exists","effect":"NoExecute"}],"initContainers":[{"name":"first","image":"i@sha256:1",\
                "terminationMessagePath":"/t","terminationMessagePolicy":"FallbackToLogsOnError","imagePullPolicy":\
                "IfNotPresent"}],"containers":[{"name":"c","image":"i","imagePullPolicy":"Never","resources":{"limits":\
                {"cpu":2,"memory":"1Gi"},"requests":{"cpu":1,"memory":"1Gi"}},"terminationMessagePath":\
                "/dev/termination-log","terminationMessagePolicy":"File"}]}"""));
        assertThat(pod(STATED, "/status/phase").asText()).isEqualTo("Pending");
    }

    @ParameterizedTest
    @CsvSource({
        "i, Always",
        "i:latest, Always",
        "i:1, IfNotPresent",
        "'i@sha256:1', IfNotPresent",
        "'host:5000/i', Always",
        "'host:5000/i:latest', Always",
        "'host:5000/i:1', IfNotPresent",
    })
    void anImageThatMayChangeIsPulledEachTime(String image, String policy) {
        assertThat(pod(PLAIN.replace("image: i", "image: '" + image + "'"), "/spec/containers/0/imagePullPolicy")
                        .asText())
                .isEqualTo(policy);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{apiVersion: v1, kind: Node, metadata: {name: web}, spec: {containers: []}}",
                "{apiVersion: v2, kind: Pod, metadata: {name: web}, spec: {containers: []}}",
                "{apiVersion: v1, kind: Pod, metadata: {}, spec: {containers: []}}",
                "{apiVersion: v1, kind: Pod, metadata: {name: web}, spec: {containers: {}}}",
                "{apiVersion: v1, kind: Pod, metadata: {name: web}, spec: {containers: [c]}}",
                "[]",
                "{",
            })
    void whatIsNoPodIsRefused(String text) {
        assertThatThrownBy(() -> parser.parse("/etc/pods/web.yaml", text))
                .isInstanceOf(ConfigException.class)
                .hasMessageStartingWith("static pod");
    }

    @Test
    void theApiShowsItAsOwnedByItsNodeWithoutUidAndStatus() {
        ObjectNode pod = parser.parse("/etc/pods/web.yaml", STATED);
        String before = pod.toString();

        ObjectNode mirror = StaticPodParser.mirror(pod, "node-uid");

        assertThat(mirror.at("/metadata")).isEqualTo(json("""
                {"name":"web-n1","namespace":"kube-system","annotations":{"a":"b","kubernetes.io/config.source":"file",\
                "kubernetes.io/config.hash":"mine","kubernetes.io/config.mirror":"mine"},"ownerReferences":[{"apiVersion":\
                "v1","kind":"Node","name":"n1","uid":"node-uid","controller":true}]}"""));
        assertThat(mirror.has("status")).isFalse();
        assertThat(mirror.path("spec")).isEqualTo(pod.path("spec"));
        assertThat(pod).hasToString(before);
    }
}
