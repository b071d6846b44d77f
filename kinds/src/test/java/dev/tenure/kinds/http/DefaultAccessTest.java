package dev.tenure.kinds.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The roles and bindings of a new cluster, as upstream 1.36.3 has them.
class DefaultAccessTest {
    private static final String RBAC = "/apis/rbac.authorization.k8s.io/v1";

    @AutoClose
    private static final HttpCalls CALLS = HttpCalls.toNewServer();

    private static JsonNode get(String path) throws IOException, InterruptedException {
        return Json.read(CALLS.send("admin", "GET", path, Map.of(), new byte[0]).body());
    }

    private static List<String> names(String path) throws IOException, InterruptedException {
        return get(path)
                .path("items")
                .valueStream()
                .map(item -> item.path("metadata").path("name").asText())
                .toList();
    }

    @ParameterizedTest
    @CsvSource({
        "replicaset-controller, delete, '', pods, true",
        "replicaset-controller, delete, '', nodes, false",
        "node-controller, patch, '', nodes, true",
        "node-controller, delete, '', pods, true",
        "generic-garbage-collector, delete, apps, replicasets, true",
        "nobody, delete, '', pods, false",
    })
    void accountsOfControllersMayDoWhatUpstreamGivesThem(
            String account, String verb, String group, String resource, boolean allowed) throws Exception {
        String review = """
                {"kind": "SubjectAccessReview", "apiVersion": "authorization.k8s.io/v1", "spec": {
                 "user": "system:serviceaccount:kube-system:%s", "resourceAttributes": {
                 "verb": "%s", "group": "%s", "resource": "%s"}}}""".formatted(account, verb, group, resource);
        var answer = CALLS.send(
                "admin",
                "POST",
                "/apis/authorization.k8s.io/v1/subjectaccessreviews",
                Map.of("Content-Type", "application/json"),
                review.getBytes(StandardCharsets.UTF_8));
        assertThat(Json.read(answer.body()).path("status").path("allowed").asBoolean())
                .isEqualTo(allowed);
    }

    @Test
    void namespacesOfTheSystemHaveRolesOfTheirOwn() throws Exception {
        assertThat(names(RBAC + "/namespaces/kube-public/roles")).containsExactly("system:controller:bootstrap-signer");
        assertThat(names(RBAC + "/namespaces/kube-system/roles"))
                .containsExactly(
                        "extension-apiserver-authentication-reader",
                        "system::leader-locking-kube-controller-manager",
                        "system::leader-locking-kube-scheduler",
                        "system:controller:bootstrap-signer",
                        "system:controller:cloud-provider",
                        "system:controller:token-cleaner");
        JsonNode binding =
                get(RBAC + "/namespaces/kube-system/rolebindings/system::leader-locking-kube-controller-manager");
        assertThat(binding.path("roleRef").path("kind").asText()).isEqualTo("Role");
        assertThat(binding.path("subjects"))
                .extracting(subject -> subject.path("kind").asText() + " "
                        + subject.path("namespace").asText("") + ":"
                        + subject.path("name").asText())
                .containsExactly(
                        "User :system:kube-controller-manager",
                        "ServiceAccount kube-system:kube-controller-manager",
                        "ServiceAccount kube-system:leader-election-controller");
    }

    @Test
    void whoMayViewMayViewEventsOfBothGroups() throws Exception {
        JsonNode rules = get(RBAC + "/clusterroles/system:aggregate-to-view").path("rules");
        assertThat(rules.valueStream()
                        .filter(rule -> rule.path("resources").toString().contains("\"events\""))
                        .map(rule -> rule.path("apiGroups").toString()))
                .containsExactly("[\"\",\"events.k8s.io\"]");
    }
}
