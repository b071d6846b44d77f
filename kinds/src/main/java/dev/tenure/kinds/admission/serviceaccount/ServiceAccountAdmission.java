package dev.tenure.kinds.admission.serviceaccount;

import dev.tenure.apiserver.admission.AdmissionPlugin;
import dev.tenure.apiserver.admission.AdmissionRequest;
import dev.tenure.apiserver.admission.AdmissionRequest.Operation;
import dev.tenure.apiserver.admission.ClusterAccess;
import dev.tenure.apiserver.registry.field.Names;
import dev.tenure.apiserver.registry.field.Trees;
import dev.tenure.model.meta.Quoted;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.wire.json.ArrayNode;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.ObjectNode;
import java.util.Optional;
import java.util.random.RandomGenerator;

/// Gives every pod a service account, its token and its secrets to pull images with. Mirror pods have none.
public final class ServiceAccountAdmission implements AdmissionPlugin {
    private static final String MIRROR = "kubernetes.io/config.mirror";
    private static final String ENFORCED = "kubernetes.io/enforce-mountable-secrets";

    private final TokenVolume tokens;

    /// @param random for the names of volumes
    public ServiceAccountAdmission(RandomGenerator random) {
        this.tokens = new TokenVolume(random);
    }

    @Override
    public String name() {
        return "ServiceAccount";
    }

    @Override
    public void mutate(AdmissionRequest request, ClusterAccess cluster) {
        if (!request.creates(ResourceTypes.PODS)) {
            return;
        }
        ObjectNode pod = request.object();
        if (!mirror(pod)) {
            ObjectNode spec = Trees.object(pod, "spec");
            Trees.fill(spec, "serviceAccountName", "default");
            spec.put("serviceAccount", spec.path("serviceAccountName").asText());
            ObjectNode account = account(request, cluster);
            if (mounts(account, spec)) {
                tokens.mount(spec);
            }
            pullSecrets(account, spec);
        }
        validate(request, cluster);
    }

    private static boolean mirror(JsonNode pod) {
        return pod.path("metadata").path("annotations").has(MIRROR);
    }

    private static boolean mounts(JsonNode account, JsonNode spec) {
        JsonNode own = spec.path("automountServiceAccountToken");
        return own.isBoolean()
                ? own.asBoolean()
                : account.path("automountServiceAccountToken").asBoolean(true);
    }

    private static void pullSecrets(JsonNode account, ObjectNode spec) {
        JsonNode offered = account.path("imagePullSecrets");
        if (spec.path("imagePullSecrets").isEmpty() && !offered.isEmpty()) {
            ArrayNode own = spec.putArray("imagePullSecrets");
            offered.forEach(secret -> own.add(secret.deepCopy()));
        }
    }

    private static ObjectNode account(AdmissionRequest request, ClusterAccess cluster) {
        String name = request.object().path("spec").path("serviceAccountName").asText("");
        return cluster.get(ResourceTypes.SERVICE_ACCOUNTS, request.namespace(), name)
                .map(cluster::tree)
                .orElseThrow(() -> request.forbidden("error looking up service account %s/%s: %s"
                        .formatted(
                                request.namespace(),
                                name,
                                Names.unaskable(name)
                                        .orElse("serviceaccount %s not found".formatted(Quoted.of(name))))));
    }

    @Override
    public void validate(AdmissionRequest request, ClusterAccess cluster) {
        boolean debugging = request.operation() == Operation.UPDATE
                && request.about(ResourceTypes.PODS)
                && request.subresource().equals("ephemeralcontainers");
        if (!debugging && !request.creates(ResourceTypes.PODS)) {
            return;
        }
        JsonNode pod = request.object();
        if (!debugging && mirror(pod)) {
            MirrorPodRule.complaint(pod).ifPresent(why -> {
                throw request.forbidden(why);
            });
            return;
        }
        if (Trees.blank(pod.path("spec"), "serviceAccountName")) {
            throw request.forbidden("no service account specified for pod %s/%s"
                    .formatted(
                            request.namespace(),
                            pod.path("metadata").path("name").asText("")));
        }
        ObjectNode account = account(request, cluster);
        if (enforced(account)) {
            var rule = new SecretReferenceRule(account);
            Optional<String> complaint =
                    debugging ? rule.ephemeral(pod.path("spec")) : rule.complaint(pod.path("spec"));
            complaint.ifPresent(why -> {
                throw request.forbidden(why);
            });
        }
    }

    private static boolean enforced(JsonNode account) {
        return switch (account.path("metadata")
                .path("annotations")
                .path(ENFORCED)
                .asText("")) {
            case "1", "t", "T", "true", "TRUE", "True" -> true;
            default -> false;
        };
    }
}
