package dev.tenure.node.image;

import dev.tenure.kubelet.pod.ConfigException;
import dev.tenure.node.environment.ConfigSource;
import dev.tenure.runtime.time.Tick;
import dev.tenure.runtime.time.TimeSource;
import dev.tenure.wire.json.JsonNode;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/// Service accounts of pods, and their tokens, for programs that hand out credentials. A token is kept for
/// most of its life. Waits for the API. Safe for use by several threads. Upstream:
/// kubelet/token/token_manager.go.
final class AccountTokens {
    private static final int KEPT_MAX = 1000;
    private static final Duration LIFE = Duration.ofHours(1);
    /// When it is four fifths over.
    private static final Duration RENEWED_AFTER = LIFE.dividedBy(5).multipliedBy(4);

    private record Key(String podUid, String account, String audience) {}

    private record Kept(Tick until, String token) {}

    private final ConfigSource source;
    private final TimeSource time;
    private final Map<Key, Kept> kept = new ConcurrentHashMap<>();

    AccountTokens(ConfigSource source, TimeSource time) {
        this.source = source;
        this.time = time;
    }

    /// @throws ConfigException when there is none, or the API does not say
    JsonNode account(String namespace, String name) {
        return source.serviceAccount(namespace, name)
                .orElseThrow(() -> new ConfigException("serviceaccounts \"%s\" not found".formatted(name)));
    }

    /// A token of the pod's account that is bound to the pod.
    ///
    /// @param accountUid one with this name that was made anew has other tokens
    String token(JsonNode pod, String accountUid, String audience) {
        var key = new Key(pod.path("metadata").path("uid").asText(""), accountUid, audience);
        Tick now = time.now();
        Optional<Kept> last = Optional.ofNullable(kept.get(key));
        if (last.isPresent() && last.get().until().compareTo(now) > 0) {
            return last.get().token();
        }
        String token = source.token(pod, audience, LIFE.toSeconds());
        if (kept.size() >= KEPT_MAX) {
            kept.values().removeIf(each -> each.until().compareTo(now) <= 0);
        }
        if (kept.size() < KEPT_MAX) {
            kept.put(key, new Kept(now.plus(RENEWED_AFTER), token));
        }
        return token;
    }
}
