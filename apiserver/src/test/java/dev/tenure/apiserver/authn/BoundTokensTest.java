package dev.tenure.apiserver.authn;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.apiserver.authn.ServiceAccountTokens.Bound;
import dev.tenure.apiserver.authn.ServiceAccountTokens.Grant;
import dev.tenure.apiserver.pki.Identity;
import dev.tenure.apiserver.pki.Issuer;
import dev.tenure.apiserver.registry.KindEntry;
import dev.tenure.model.meta.ObjectKey;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.runtime.loop.SimulatedWorld;
import dev.tenure.store.memory.MemoryStore;
import dev.tenure.store.memory.StateOptions;
import dev.tenure.wire.json.Document;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.ObjectNode;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// How long a token is good that somebody asked for, and why it is not: as upstream 1.36.3 answered reviews
/// of such tokens, and pkg/serviceaccount/claims.go.
final class BoundTokensTest {
    private static final String ISSUER = "https://test";
    private static final ObjectKey ACCOUNT = ResourceTypes.SERVICE_ACCOUNTS.key("ns", "bob");
    private static final ObjectKey POD = ResourceTypes.PODS.key("ns", "p");
    private static final ObjectKey SECRET = ResourceTypes.SECRETS.key("ns", "s");
    private static final ObjectKey NODE = ResourceTypes.NODES.key("", "n");

    private final Instant now = Instant.parse("2026-01-01T00:00:00Z");
    private final SimulatedWorld world = new SimulatedWorld(now);
    private final Identity signer = new Issuer(now).authority("test");

    private ServiceAccountTokens over(StoredObject... objects) {
        var store = new MemoryStore(StateOptions.indexing(Map.of()), List.of(objects), 1);
        return new ServiceAccountTokens(store, world, signer, ISSUER);
    }

    private static StoredObject object(ObjectKey key, String uid, String deleted) {
        ObjectNode tree = Json.object();
        ObjectNode metadata = tree.putObject("metadata").put("name", key.name()).put("uid", uid);
        if (!deleted.isEmpty()) {
            metadata.put("deletionTimestamp", deleted);
        }
        var header = new StoredObject.Header(key, uid, Map.of(), List.of(), Map.of(), false);
        return new StoredObject(header, Document.of(tree), 1, KindEntry.TREE);
    }

    private String token(long fromSeconds, long untilSeconds, Map<String, Bound> bound) {
        return over().issue(new Grant(
                "ns",
                "bob",
                "u",
                List.of(ISSUER),
                bound,
                now.plusSeconds(fromSeconds),
                now.plusSeconds(untilSeconds),
                "1"));
    }

    /// @return empty when the token is good
    private static String fault(ServiceAccountTokens tokens, String token) {
        var remarks = new TokenRemarks();
        return tokens.authenticate(token, remarks).isPresent()
                ? ""
                : remarks.fault().orElse("unsaid");
    }

    @Test
    void aClockMayGoAMinuteWrong() {
        ServiceAccountTokens tokens = over(object(ACCOUNT, "u", ""));
        assertThat(fault(tokens, token(0, 600, Map.of()))).isEmpty();
        assertThat(fault(tokens, token(-600, -60, Map.of()))).isEmpty();
        assertThat(fault(tokens, token(-600, -61, Map.of()))).isEqualTo("service account token has expired");
        assertThat(fault(tokens, token(60, 600, Map.of()))).isEmpty();
        assertThat(fault(tokens, token(61, 600, Map.of()))).isEqualTo("service account token is not valid yet");
    }

    @Test
    void theAccountHasToBeThereAndTheSame() {
        String token = token(0, 600, Map.of());
        assertThat(fault(over(), token)).isEqualTo("serviceaccounts \"bob\" not found");
        assertThat(fault(over(object(ACCOUNT, "v", "")), token))
                .isEqualTo("service account UID (v) does not match claim (u)");
        assertThat(fault(over(object(ACCOUNT, "u", "2025-12-31T23:59:00Z")), token))
                .isEmpty();
        assertThat(fault(over(object(ACCOUNT, "u", "2025-12-31T23:58:59Z")), token))
                .isEqualTo("service account ns/bob has been deleted");
    }

    @Test
    void whatItIsBoundToHasToBeThereAndTheSame() {
        StoredObject account = object(ACCOUNT, "u", "");
        for (Map.Entry<String, ObjectKey> each :
                Map.of("pod", POD, "secret", SECRET, "node", NODE).entrySet()) {
            String kind = each.getKey();
            ObjectKey key = each.getValue();
            String token = token(0, 600, Map.of(kind, new Bound(key.name(), "b")));
            assertThat(fault(over(account, object(key, "b", "")), token))
                    .as(kind)
                    .isEmpty();
            assertThat(fault(over(account), token)).as(kind).isEqualTo("service account token has been invalidated");
            assertThat(fault(over(account, object(key, "c", "")), token))
                    .isEqualTo("%1$s UID (c) does not match service account %1$s ref claim (b)".formatted(kind));
            assertThat(fault(over(account, object(key, "b", "2026-01-01T00:00:30Z")), token))
                    .as(kind)
                    .isEmpty();
            assertThat(fault(over(account, object(key, "b", "2025-12-31T23:58:59Z")), token))
                    .as(kind)
                    .isEqualTo("service account token has been invalidated");
        }
    }

    @Test
    void theNodeOfAPodIsOnlyToldOf() {
        var bound = Map.of("pod", new Bound("p", "b"), "node", new Bound("n", "gone"));
        String token = token(0, 600, bound);
        assertThat(fault(over(object(ACCOUNT, "u", ""), object(POD, "b", "")), token))
                .isEmpty();
    }
}
