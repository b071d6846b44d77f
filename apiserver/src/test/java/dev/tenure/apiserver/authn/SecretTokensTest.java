package dev.tenure.apiserver.authn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import dev.tenure.apiserver.authn.ServiceAccountTokens.Grant;
import dev.tenure.apiserver.authn.ServiceAccountTokens.Meant;
import dev.tenure.apiserver.pki.Identity;
import dev.tenure.apiserver.pki.Issuer;
import dev.tenure.apiserver.registry.KindEntry;
import dev.tenure.model.meta.ObjectKey;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.runtime.loop.SimulatedWorld;
import dev.tenure.store.Store;
import dev.tenure.store.memory.MemoryStore;
import dev.tenure.store.memory.StateOptions;
import dev.tenure.wire.json.Document;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.ObjectNode;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.Signature;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// Tokens that a controller made and a Secret keeps, as upstream's legacyValidator takes them.
final class SecretTokensTest {
    private static final String ISSUER = "https://test";
    private static final String USER = "system:serviceaccount:ns:bob";
    private static final ObjectKey SECRET = ResourceTypes.SECRETS.key("ns", "kept");
    private static final ObjectKey ACCOUNT = ResourceTypes.SERVICE_ACCOUNTS.key("ns", "bob");

    private final SimulatedWorld world = new SimulatedWorld(Instant.parse("2026-01-01T00:00:00Z"));
    private final TokenRemarks remarks = new TokenRemarks();
    private final Identity signer = new Issuer(world.wall()).authority("test");

    private ServiceAccountTokens over(StoredObject... objects) {
        Store store = new MemoryStore(StateOptions.indexing(Map.of()), List.of(objects), 1);
        return new ServiceAccountTokens(store, world, signer, ISSUER);
    }

    private static ObjectNode claims() {
        return Json.object()
                .put("iss", "kubernetes/serviceaccount")
                .put("kubernetes.io/serviceaccount/namespace", "ns")
                .put("kubernetes.io/serviceaccount/secret.name", "kept")
                .put("kubernetes.io/serviceaccount/service-account.name", "bob")
                .put("kubernetes.io/serviceaccount/service-account.uid", "uid-bob")
                .put("sub", USER);
    }

    /// The header is that of all tokens of this key.
    private String token(ObjectNode claims) throws GeneralSecurityException {
        var any = new Grant("ns", "bob", "uid-bob", List.of(), Map.of(), Instant.EPOCH, Instant.EPOCH, "1");
        String header = over().issue(any).split("\\.", -1)[0];
        Base64.Encoder encoder = Base64.getUrlEncoder().withoutPadding();
        String content = header + "." + encoder.encodeToString(Json.write(claims));
        Signature signature = Signature.getInstance("SHA256withECDSAinP1363Format");
        signature.initSign(signer.key());
        signature.update(content.getBytes(StandardCharsets.US_ASCII));
        return content + "." + encoder.encodeToString(signature.sign());
    }

    private static StoredObject stored(ObjectKey key, String uid, ObjectNode tree) {
        var header = new StoredObject.Header(key, uid, Map.of(), List.of(), Map.of(), false);
        return new StoredObject(header, Document.of(tree), 1, KindEntry.TREE);
    }

    private static ObjectNode object(ObjectKey key, String uid) {
        ObjectNode tree = Json.object();
        tree.putObject("metadata")
                .put("name", key.name())
                .put("namespace", key.namespace())
                .put("uid", uid);
        return tree;
    }

    private static StoredObject account(String uid) {
        return stored(ACCOUNT, uid, object(ACCOUNT, uid));
    }

    private static ObjectNode secret(String token) {
        ObjectNode tree = object(SECRET, "uid-kept");
        tree.putObject("data").put("token", Base64.getEncoder().encodeToString(token.getBytes(StandardCharsets.UTF_8)));
        return tree;
    }

    private static StoredObject stored(ObjectNode secret) {
        return stored(SECRET, "uid-kept", secret);
    }

    @Test
    void theTokenOfASecretIsGoodForTheServersOwnAudienceAndHasNoEnd() throws Exception {
        String token = token(claims());
        ServiceAccountTokens tokens = over(account("uid-bob"), stored(secret(token)));
        var bob = new User(USER, "uid-bob", List.of("system:serviceaccounts", "system:serviceaccounts:ns"), Map.of());
        assertThat(tokens.authenticate(token, remarks)).contains(bob);
        assertThat(tokens.authenticate(token, List.of("other", ISSUER), remarks))
                .contains(new Meant(bob, List.of(ISSUER)));
        assertThat(tokens.authenticate(token, List.of("other"), remarks)).isEmpty();
    }

    @Test
    void whatIsMadeHereIsSuchAToken() {
        String token = over().issueKept("ns", "bob", "uid-bob", "kept");

        assertThat(Json.read(Base64.getUrlDecoder().decode(token.split("\\.", -1)[1])))
                .isEqualTo(claims());
        assertThat(over(account("uid-bob"), stored(secret(token))).authenticate(token, remarks))
                .map(User::name)
                .contains(USER);
        assertThat(over(account("uid-bob")).authenticate(token, remarks)).isEmpty();
    }

    @Test
    void itEndsWithTheSecretItsContentAndTheAccount() throws Exception {
        String token = token(claims());
        ObjectNode leaving = secret(token);
        ((ObjectNode) leaving.path("metadata")).put("deletionTimestamp", "2026-01-01T00:00:00Z");
        ObjectNode invalid = secret(token);
        ((ObjectNode) invalid.path("metadata"))
                .putObject("labels")
                .put("kubernetes.io/legacy-token-invalid-since", "2026-01-01");
        assertThat(over(account("uid-bob")).authenticate(token, remarks))
                .as("no secret")
                .isEmpty();
        assertThat(over(stored(secret(token))).authenticate(token, remarks))
                .as("no account")
                .isEmpty();
        assertThat(over(account("uid-2"), stored(secret(token))).authenticate(token, remarks))
                .as("another account")
                .isEmpty();
        assertThat(over(account("uid-bob"), stored(secret("x"))).authenticate(token, remarks))
                .as("another token")
                .isEmpty();
        assertThat(over(account("uid-bob"), stored(leaving)).authenticate(token, remarks))
                .as("a secret that is leaving")
                .isEmpty();
        assertThat(over(account("uid-bob"), stored(invalid)).authenticate(token, remarks))
                .as("marked as invalid")
                .isEmpty();
    }

    @Test
    void itsClaimsHaveToBeWholeAndBelongTogether() throws Exception {
        for (String claim : List.of("namespace", "secret.name", "service-account.name", "service-account.uid")) {
            String token = token(claims().put("kubernetes.io/serviceaccount/" + claim, ""));
            assertThat(over(account("uid-bob"), stored(secret(token))).authenticate(token, remarks))
                    .as(claim)
                    .isEmpty();
        }
        String other = token(claims().put("sub", "system:serviceaccount:ns:alice"));
        assertThat(over(account("uid-bob"), stored(secret(other))).authenticate(other, remarks))
                .isEmpty();
        String elsewhere = token(claims().put("iss", "https://elsewhere"));
        assertThat(over(account("uid-bob"), stored(secret(elsewhere))).authenticate(elsewhere, remarks))
                .isEmpty();
    }

    private List<KeptTokenUse> uses(ObjectNode secret, String token) {
        ServiceAccountTokens tokens = over(account("uid-bob"), stored(secret));
        List<KeptTokenUse> uses = new ArrayList<>();
        tokens.noteUses(uses::add);
        tokens.authenticate(token, remarks);
        return uses;
    }

    @Test
    void aUseIsNotedUnlessItsDayOrTheNextIsNotedAlready() throws Exception {
        String token = token(claims());
        ObjectNode secret = secret(token);
        var use = new KeptTokenUse(SECRET, "uid-kept", LocalDate.parse("2026-01-01"));
        assertThat(uses(secret, token)).containsExactly(use);

        ObjectNode labels = ((ObjectNode) secret.path("metadata")).putObject("labels");
        for (String day : List.of("2025-12-31", "2026-01-03", "x", "")) {
            labels.put(KeptTokenUse.LABEL, day);
            assertThat(uses(secret, token)).as(day).containsExactly(use);
        }
        for (String day : List.of("2026-01-01", "2026-01-02")) {
            labels.put(KeptTokenUse.LABEL, day);
            assertThat(uses(secret, token)).as(day).isEmpty();
        }
        assertThat(uses(secret("another"), token)).isEmpty();
        assertThat(remarks.notes().all())
                .containsExactly(entry("authentication.k8s.io/legacy-token-manual-secret", "kept"));
        assertThat(remarks.warnings()).isEmpty();
    }

    @Test
    void theUseOfAnInvalidTokenIsRefusedAndNoted() throws Exception {
        String token = token(claims());
        ObjectNode invalid = secret(token);
        ((ObjectNode) invalid.path("metadata"))
                .putObject("labels")
                .put("kubernetes.io/legacy-token-invalid-since", "2026-01-01");
        assertThat(uses(invalid, token)).hasSize(1);
        assertThat(remarks.notes().all())
                .containsExactly(entry("authentication.k8s.io/legacy-token-invalidated", "kept/ns"));
    }

    @Test
    void whoUsesATokenThatTheAccountListsIsWarned() throws Exception {
        String token = token(claims());
        ObjectNode listing = object(ACCOUNT, "uid-bob");
        listing.putArray("secrets").addObject().put("name", "kept");
        over(stored(ACCOUNT, "uid-bob", listing), stored(secret(token))).authenticate(token, remarks);
        assertThat(remarks.warnings())
                .containsExactly(
                        "Use tokens from the TokenRequest API or manually created secret-based tokens instead of"
                                + " auto-generated secret-based tokens.");
        assertThat(remarks.notes().all())
                .containsExactly(entry("authentication.k8s.io/legacy-token-autogenerated-secret", "kept"));
    }

    private String fault(ServiceAccountTokens tokens, String token) {
        var said = new TokenRemarks();
        assertThat(tokens.authenticate(token, said)).isEmpty();
        return said.fault().orElse("");
    }

    /// As upstream 1.36.3 answered reviews of such tokens.
    @Test
    void whyATokenIsNotGoodIsTold() throws Exception {
        String token = token(claims());
        assertThat(fault(over(), "x")).isEmpty();
        assertThat(fault(over(), token(claims().put("iss", "https://elsewhere"))))
                .isEmpty();
        assertThat(fault(over(), token)).isEqualTo("Token has been invalidated");
        assertThat(fault(over(), token.substring(0, token.length() - 8) + "AAAAAAAA"))
                .isEqualTo("go-jose/go-jose: error in cryptographic primitive");
        assertThat(fault(over(), "e30" + token.substring(token.indexOf('.'))))
                .isEqualTo("invalid signature, no keys found");
        assertThat(fault(over(), token(claims().put("sub", "")))).isEqualTo("sub claim is missing");
        assertThat(fault(over(), token(claims().put("sub", "else")))).isEqualTo("sub claim is invalid");
        assertThat(fault(over(), token(claims().put("kubernetes.io/serviceaccount/secret.name", ""))))
                .isEqualTo("secretName claim is missing");
        assertThat(fault(over(stored(secret("x"))), token)).isEqualTo("Token does not match server's copy");
        assertThat(fault(over(stored(secret(token))), token)).isEqualTo("serviceaccounts \"bob\" not found");
        assertThat(fault(over(stored(secret(token)), account("u")), token))
                .isEqualTo("ServiceAccount UID (u) does not match claim (uid-bob)");
        ObjectNode leaving = object(ACCOUNT, "uid-bob");
        leaving.withObject("/metadata").put("deletionTimestamp", "2026-01-01T00:00:00Z");
        assertThat(fault(over(stored(secret(token)), stored(ACCOUNT, "uid-bob", leaving)), token))
                .isEqualTo("ServiceAccount ns/bob has been deleted");
        var said = new TokenRemarks();
        assertThat(over().authenticate(token, List.of("a", "b"), said)).isEmpty();
        assertThat(said.fault())
                .contains("token audiences [\"https://test\"] is invalid for the target audiences [\"a\" \"b\"]");
    }
}
