package dev.tenure.kinds.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpResponse;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Paths that nobody should ask for, and what upstream 1.36.3 answered to them.
class OddPathsTest {
    private static final String PAGE = "404 page not found\n";
    private static final String NOWHERE = "the server could not find the requested resource";

    @AutoClose
    private static final HttpCalls CALLS = HttpCalls.toNewServer();

    private static HttpResponse<byte[]> send(String method, String path) throws Exception {
        return CALLS.send("admin", method, path, Map.of("Accept", "application/json"), new byte[0]);
    }

    @ParameterizedTest
    @CsvSource({
        "GET,/api/v1/watch",
        "GET,/api/v1/watch/",
        "GET,//api/v1/watch",
        "GET,/apis/apps/v1/watch",
        "GET,/apis/none.example/v1/watch/",
        "GET,/api/v1/proxy",
        "POST,/api/v1/watch",
        "DELETE,/apis/apps/v1/proxy",
        "GET,/api/v1/watch?a=%3Cb&x=",
    })
    void aVerbWithoutAnythingThatItIsAboutIsAnErrorOfTheServer(String method, String path) throws Exception {
        HttpResponse<byte[]> refused = send(method, path);
        assertThat(refused.statusCode()).isEqualTo(500);
        assertThat(refused.headers().firstValue("Content-Type")).contains("text/plain; charset=utf-8");
        assertThat(HttpCalls.text(refused)).isEqualTo("""
                        Internal Server Error: "%1$s": failed to create RequestInfo: unable to determine kind and \
                        namespace from url, %1$s
                        """.formatted(path.replace("&", "&amp;")));
    }

    @ParameterizedTest
    @CsvSource({
        "//api/v1/pods",
        "///api/v1/pods",
        "/%2Fapi/v1/pods",
        "//api/v1",
        "//",
        "//apis/apps/v1/deployments",
        "//api/v1/namespaces/default/pods/x/log",
        "//api/v1/nodes/x/proxy/",
        "/apis//v1/pods",
        "/apis//v1/pods/x",
        "//version",
        "/watch",
        "/apis/watch",
    })
    void noRouteBeginsWithTwoSlashes(String path) throws Exception {
        HttpResponse<byte[]> refused = send("GET", path);
        assertThat(refused.statusCode()).isEqualTo(404);
        assertThat(HttpCalls.text(refused)).isEqualTo(PAGE);
    }

    @Test
    void itIsAuthorisedAllTheSameAsWhatItWouldBeAbout() throws Exception {
        HttpResponse<byte[]> refused = CALLS.send("alice", "GET", "//api/v1/secrets", Map.of(), new byte[0]);
        assertThat(refused.statusCode()).isEqualTo(403);
        assertThat(HttpCalls.text(refused)).contains("cannot list resource");
    }

    @ParameterizedTest
    @CsvSource({
        "/api/v1//pods",
        "/api//v1/pods",
        "/api/v1/namespaces/default//pods",
        "/api/v1/namespaces/default/pods//x",
        "/api/v1/namespaces/default/services/a%2Fb",
        "/api/v1/namespaces//nodes",
        "/api/v1/namespaces//nodes/x",
        "/api/watch",
        "/version/x",
        "/.well-known/openid-configuration/x",
        "/openid/v1/jwks/x",
    })
    void aPathThatBeginsLikeARouteLeadsNowhere(String path) throws Exception {
        HttpResponse<byte[]> refused = send("GET", path);
        assertThat(refused.statusCode()).isEqualTo(404);
        assertThat(HttpCalls.text(refused)).contains(NOWHERE);
    }

    @ParameterizedTest
    @CsvSource({
        "/api/v1/pods//",
        "/api/v1/namespaces/default/",
        "/api/v1/namespaces%2Fdefault",
        "/api/v1/namespaces/default/services/kube%72netes",
        "/api/v1/namespaces//pods/",
        "/api//",
        "/version//",
        "/.well-known/openid-configuration//",
        "/api/v1/nodes?limit=%25zz%zz",
        "/api/v1/nodes?limit=1;continue=x",
    })
    void slashesAtTheEndAndWhatIsNotEscapedRightAreNotSeen(String path) throws Exception {
        if (!path.contains("%zz")) {
            assertThat(send("GET", path).statusCode()).isEqualTo(200);
            return;
        }
        assertThat(CALLS.raw("admin", "GET", path)).startsWith("HTTP/1.1 200 OK");
    }

    @ParameterizedTest
    @CsvSource({
        "GET,/api/v1/namespaces//pods/x,Namespace parameter required.",
        "DELETE,/api/v1/namespaces//pods/x,Namespace parameter required.",
        "GET,/api/v1/namespaces//pods/x/status,Namespace parameter required.",
        "GET,/api/v1/namespaces//pods/x/log,Namespace parameter required.",
        "GET,/api/v1/nodes//status,name must be provided",
        "PUT,/api/v1/nodes//status,name must be provided",
        "GET,/api/v1/nodes//proxy,name must be provided",
        "GET,/api/v1/namespaces//status,name must be provided",
        "GET,/api/v1/namespaces/default/pods//log,name must be provided",
        "POST,/api/v1/namespaces/default/pods//eviction,name must be provided",
        "GET,/apis/apps/v1/namespaces/default/deployments//scale,name must be provided",
        "GET,/api/v1/namespaces/..,Name parameter invalid: \\\"..\\\": may not be '..'",
    })
    void whatAPathLeavesOutIsTold(String method, String path, String why) throws Exception {
        HttpResponse<byte[]> refused = send(method, path);
        assertThat(refused.statusCode()).isEqualTo(400);
        assertThat(HttpCalls.text(refused)).contains(why);
    }

    @ParameterizedTest
    @CsvSource({
        "GET,/api/v1/namespaces/../pods,/pods/..",
        "GET,/api/v1/namespaces/%2e/secrets?watch=true,/secrets/.",
        "GET,/apis/apps/v1/namespaces/../deployments/x,/deployments/../x",
        "GET,/api/v1/namespaces/../services,/services/specs/..",
        "DELETE,/api/v1/namespaces/../secrets,/secrets/..",
    })
    void aNamespaceIsNoWayToOtherKeys(String method, String path, String key) throws Exception {
        HttpResponse<byte[]> refused = send(method, path);
        assertThat(refused.statusCode()).isEqualTo(500);
        assertThat(HttpCalls.text(refused)).contains("\"message\":\"invalid key: \\\"" + key + "\\\"\"");
    }

    @Test
    void whatIsNoRequestIsRefusedInOneLine() throws Exception {
        for (String path : new String[] {"/api/v1/namespaces/%zz", "/api/v1/nodes/%", "/none/%4"}) {
            assertThat(CALLS.raw("admin", "GET", path))
                    .as(path)
                    .startsWith("HTTP/1.1 400 Bad Request")
                    .contains("Content-Type: text/plain; charset=utf-8")
                    .endsWith("\r\n\r\n400 Bad Request");
        }
    }

    @Test
    void statusesOfComponentsCannotBeWatched() throws Exception {
        HttpResponse<byte[]> refused = send("GET", "/api/v1/componentstatuses?watch=true");
        assertThat(refused.statusCode()).isEqualTo(405);
        assertThat(HttpCalls.text(refused))
                .contains("watch is not supported on resources of kind \\\"componentstatuses\\\"");
    }
}
