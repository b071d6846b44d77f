package dev.tenure.launch.agent;

import dev.tenure.apiserver.pki.Pem;
import dev.tenure.client.ClusterClient;
import dev.tenure.model.meta.ApiReply;
import dev.tenure.model.meta.ResourceType;
import dev.tenure.model.meta.ResourceType.Scope;
import dev.tenure.wire.json.Document;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.ObjectNode;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.cert.X509Certificate;
import java.util.Base64;
import java.util.List;
import java.util.Locale;

/// Asks a cluster to sign for a key of this machine, and whether it has. Every call waits for the server's
/// answer. Safe for use by several threads. Upstream: client-go/util/certificate/csr.
record CertificateCalls(ClusterClient client) {
    private static final ResourceType REQUESTS = new ResourceType(
            "certificates.k8s.io", "v1", "certificatesigningrequests", "CertificateSigningRequest", Scope.CLUSTER);

    /// What a certificate is to be good for.
    enum Use {
        /// To be known by the API server.
        CLIENT("kubernetes.io/kube-apiserver-client-kubelet", "client auth", "node-csr-"),
        /// To be asked for logs and the like.
        SERVING("kubernetes.io/kubelet-serving", "server auth", "csr-");

        private final String signer;
        private final String usage;
        private final String prefix;

        Use(String signer, String usage, String prefix) {
            this.signer = signer;
            this.usage = usage;
            this.prefix = prefix;
        }
    }

    /// What has become of a request.
    sealed interface Answer {
        /// It is signed.
        record Issued(X509Certificate certificate) implements Answer {}

        /// Nobody has said anything about it yet, or the server could not be asked for the time being.
        record Waiting(String name) implements Answer {}

        /// It comes to nothing.
        ///
        /// @param why in words
        record Refused(String why) implements Answer {}
    }

    /// Makes a request.
    ///
    /// @param pem the request that the key has signed
    /// @throws dev.tenure.client.rest.ConnectionException when the server cannot be reached
    Answer ask(Use use, String pem) {
        ObjectNode request = Json.object();
        request.put("apiVersion", REQUESTS.apiVersion()).put("kind", REQUESTS.kind());
        request.putObject("metadata").put("generateName", use.prefix);
        ObjectNode spec = request.putObject("spec");
        spec.put("signerName", use.signer);
        spec.put("request", Base64.getEncoder().encodeToString(pem.getBytes(StandardCharsets.US_ASCII)));
        spec.putArray("usages").add("digital signature").add(use.usage);
        return answer(client.create(REQUESTS, "", Document.of(request)), "");
    }

    /// Looks at a request.
    ///
    /// @throws dev.tenure.client.rest.ConnectionException when the server cannot be reached
    Answer look(String name) {
        return answer(client.get(REQUESTS, "", name), name);
    }

    /// @param name of the request, if it is one that is known to be there
    private static Answer answer(ApiReply reply, String name) {
        return switch (reply) {
            case ApiReply.One one ->
                standing(Document.of(one.object().content()).tree());
            case ApiReply.Failure(var status, var _) ->
                name.isEmpty() || status.isNotFound() ? new Answer.Refused(status.message()) : new Answer.Waiting(name);
            case ApiReply.Many _, ApiReply.Document _ ->
                new Answer.Refused("the server answers with something that is no request for a certificate");
        };
    }

    private static Answer standing(ObjectNode request) {
        String name = request.at("/metadata/name").asText("");
        for (JsonNode condition : request.at("/status/conditions")) {
            String type = condition.path("type").asText("");
            if (List.of("Denied", "Failed").contains(type)) {
                return new Answer.Refused("%s is %s: %s"
                        .formatted(
                                name,
                                type.toLowerCase(Locale.ROOT),
                                condition.path("message").asText("")));
            }
        }
        String text = request.at("/status/certificate").asText("");
        if (text.isEmpty()) {
            return new Answer.Waiting(name);
        }
        try {
            String pem = new String(Base64.getDecoder().decode(text), StandardCharsets.US_ASCII);
            List<X509Certificate> all = Pem.certificates(pem);
            return all.isEmpty()
                    ? new Answer.Refused("%s was answered with no certificate".formatted(name))
                    : new Answer.Issued(all.getFirst());
        } catch (GeneralSecurityException | IllegalArgumentException e) {
            return new Answer.Refused("the certificate of %s cannot be read: %s".formatted(name, e.getMessage()));
        }
    }
}
