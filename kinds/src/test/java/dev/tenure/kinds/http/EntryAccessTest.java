package dev.tenure.kinds.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.kinds.GrantedRights;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Who may enter pods, or listen to them, over web sockets, which begin with a GET, and otherwise. The pod is
/// not there, which only those learn who may.
class EntryAccessTest {
    private static final String POD = "/api/v1/namespaces/default/pods/gone/";
    private static final int TRIES_MAX = 1_000;

    private final HttpCalls calls = HttpCalls.toNewServer();

    @BeforeEach
    void rights() throws IOException, InterruptedException {
        GrantedRights rights = calls.server().rights();
        for (String verb : List.of("get", "create")) {
            rights.role("may-" + verb, """
                {'verbs': ['%s'], 'apiGroups': [''], 'resources': ['pods/exec', 'pods/attach', 'pods/portforward']}\
                """.formatted(verb));
        }
        rights.bind("reader", "may-get").bind("creator", "may-create");
        rights.bind("both", "may-get").bind("both", "may-create");
        // who has rights is found out from the log, in which these came last
        int tries = 0;
        while (enter("POST", "both", "exec").statusCode() != 404) {
            assertThat(tries++).isLessThan(TRIES_MAX);
        }
    }

    @AfterEach
    void end() {
        calls.close();
    }

    private HttpResponse<byte[]> enter(String method, String user, String subresource)
            throws IOException, InterruptedException {
        String path = POD + subresource + "?command=ls&stdout=true&ports=80";
        return calls.send("admin", method, path, Map.of("Impersonate-User", user), new byte[0]);
    }

    @Test
    void aWebSocketWantsTheRightToReadAndThatToCreate() throws IOException, InterruptedException {
        for (String subresource : List.of("exec", "attach", "portforward")) {
            assertThat(enter("GET", "both", subresource).statusCode())
                    .as(subresource)
                    .isEqualTo(404);
            HttpResponse<byte[]> creator = enter("GET", "creator", subresource);
            assertThat(creator.statusCode()).as(subresource).isEqualTo(403);
            assertThat(HttpCalls.text(creator)).contains("cannot get resource \\\"pods/" + subresource);
            HttpResponse<byte[]> reader = enter("GET", "reader", subresource);
            assertThat(reader.statusCode()).as(subresource).isEqualTo(403);
            assertThat(HttpCalls.text(reader)).contains("\"message\":\"pods \\\"gone\\\" is forbidden: \"");
        }
    }

    @Test
    void methodsWithoutARouteWantTheirOwnRight() throws IOException, InterruptedException {
        for (String subresource : List.of("exec", "attach", "portforward", "log")) {
            HttpResponse<byte[]> both = enter("PUT", "both", subresource);
            assertThat(both.statusCode()).as(subresource).isEqualTo(403);
            assertThat(HttpCalls.text(both)).contains("cannot update resource \\\"pods/" + subresource);
            assertThat(calls.send("admin", "DELETE", POD + subresource, Map.of(), new byte[0])
                            .statusCode())
                    .isEqualTo(405);
        }
    }

    @Test
    void anythingElseWantsThatToCreateAlone() throws IOException, InterruptedException {
        for (String subresource : List.of("exec", "attach", "portforward")) {
            assertThat(enter("POST", "creator", subresource).statusCode())
                    .as(subresource)
                    .isEqualTo(404);
            HttpResponse<byte[]> reader = enter("POST", "reader", subresource);
            assertThat(reader.statusCode()).as(subresource).isEqualTo(403);
            assertThat(HttpCalls.text(reader)).contains("cannot create resource \\\"pods/" + subresource);
        }
    }

    @Test
    void aRefusalNamesTheVerbOfTheMethodWhateverThePodCouldBeAskedFor() throws IOException, InterruptedException {
        Map<String, String> verbs = Map.of(
                "GET", "get", "POST", "create", "PUT", "update", "PATCH", "patch", "DELETE", "delete", "OPTIONS", "");
        for (String subresource : List.of("log", "exec", "attach", "portforward", "proxy")) {
            for (var verb : verbs.entrySet()) {
                HttpResponse<byte[]> refused = enter(verb.getKey(), "nobody", subresource);
                assertThat(refused.statusCode()).isEqualTo(403);
                assertThat(HttpCalls.text(refused))
                        .as(verb.getKey())
                        .contains("cannot " + verb.getValue() + " resource \\\"pods/" + subresource + "\\\"");
            }
        }
        assertThat(HttpCalls.text(enter("FOO", "nobody", "proxy"))).contains("cannot  resource \\\"pods/proxy");
    }

    @Test
    void aRefusalOfAPathTellsWhichRolesAreMissingToo() throws IOException, InterruptedException {
        calls.server().rights().bind("lost", "gone");
        String missing = ": RBAC: clusterrole.rbac.authorization.k8s.io \\\"gone\\\" not found\"";
        String told = "";
        for (int i = 0; i < TRIES_MAX && !told.contains("RBAC"); i++) {
            told = HttpCalls.text(
                    calls.send("admin", "GET", "/api/v1/nodes", Map.of("Impersonate-User", "lost"), new byte[0]));
        }
        assertThat(told).contains(missing);
        var refused = calls.send("admin", "GET", "/metrics", Map.of("Impersonate-User", "lost"), new byte[0]);
        assertThat(HttpCalls.text(refused)).contains("cannot get path \\\"/metrics\\\"" + missing);
    }
}
