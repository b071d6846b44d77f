package dev.tenure.kinds.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenure.apiserver.http.InFlightLimits;
import dev.tenure.apiserver.pki.Identity;
import dev.tenure.apiserver.pki.Issuer;
import dev.tenure.kinds.RunningServer;
import dev.tenure.model.meta.ApiRequest.Target;
import dev.tenure.runtime.io.Background;
import dev.tenure.runtime.tls.MemoryKeys;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLServerSocket;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What an agent is asked for, by clients that write the same in different ways: Python's say `True`.
/// Upstream: streamParams and LogLocation of registry/core/pod/strategy.go.
final class AskedAgentTest {
    private static final String NODE = "n1";

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "exec?command=sh&command=-c&command=a+b%26&stdout=True&stderr=true&stdin=False&tty=0"
                        + "|/exec/default/web/c?output=1&error=1&command=sh&command=-c&command=a+b%26",
                "exec?command=ls&stdin&stdout=1&tty=TRUE&other=1|/exec/default/web/c?input=1&output=1&tty=1&command=ls",
                "attach?stdout=yes&container=c|/attach/default/web/c?output=1",
                "attach?command=x|/attach/default/web/c",
                "portforward?ports=80&ports=81,82|/portForward/default/web?port=80%2C81%2C82",
                "portforward|/portForward/default/web",
                "log?follow=True&previous=False&timestamps=1&tailLines=3&other=1"
                        + "|/containerLogs/default/web/c?follow=true&timestamps=true&tailLines=3",
                "log?sinceTime=null&limitBytes=10&container=c|/containerLogs/default/web/c?limitBytes=10",
            })
    void itIsAskedInOneForm(String asked, String path) throws Exception {
        assertThat(answer("200 OK", asked)).contains("[GET " + path + " HTTP/");
    }

    /// Upstream: registry/generic/rest/response_checker.go.
    @Test
    void whyThereIsNoLogIsToldAsAStatus() throws Exception {
        assertThat(answer("400 Bad Request", "log"))
                .startsWith("HTTP/1.1 400 ")
                .contains("\"reason\":\"BadRequest\"", "\"message\":\"[GET /containerLogs/default/web/c HTTP/");
        assertThat(answer("500 Internal Server Error", "log"))
                .startsWith("HTTP/1.1 500 ")
                .contains("\"message\":\"Internal error occurred: [GET /containerLogs/");
        assertThat(answer("404 Not Found", "log")).startsWith("HTTP/1.1 404 ").contains("[GET /containerLogs/");
        assertThat(answer("400 Bad Request", "exec?command=ls"))
                .startsWith("HTTP/1.1 400 ")
                .contains("[GET /exec/")
                .doesNotContain("BadRequest");
    }

    /// Upstream: apimachinery/pkg/util/httpstream/wsstream/stream.go.
    @Test
    void aLogComesOverAWebSocketToo() throws Exception {
        String path = "GET /containerLogs/default/web/c?tailLines=3 HTTP/1.0";
        assertThat(messages("200 OK", "log?tailLines=3"))
                .containsExactly("binary ", "binary [" + path + "]", "closed 1000");
        assertThat(messages("200 OK", "log?tailLines=3", "v1.other", "binary.k8s.io"))
                .containsExactly("binary ", "binary [" + path + "]", "closed 1000");
        String encoded = Base64.getEncoder().encodeToString(("[" + path + "]").getBytes(StandardCharsets.US_ASCII));
        assertThat(messages("200 OK", "log?tailLines=3", "base64.binary.k8s.io"))
                .containsExactly("", encoded, "closed 1000");
    }

    @Test
    void whyThereIsNoLogIsToldInsteadOfAWebSocket() {
        assertThatThrownBy(() -> messages("400 Bad Request", "log")).hasMessageContaining("Handshake");
        assertThatThrownBy(() -> messages("200 OK", "log", "v1.other")).hasMessageContaining("Handshake");
    }

    private static List<String> messages(String line, String asked, String... protocols) throws Exception {
        return withAgent(line, calls -> {
            var messages = new ReceivedMessages();
            calls.webSocket("admin", "/api/v1/namespaces/default/pods/web/" + asked, messages, Map.of(), protocols);
            return List.of(messages.next(), messages.next(), messages.next());
        });
    }

    private static String answer(String line, String asked) throws Exception {
        return withAgent(line, calls -> calls.raw("admin", "GET", "/api/v1/namespaces/default/pods/web/" + asked));
    }

    private interface Asking<T> {
        T ask(HttpCalls calls) throws Exception;
    }

    /// @param line what the agent answers with, besides the line in which it was asked
    private static <T> T withAgent(String line, Asking<T> asking) throws Exception {
        try (RunningServer server = new RunningServer();
                SSLServerSocket agent = listening(server)) {
            server.listening(InFlightLimits.standard(), List.of());
            Background.run("agent", () -> echo(agent, line));
            server.create(new Target("", "v1", "nodes", "", "", ""), """
                    {'apiVersion': 'v1', 'kind': 'Node', 'metadata': {'name': '%s'}, 'status': {
                     'addresses': [{'type': 'InternalIP', 'address': '127.0.0.1'}],
                     'daemonEndpoints': {'kubeletEndpoint': {'Port': %d}}}}\
                    """.formatted(NODE, agent.getLocalPort()));
            server.create(new Target("", "v1", "pods", "default", "", ""), """
                    {'apiVersion': 'v1', 'kind': 'Pod', 'metadata': {'name': 'web'},
                     'spec': {'nodeName': '%s', 'containers': [{'name': 'c', 'image': 'i'}]}}\
                    """.formatted(NODE));
            try (HttpCalls calls = new HttpCalls(server)) {
                return asking.ask(calls);
            }
        }
    }

    private static SSLServerSocket listening(RunningServer server) throws GeneralSecurityException, IOException {
        var issuer = new Issuer(server.time().wall());
        Identity own = issuer.server(issuer.authority("of the agent"), "agent", List.of(NODE));
        SSLContext tls = SSLContext.getInstance("TLS");
        tls.init(MemoryKeys.showing(own.key(), List.of(own.certificate())), null, new SecureRandom());
        return (SSLServerSocket)
                tls.getServerSocketFactory().createServerSocket(0, 1, InetAddress.getLoopbackAddress());
    }

    /// Answers with the line of the request as text.
    private static void echo(SSLServerSocket socket, String line) {
        try (SSLSocket peer = (SSLSocket) socket.accept()) {
            var in = new BufferedReader(new InputStreamReader(peer.getInputStream(), StandardCharsets.US_ASCII));
            String first = in.readLine();
            for (String next = first; next != null && !next.isEmpty(); next = in.readLine()) {
                // the rest of the head
            }
            peer.getOutputStream()
                    .write(("HTTP/1.0 " + line + "\r\n\r\n[" + first + "]").getBytes(StandardCharsets.US_ASCII));
        } catch (IOException _) {
            // the server hung up
        }
    }
}
