package dev.tenure.apiserver.authn;

import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.runtime.time.TimeSource;
import dev.tenure.store.Store;
import dev.tenure.wire.json.Document;
import dev.tenure.wire.json.ObjectNode;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Tokens with which machines join: Secrets of type `bootstrap.kubernetes.io/token` in kube-system. Who has
/// one is `system:bootstrap:ID`, of group `system:bootstrappers`. Safe for use by several threads. Upstream:
/// plugin/pkg/auth/authenticator/token/bootstrap.
public final class BootstrapTokens implements TokenAuthenticator {
    private static final Pattern FORM = Pattern.compile("([a-z0-9]{6})\\.([a-z0-9]{16})");
    private static final Pattern GROUP = Pattern.compile("system:bootstrappers:[a-z0-9:-]{0,255}[a-z0-9]");
    private static final String TYPE = "bootstrap.kubernetes.io/token";
    private static final String EVERYBODY = "system:bootstrappers";

    private final Store store;
    private final TimeSource time;

    public BootstrapTokens(Store store, TimeSource time) {
        this.store = store;
        this.time = time;
    }

    @Override
    public Optional<User> authenticate(String token, TokenRemarks remarks) {
        Matcher parts = FORM.matcher(token);
        if (!parts.matches()) {
            return Optional.empty();
        }
        String id = parts.group(1);
        String secret = parts.group(2);
        return store.get(ResourceTypes.SECRETS.key("kube-system", "bootstrap-token-" + id))
                .map(BootstrapTokens::tree)
                .filter(tree -> tree.at("/metadata/deletionTimestamp").isMissingNode()
                        && tree.path("type").asText("").equals(TYPE)
                        && same(data(tree, "token-secret"), secret)
                        && data(tree, "token-id").equals(id)
                        && lasts(data(tree, "expiration"))
                        && data(tree, "usage-bootstrap-authentication").equals("true"))
                .flatMap(tree -> groups(data(tree, "auth-extra-groups")))
                .map(groups -> new User("system:bootstrap:" + id, "", groups, Map.of()));
    }

    private static ObjectNode tree(StoredObject secret) {
        return Document.of(secret.content()).tree();
    }

    private static String data(ObjectNode secret, String key) {
        try {
            return new String(
                    Base64.getDecoder().decode(secret.path("data").path(key).asText("")), StandardCharsets.UTF_8);
        } catch (IllegalArgumentException _) {
            return "";
        }
    }

    /// In a time that does not tell how much of it is right.
    private static boolean same(String one, String other) {
        return MessageDigest.isEqual(one.getBytes(StandardCharsets.UTF_8), other.getBytes(StandardCharsets.UTF_8));
    }

    /// What cannot be read as a moment is over, as upstream.
    private boolean lasts(String expiration) {
        if (expiration.isEmpty()) {
            return true;
        }
        try {
            Instant end = OffsetDateTime.parse(expiration).toInstant();
            return time.wall().isBefore(end);
        } catch (DateTimeException _) {
            return false;
        }
    }

    /// Nothing when one of them is not for such tokens.
    private static Optional<List<String>> groups(String further) {
        var groups = new ArrayList<>(List.of(EVERYBODY));
        for (String group : further.split(",", -1)) {
            if (!group.isEmpty()) {
                if (!GROUP.matcher(group).matches()) {
                    return Optional.empty();
                }
                groups.add(group);
            }
        }
        return Optional.of(groups);
    }
}
