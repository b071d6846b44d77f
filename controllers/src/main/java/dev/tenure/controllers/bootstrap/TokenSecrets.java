package dev.tenure.controllers.bootstrap;

import dev.tenure.client.informer.Informer.Selection;
import dev.tenure.controllers.bootstrap.ClusterInfoRule.Token;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.wire.json.Document;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Map;
import java.util.TreeMap;

/// Where the tokens are by which machines join, and how they are read. Pure.
final class TokenSecrets {
    static final String NAMESPACE = "kube-system";
    static final Selection ALL = new Selection(
            ResourceTypes.SECRETS, NAMESPACE, Map.of("fieldSelector", "type=bootstrap.kubernetes.io/token"));

    private TokenSecrets() {}

    static Token token(StoredObject secret) {
        Map<String, String> words = new TreeMap<>();
        Document.of(secret.content())
                .tree()
                .path("data")
                .properties()
                .forEach(
                        each -> words.put(each.getKey(), decoded(each.getValue().asText(""))));
        return new Token(secret.key().name(), words);
    }

    private static String decoded(String text) {
        try {
            return new String(Base64.getDecoder().decode(text), StandardCharsets.UTF_8);
        } catch (IllegalArgumentException _) {
            return "";
        }
    }
}
