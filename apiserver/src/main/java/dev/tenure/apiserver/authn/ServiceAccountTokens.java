package dev.tenure.apiserver.authn;

import dev.tenure.apiserver.pki.Identity;
import dev.tenure.apiserver.pki.TokenAlgorithm;
import dev.tenure.apiserver.pki.WebKey;
import dev.tenure.model.meta.Quoted;
import dev.tenure.runtime.io.MadeOnce;
import dev.tenure.runtime.time.TimeSource;
import dev.tenure.store.Store;
import dev.tenure.wire.json.ArrayNode;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.ObjectNode;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.PublicKey;
import java.security.Signature;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/// Tokens of service accounts: signed JWTs, bound to the account and, if wished, to a pod, a
/// secret or a node. A token ends with what it is bound to. Those that are kept in Secrets have no end of
/// their own. Safe for use by several threads.
public final class ServiceAccountTokens implements TokenAuthenticator {
    static final String PREFIX = "system:serviceaccount:";

    /// What tokens began with before they named their key.
    private static final String NAMELESS =
            encoded("{\"alg\":\"ES256\",\"typ\":\"JWT\"}".getBytes(StandardCharsets.UTF_8));

    private final SecretTokens kept;
    private final BoundTokens bound;
    private final Supplier<TokenKeys> keys;
    private final String issuer;
    private final Optional<Duration> longest;
    /// What tokens begin with, and by which keys they may then be signed; first what is signed here.
    private final MadeOnce<Map<String, List<PublicKey>>> headers = new MadeOnce<>(this::madeHeaders);

    /// What all tokens have in common.
    ///
    /// @param issuer a URL
    /// @param longest how long a token lasts at most, whatever is asked for; nothing for as long as asked
    public record Terms(String issuer, Optional<Duration> longest) {}

    /// Tokens that last as long as asked for.
    public ServiceAccountTokens(Store store, TimeSource time, Identity signer, String issuer) {
        this(store, time, signer, new Terms(issuer, Optional.empty()));
    }

    public ServiceAccountTokens(Store store, TimeSource time, Identity signer, Terms terms) {
        this(store, time, () -> TokenKeys.of(signer), terms);
    }

    /// @param keys the same at each call; asked when the first token is made or read
    public ServiceAccountTokens(Store store, TimeSource time, Supplier<TokenKeys> keys, Terms terms) {
        this.kept = new SecretTokens(store, time);
        this.bound = new BoundTokens(store, time);
        this.keys = keys;
        this.issuer = terms.issuer();
        this.longest = terms.longest();
    }

    public String issuer() {
        return issuer;
    }

    /// Has the days noted on which tokens of Secrets are shown; until then they are noted nowhere. To be
    /// called once.
    ///
    /// @param noting called by the thread of the request that shows the token
    public void noteUses(Consumer<KeptTokenUse> noting) {
        kept.noteUses(noting);
    }

    /// How tokens are signed that are good here, in order.
    public List<String> algorithms() {
        return keys.get().trusted().stream()
                .map(key -> TokenAlgorithm.of(key).name())
                .distinct()
                .sorted()
                .toList();
    }

    /// The keys that verify tokens, as others are told of them.
    public List<ObjectNode> webKeys() {
        return keys.get().trusted().stream().map(WebKey::of).toList();
    }

    private Map<String, List<PublicKey>> madeHeaders() {
        var made = new LinkedHashMap<String, List<PublicKey>>();
        List<PublicKey> trusted = keys.get().trusted();
        trusted.forEach(key -> made.put(header(key), List.of(key)));
        made.put(
                NAMELESS,
                trusted.stream()
                        .filter(key -> TokenAlgorithm.of(key) == TokenAlgorithm.ES256)
                        .toList());
        return made;
    }

    private static String header(PublicKey key) {
        ObjectNode header =
                Json.object().put("alg", TokenAlgorithm.of(key).name()).put("kid", WebKey.id(key));
        return encoded(Json.write(header));
    }

    /// How long a token lasts of which somebody wants that it lasts so many seconds.
    public long seconds(long wanted) {
        return longest.map(most -> Math.min(wanted, most.toSeconds())).orElse(wanted);
    }

    /// What a token is for.
    ///
    /// @param bound what it is bound to, as in the claim: `pod`, `secret` or `node` with name and uid
    /// @param id names the token
    public record Grant(
            String namespace,
            String account,
            String uid,
            List<String> audiences,
            Map<String, Bound> bound,
            Instant from,
            Instant until,
            String id) {}

    public record Bound(String name, String uid) {}

    /// Whose a token is, and which audiences that were asked for it is meant for.
    public record Meant(User user, List<String> audiences) {
        public Meant {
            audiences = List.copyOf(audiences);
        }
    }

    /// The signed token.
    public String issue(Grant grant) {
        ObjectNode claims = Json.object();
        ArrayNode audiences = claims.putArray("aud");
        grant.audiences().forEach(audiences::add);
        claims.put("exp", grant.until().getEpochSecond());
        claims.put("iat", grant.from().getEpochSecond());
        claims.put("iss", issuer).put("jti", grant.id());
        ObjectNode own = claims.putObject(BoundTokens.CLAIM);
        own.put("namespace", grant.namespace());
        grant.bound()
                .forEach((kind, b) -> own.putObject(kind).put("name", b.name()).put("uid", b.uid()));
        own.putObject("serviceaccount").put("name", grant.account()).put("uid", grant.uid());
        claims.put("nbf", grant.from().getEpochSecond());
        claims.put("sub", PREFIX + grant.namespace() + ":" + grant.account());
        return signed(claims);
    }

    /// The signed token that a Secret holds, which is good for as long as it does.
    ///
    /// @param uid of the account
    /// @param secret the name of the Secret
    public String issueKept(String namespace, String account, String uid, String secret) {
        return signed(SecretTokens.claims(namespace, account, uid, secret));
    }

    private String signed(ObjectNode claims) {
        String content = headers.get().keySet().iterator().next() + "." + encoded(Json.write(claims));
        return content + "." + encoded(signature(content));
    }

    private byte[] signature(String content) {
        try {
            Signature signature = Signature.getInstance(
                    TokenAlgorithm.of(keys.get().trusted().getFirst()).signature());
            signature.initSign(keys.get().signer());
            signature.update(content.getBytes(StandardCharsets.US_ASCII));
            return signature.sign();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("the service account key cannot sign", e);
        }
    }

    private static String encoded(byte[] bytes) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }

    @Override
    public Optional<User> authenticate(String token, TokenRemarks remarks) {
        return authenticate(token, List.of(issuer), remarks).map(Meant::user);
    }

    /// As above, for a token that is meant for one of these audiences; with those of them that it is meant
    /// for.
    public Optional<Meant> authenticate(String token, List<String> audiences, TokenRemarks remarks) {
        return claims(token, remarks).flatMap(claims -> {
            boolean isKept = issuer(claims).equals(SecretTokens.ISSUER);
            List<String> all = isKept ? List.of(issuer) : audiences(claims);
            List<String> meant = audiences.stream().filter(all::contains).toList();
            if (meant.isEmpty()) {
                remarks.refuse("token audiences %s is invalid for the target audiences %s"
                        .formatted(quoted(all), quoted(audiences)));
                return Optional.empty();
            }
            Optional<User> whose = isKept ? kept.user(claims, token, remarks) : bound.user(claims, remarks);
            return whose.map(user -> new Meant(user, meant));
        });
    }

    /// As Go prints a list of texts.
    private static String quoted(List<String> texts) {
        return texts.stream().map(Quoted::of).collect(Collectors.joining(" ", "[", "]"));
    }

    private static String issuer(JsonNode claims) {
        return claims.path("iss").asText("");
    }

    /// What a token says whose signature is good. Of one that somebody else has issued there is nothing to
    /// say.
    private Optional<JsonNode> claims(String token, TokenRemarks remarks) {
        String[] parts = token.split("\\.", -1);
        // without padding, or one token could be written in several ways
        if (parts.length != 3 || token.indexOf('=') >= 0) {
            return Optional.empty();
        }
        try {
            JsonNode claims = Json.read(Base64.getUrlDecoder().decode(parts[1]));
            if (!issuer(claims).equals(SecretTokens.ISSUER) && !issuer(claims).equals(issuer)) {
                return Optional.empty();
            }
            byte[] content = (parts[0] + "." + parts[1]).getBytes(StandardCharsets.US_ASCII);
            byte[] signature = Base64.getUrlDecoder().decode(parts[2]);
            List<PublicKey> named = headers.get().getOrDefault(parts[0], List.of());
            if (isSigned(named, content, signature)) {
                return Optional.of(claims);
            }
            remarks.refuse(
                    named.isEmpty()
                            ? "invalid signature, no keys found"
                            : "go-jose/go-jose: error in cryptographic primitive");
            return Optional.empty();
        } catch (IllegalArgumentException _) {
            return Optional.empty();
        }
    }

    private static boolean isSigned(List<PublicKey> by, byte[] content, byte[] signed) {
        for (PublicKey key : by) {
            try {
                Signature signature =
                        Signature.getInstance(TokenAlgorithm.of(key).signature());
                signature.initVerify(key);
                signature.update(content);
                if (signature.verify(signed)) {
                    return true;
                }
            } catch (GeneralSecurityException _) {
                // bytes that are no signature at all
            }
        }
        return false;
    }

    private static List<String> audiences(JsonNode claims) {
        var audiences = new ArrayList<String>();
        claims.path("aud").forEach(a -> audiences.add(a.asText("")));
        return audiences;
    }

    static List<String> groups(String namespace) {
        return List.of("system:serviceaccounts", "system:serviceaccounts:" + namespace);
    }
}
