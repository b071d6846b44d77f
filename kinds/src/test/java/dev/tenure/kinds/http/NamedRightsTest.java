package dev.tenure.kinds.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// What rights to single names are good for, and what those are told whose bindings refer to a role that is
/// not there.
class NamedRightsTest {
    private static final String RBAC = "/apis/rbac.authorization.k8s.io/v1";
    private static final String SECRETS = "/api/v1/namespaces/default/secrets";
    private static final String ONE = "?fieldSelector=metadata.name%3Done";
    private static final int TRIES_MAX = 1_000;

    private final HttpCalls calls = HttpCalls.toNewServer();

    @BeforeEach
    void rights() throws IOException, InterruptedException {
        calls.server()
                .rights()
                .role("named", """
            {'verbs': ['list', 'watch', 'deletecollection'], 'apiGroups': [''], 'resources': ['secrets'],
             'resourceNames': ['one']}\
            """)
                .role("writer", """
            {'verbs': ['create'], 'apiGroups': ['rbac.authorization.k8s.io'], 'resources': ['roles', 'rolebindings']}\
            """)
                .bind("bob", "writer")
                .bind("bob", "gone")
                .bind("bob", "named");
        // who has rights is found out from the log, in which these came last
        int tries = 0;
        while (asBob("GET", SECRETS + ONE, "").statusCode() != 200) {
            assertThat(tries++).isLessThan(TRIES_MAX);
        }
    }

    @AfterEach
    void end() {
        calls.close();
    }

    private HttpResponse<byte[]> asBob(String method, String path, String body)
            throws IOException, InterruptedException {
        var headers = Map.of("Impersonate-User", "bob", "Content-Type", "application/json");
        return calls.send("admin", method, path, headers, body.getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void theRightToDeleteOneOfACollectionIsNoneToDeleteCollections() throws IOException, InterruptedException {
        HttpResponse<byte[]> refused = asBob("DELETE", SECRETS + ONE, "");

        assertThat(refused.statusCode()).isEqualTo(403);
        assertThat(HttpCalls.text(refused)).contains("\"message\":\"secrets is forbidden: User \\\"bob\\\" cannot");
    }

    @Test
    void whoAsksForAPathIsToldOfRolesThatAreNotThere() throws IOException, InterruptedException {
        assertThat(HttpCalls.text(asBob("GET", "/nosuch", "")))
                .contains("cannot get path \\\"/nosuch\\\": RBAC: clusterrole.rbac.authorization.k8s.io"
                        + " \\\"gone\\\" not found");
    }

    @Test
    void whoGrantsMoreThanHeHasIsToldOfThemAsOfWhatHeWrites() throws IOException, InterruptedException {
        String body = """
            {"metadata": {"name": "more"}, "rules": [{"verbs": ["get"], "apiGroups": [""], "resources": ["pods"]}]}
            """;

        assertThat(HttpCalls.text(asBob("POST", RBAC + "/namespaces/default/roles", body)))
                .contains("; resolution errors: [roles.rbac.authorization.k8s.io \\\"gone\\\" not found]");
    }
}
