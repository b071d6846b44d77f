package dev.tenure.controllers.certificates;

import static dev.tenure.controllers.certificates.CertificateSigningLoop.REQUESTS;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.client.ClusterClient;
import dev.tenure.client.informer.ControllerContext;
import dev.tenure.controllers.stage.LoopStage;
import dev.tenure.model.meta.ApiEndpoint;
import dev.tenure.model.meta.ApiReply;
import dev.tenure.model.meta.ApiRequest;
import dev.tenure.model.meta.Caller;
import dev.tenure.model.meta.WatchReply;
import dev.tenure.runtime.tls.CertificateSubject;
import dev.tenure.runtime.tls.SigningRequest;
import dev.tenure.testkit.cluster.MemoryApi;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

final class CertificateSigningLoopTest {
    private static final String NODE = "system:node:n1";
    private static final String AGENT = "usages: [digital signature, client auth]";

    private final LoopStage stage = new LoopStage(REQUESTS);
    private final List<String> reviewed = new ArrayList<>();
    private final List<String> signed = new ArrayList<>();
    private String allowed = "";

    /// Answers reviews of rights, and all else as the cluster does.
    private final class Server implements ApiEndpoint {
        @Override
        public ApiReply call(ApiRequest request) {
            if (!request.target().resource().equals("subjectaccessreviews")) {
                return stage.api().call(request);
            }
            JsonNode spec = Json.readObject(request.body().bytes()).path("spec");
            String right = spec.at("/resourceAttributes/subresource").asText();
            reviewed.add(spec.path("user").asText() + " " + right);
            String answer = "{\"status\":{\"allowed\":%s}}".formatted(right.equals(allowed));
            return new ApiReply.Document(201, answer.getBytes(StandardCharsets.UTF_8), List.of());
        }

        @Override
        public WatchReply watch(ApiRequest request) {
            return stage.api().watch(request);
        }
    }

    /// Reads every request as one of node `n1`, but for the text `broken`.
    private final class Signer implements CertificateSigner {
        @Override
        public Optional<SigningRequest> read(String pem) {
            var subject = new CertificateSubject(NODE, List.of("system:nodes"));
            return pem.equals("broken")
                    ? Optional.empty()
                    : Optional.of(new SigningRequest(subject, List.of(), List.of(), false));
        }

        @Override
        public Set<String> taken() {
            return Set.of();
        }

        @Override
        public String sign(String pem, boolean serves, Duration lifetime) {
            signed.add(pem + " " + (serves ? "server" : "client") + " " + lifetime);
            return "the certificate";
        }
    }

    private void begin() {
        var client = new ClusterClient(new Server(), Caller.component("tested", List.of(), "test"));
        var context = ControllerContext.alone(stage.context().loop(), client);
        stage.begin(new CertificateSigningLoop(context, new Signer())::start);
    }

    private static String base64(String text) {
        return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.US_ASCII));
    }

    private void request(String signer, String spec, String status) {
        stage.put(REQUESTS, """
                kind: CertificateSigningRequest
                metadata: {name: asked}
                spec: {signerName: "kubernetes.io/%s", username: "%s", request: %s, %s}
                status: {%s}
                """.formatted(signer, NODE, base64("pem"), spec, status));
    }

    private JsonNode status() {
        return stage.the(REQUESTS, "", "asked").path("status");
    }

    private String condition() {
        JsonNode condition = status().at("/conditions/0");
        return condition.path("type").asText() + " " + condition.path("reason").asText();
    }

    @Test
    void anAgentWithTheRightIsApprovedAndGetsItsCertificate() {
        allowed = "nodeclient";
        request("kube-apiserver-client-kubelet", AGENT, "");
        begin();
        assertThat(reviewed).containsExactly(NODE + " selfnodeclient", NODE + " nodeclient");
        assertThat(stage.writes())
                .containsExactly(
                        "update certificatesigningrequests asked/approval",
                        "update certificatesigningrequests asked/status");
        assertThat(condition()).isEqualTo("Approved AutoApproved");
        assertThat(status().at("/conditions/0/message").asText())
                .isEqualTo("Auto approving kubelet client certificate after SubjectAccessReview.");
        assertThat(signed).containsExactly("pem client PT8760H");
        assertThat(status().path("certificate").asText()).isEqualTo(base64("the certificate"));
    }

    @Test
    void withoutTheRightNothingIsApproved() {
        request("kube-apiserver-client-kubelet", AGENT, "");
        begin();
        assertThat(reviewed).hasSize(2);
        assertThat(stage.writes()).isEmpty();
    }

    @Test
    void whatCannotBeReadIsNotAskedAbout() {
        allowed = "nodeclient";
        request("kube-apiserver-client-kubelet", AGENT + ", request: " + base64("broken"), "");
        begin();
        assertThat(reviewed).isEmpty();
        assertThat(stage.writes()).isEmpty();
    }

    @Test
    void aUserWaitsForAnAdministrator() {
        request("kube-apiserver-client", "usages: [client auth]", "");
        begin();
        assertThat(stage.writes()).isEmpty();
        request(
                "kube-apiserver-client",
                "usages: [client auth], expirationSeconds: 600",
                "conditions: [{type: Approved}]");
        assertThat(signed).containsExactly("pem client PT10M");
        assertThat(stage.writes()).containsExactly("update certificatesigningrequests asked/status");
    }

    @Test
    void whatIsApprovedButNotSignedFails() {
        request("kubelet-serving", "usages: [digital signature, server auth]", "conditions: [{type: Approved}]");
        begin();
        assertThat(signed).as("a server without a name").isEmpty();
        assertThat(status().at("/conditions/1/message").asText())
                .isEqualTo("what is asked for is not what kubernetes.io/kubelet-serving signs");
        assertThat(status().has("certificate")).isFalse();
    }

    @Test
    void whatIsAnsweredOrForOthersIsLeftAlone() {
        allowed = "selfnodeclient";
        begin();
        request("kube-apiserver-client-kubelet", AGENT, "certificate: done");
        request("kube-apiserver-client-kubelet", AGENT, "conditions: [{type: Denied}]");
        request("kube-apiserver-client-kubelet", AGENT, "conditions: [{type: Approved}, {type: Failed}]");
        request("legacy-unknown", AGENT, "conditions: [{type: Approved}]");
        assertThat(stage.writes()).isEmpty();
        assertThat(reviewed).isEmpty();
    }

    @Test
    void whatIsRefusedIsTriedAgain() {
        allowed = "nodeclient";
        request("kube-apiserver-client-kubelet", AGENT, "");
        stage.refuseWrites(REQUESTS, MemoryApi.status(500, "InternalError"));
        begin();
        assertThat(status().isEmpty()).isTrue();
        stage.refuseNothing();
        stage.advance(Duration.ofSeconds(1));
        assertThat(status().path("certificate").asText()).isEqualTo(base64("the certificate"));
    }

    @Test
    void aCertificateThatCannotBeWrittenIsTriedAgain() {
        request("kube-apiserver-client", "usages: [client auth]", "conditions: [{type: Approved}]");
        stage.refuseWrites(REQUESTS, MemoryApi.status(500, "InternalError"));
        begin();
        stage.refuseNothing();
        stage.advance(Duration.ofSeconds(1));
        assertThat(status().path("certificate").asText()).isEqualTo(base64("the certificate"));
    }

    @Test
    void aUserMayNotHaveWhatOnlyServersHave() {
        request("kube-apiserver-client", "usages: [server auth]", "conditions: [{type: Approved}]");
        begin();
        assertThat(signed).isEmpty();
        assertThat(status().at("/conditions/1/message").asText())
                .isEqualTo("invalid usage for client certificate: server auth");
    }
}
