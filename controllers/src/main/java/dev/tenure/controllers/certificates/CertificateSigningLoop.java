package dev.tenure.controllers.certificates;

import dev.tenure.client.ClusterClient;
import dev.tenure.client.informer.ControllerContext;
import dev.tenure.client.informer.Informer;
import dev.tenure.client.informer.InformerHandler;
import dev.tenure.client.informer.ReconcileQueue;
import dev.tenure.model.meta.ApiReply;
import dev.tenure.model.meta.ApiRequest.Body;
import dev.tenure.model.meta.ApiRequest.Target;
import dev.tenure.model.meta.ApiRequest.Verb;
import dev.tenure.model.meta.ResourceType;
import dev.tenure.model.meta.ResourceType.Scope;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.runtime.time.TimeSource;
import dev.tenure.runtime.tls.SigningRequest;
import dev.tenure.wire.json.Document;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.ObjectNode;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;

/// Approves requests of agents whom roles let have a certificate, and signs what is approved: theirs, and
/// those of users, whom an administrator has to approve. Every method runs on its loop.
public final class CertificateSigningLoop {
    public static final String NAME = "certificatesigningrequest-signing-controller";

    private static final String GROUP = "certificates.k8s.io";
    static final ResourceType REQUESTS =
            new ResourceType(GROUP, "v1", "certificatesigningrequests", "CertificateSigningRequest", Scope.CLUSTER);
    private static final ResourceType REVIEWS = new ResourceType(
            "authorization.k8s.io", "v1", "subjectaccessreviews", "SubjectAccessReview", Scope.CLUSTER);
    private static final int WORKERS_MAX = 2;
    private static final Duration LIFETIME = Duration.ofDays(365);

    private final ClusterClient client;
    private final CertificateSigner signer;
    private final TimeSource time;
    private final ReconcileQueue<String> queue;
    private final Informer requests;

    public CertificateSigningLoop(ControllerContext context, CertificateSigner signer) {
        this.client = context.client();
        this.signer = signer;
        this.time = context.loop().time();
        this.queue = new ReconcileQueue<>(context.loop(), NAME, WORKERS_MAX, this::plan);
        this.requests = context.informers().all(REQUESTS, new Changes());
    }

    /// Begins to work; to be called on the loop, once.
    public void start() {
        requests.start();
    }

    private Optional<Callable<Boolean>> plan(String name) {
        return requests.get(REQUESTS.key("", name))
                .map(request -> Document.of(request.content()).tree().deepCopy())
                .filter(CertificateSigningLoop::isOpen)
                .flatMap(request -> planOpen(name, request));
    }

    private Optional<Callable<Boolean>> planOpen(String name, ObjectNode request) {
        if (has(request, "Approved")) {
            return Optional.of(() -> sign(name, request));
        }
        return AgentRequestRule.concerns(signerOf(request))
                ? Optional.of(() -> approve(name, request))
                : Optional.empty();
    }

    private static String signerOf(JsonNode request) {
        return request.at("/spec/signerName").asText("");
    }

    private static boolean isOpen(JsonNode request) {
        String signer = signerOf(request);
        return (AgentRequestRule.concerns(signer) || UserRequestRule.concerns(signer))
                && request.at("/status/certificate").asText("").isEmpty()
                && !has(request, "Denied")
                && !has(request, "Failed");
    }

    private static boolean has(JsonNode request, String condition) {
        for (JsonNode each : request.at("/status/conditions")) {
            if (each.path("type").asText("").equals(condition)) {
                return true;
            }
        }
        return false;
    }

    private static String pem(JsonNode request) {
        try {
            return new String(
                    Base64.getDecoder().decode(request.at("/spec/request").asText("")), StandardCharsets.US_ASCII);
        } catch (IllegalArgumentException _) {
            return "";
        }
    }

    private Optional<AgentRequestRule.Asked> asked(JsonNode request) {
        Optional<SigningRequest> content = signer.read(pem(request));
        return content.map(read -> new AgentRequestRule.Asked(
                signerOf(request), request.at("/spec/username").asText(""), new HashSet<>(usages(request)), read));
    }

    private static List<String> usages(JsonNode request) {
        List<String> usages = new ArrayList<>();
        request.at("/spec/usages").forEach(usage -> usages.add(usage.asText("")));
        return usages;
    }

    private boolean approve(String name, ObjectNode request) {
        Optional<AgentRequestRule.Asked> asked = asked(request);
        boolean may = asked.map(each -> AgentRequestRule.rights(each, signer.taken())).orElse(List.of()).stream()
                .anyMatch(right -> allowed(request, right));
        if (!may) {
            return true;
        }
        String use = asked.filter(each -> each.signer().equals(AgentRequestRule.CLIENT))
                        .isPresent()
                ? "client"
                : "serving";
        condition(
                request,
                "Approved",
                "AutoApproved",
                "Auto approving kubelet %s certificate after SubjectAccessReview.".formatted(use));
        return write(name, "approval", request);
    }

    private boolean allowed(JsonNode request, String right) {
        ObjectNode review = Json.object();
        review.put("apiVersion", "authorization.k8s.io/v1").put("kind", "SubjectAccessReview");
        ObjectNode spec = review.putObject("spec");
        JsonNode maker = request.path("spec");
        spec.put("user", maker.path("username").asText(""));
        spec.put("uid", maker.path("uid").asText(""));
        for (String part : new String[] {"groups", "extra"}) {
            if (maker.has(part)) {
                spec.set(part, maker.path(part).deepCopy());
            }
        }
        spec.putObject("resourceAttributes")
                .put("group", GROUP)
                .put("version", "*")
                .put("resource", REQUESTS.resource())
                .put("subresource", right)
                .put("verb", "create");
        return client.create(REVIEWS, "", Document.of(review)) instanceof ApiReply.Document(var _, var json, var _)
                && Json.read(json).at("/status/allowed").asBoolean(false);
    }

    private boolean sign(String name, ObjectNode request) {
        Optional<String> refusal = refusal(request);
        if (refusal.isPresent()) {
            condition(request, "Failed", "SignerValidationFailure", refusal.get());
            return write(name, "status", request);
        }
        boolean serves = signerOf(request).equals(AgentRequestRule.SERVING);
        long wanted = request.at("/spec/expirationSeconds").asLong(LIFETIME.toSeconds());
        String certificate = signer.sign(pem(request), serves, Duration.ofSeconds(wanted));
        request.withObjectProperty("status")
                .put(
                        "certificate",
                        Base64.getEncoder().encodeToString(certificate.getBytes(StandardCharsets.US_ASCII)));
        return write(name, "status", request);
    }

    /// Why what is asked for is not signed, though it is approved.
    private Optional<String> refusal(JsonNode request) {
        Optional<AgentRequestRule.Asked> asked = asked(request);
        String wanted = signerOf(request);
        if (asked.isPresent() && UserRequestRule.concerns(wanted)) {
            return UserRequestRule.refusal(usages(request), asked.get().content());
        }
        return asked.filter(AgentRequestRule::fits).isPresent()
                ? Optional.empty()
                : Optional.of("what is asked for is not what %s signs".formatted(wanted));
    }

    private void condition(ObjectNode request, String type, String reason, String message) {
        String now = time.wall().truncatedTo(ChronoUnit.SECONDS).toString();
        request.withObjectProperty("status")
                .withArrayProperty("conditions")
                .addObject()
                .put("type", type)
                .put("status", "True")
                .put("reason", reason)
                .put("message", message)
                .put("lastUpdateTime", now)
                .put("lastTransitionTime", now);
    }

    private boolean write(String name, String subresource, ObjectNode request) {
        return client.call(
                        Verb.UPDATE,
                        new Target(GROUP, REQUESTS.version(), REQUESTS.resource(), "", name, subresource),
                        Map.of(),
                        Body.json(Document.of(request)))
                .succeededOrGone();
    }

    private final class Changes implements InformerHandler {
        @Override
        public void changed(Optional<StoredObject> before, StoredObject after) {
            queue.add(after.key().name());
        }

        @Override
        public void deleted(StoredObject last) {
            // nothing is left to do
        }

        @Override
        public void synced() {
            queue.start();
        }
    }
}
