package dev.tenure.kinds.admission.serviceaccount;

import dev.tenure.wire.json.JsonNode;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;

/// Pods of an account that enforces its list of secrets may name no others.
final class SecretReferenceRule {
    private final String account;
    private final Set<String> secrets;
    private final Set<String> pullSecrets;

    SecretReferenceRule(JsonNode account) {
        this.account = account.path("metadata").path("name").asText();
        this.secrets = names(account.path("secrets"));
        this.pullSecrets = names(account.path("imagePullSecrets"));
    }

    private static Set<String> names(JsonNode list) {
        Set<String> names = new HashSet<>();
        list.forEach(each -> names.add(each.path("name").asText("")));
        return names;
    }

    Optional<String> complaint(JsonNode spec) {
        return volumes(spec.path("volumes"))
                .or(() -> containers("init container", spec.path("initContainers")))
                .or(() -> containers("container", spec.path("containers")))
                .or(() -> pulls(spec.path("imagePullSecrets")));
    }

    Optional<String> ephemeral(JsonNode spec) {
        return containers("ephemeral container", spec.path("ephemeralContainers"));
    }

    private Optional<String> volumes(JsonNode volumes) {
        for (JsonNode volume : volumes) {
            String name = volume.path("secret").path("secretName").asText("");
            if (volume.has("secret") && !secrets.contains(name)) {
                return Optional.of("volume with " + refusal(name));
            }
        }
        return Optional.empty();
    }

    private String refusal(String secret) {
        return "secret.secretName=\"%s\" is not allowed because service account %s does not reference that secret"
                .formatted(secret, account);
    }

    private Optional<String> containers(String what, JsonNode containers) {
        for (JsonNode container : containers) {
            Optional<String> complaint =
                    container(what + " " + container.path("name").asText(""), container);
            if (complaint.isPresent()) {
                return complaint;
            }
        }
        return Optional.empty();
    }

    private Optional<String> container(String title, JsonNode container) {
        for (JsonNode variable : container.path("env")) {
            JsonNode reference = variable.path("valueFrom").path("secretKeyRef");
            String name = reference.path("name").asText("");
            if (!reference.isMissingNode() && !secrets.contains(name)) {
                return Optional.of("%s with envVar %s referencing %s"
                        .formatted(title, variable.path("name").asText(""), refusal(name)));
            }
        }
        for (JsonNode source : container.path("envFrom")) {
            String name = source.path("secretRef").path("name").asText("");
            if (source.has("secretRef") && !secrets.contains(name)) {
                return Optional.of("%s with envFrom referencing %s".formatted(title, refusal(name)));
            }
        }
        return Optional.empty();
    }

    private Optional<String> pulls(JsonNode named) {
        for (int i = 0; i < named.size(); i++) {
            String name = named.get(i).path("name").asText("");
            if (!pullSecrets.contains(name)) {
                return Optional.of(
                        ("imagePullSecrets[%d].name=\"%s\" is not allowed because service account %s does not"
                                        + " reference that imagePullSecret")
                                .formatted(i, name, account));
            }
        }
        return Optional.empty();
    }
}
