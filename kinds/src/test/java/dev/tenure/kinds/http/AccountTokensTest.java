package dev.tenure.kinds.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import java.io.IOException;
import java.math.BigInteger;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.security.AlgorithmParameters;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PublicKey;
import java.security.Signature;
import java.security.spec.ECGenParameterSpec;
import java.security.spec.ECParameterSpec;
import java.security.spec.ECPoint;
import java.security.spec.ECPublicKeySpec;
import java.util.Base64;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// How others, and the server itself, come to believe a token; as upstream 1.36.3 answered.
class AccountTokensTest {
    private static final String ISSUER = "https://kubernetes.default.svc";
    private static final String CONFIGURATION = "/.well-known/openid-configuration";
    private static final String KEYS = "/openid/v1/jwks";

    @AutoClose
    private final HttpCalls calls = HttpCalls.toNewServer();

    private HttpResponse<byte[]> get(String token, String path) throws IOException, InterruptedException {
        return calls.send(token, "GET", path, Map.of(), new byte[0]);
    }

    private JsonNode post(String path, String json) throws IOException, InterruptedException {
        byte[] body = json.replace('\'', '"').getBytes(StandardCharsets.UTF_8);
        return Json.read(calls.send("admin", "POST", path, Map.of("Content-Type", "application/json"), body)
                .body());
    }

    private String token(String audiences) throws IOException, InterruptedException {
        return post("/api/v1/namespaces/default/serviceaccounts/default/token", "{'spec': {" + audiences + "}}")
                .path("status")
                .path("token")
                .asText();
    }

    private static byte[] decoded(String text) {
        return Base64.getUrlDecoder().decode(text);
    }

    private static PublicKey key(JsonNode key) throws GeneralSecurityException {
        AlgorithmParameters curve = AlgorithmParameters.getInstance("EC");
        curve.init(new ECGenParameterSpec("secp256r1"));
        var point = new ECPoint(
                new BigInteger(1, decoded(key.path("x").asText())),
                new BigInteger(1, decoded(key.path("y").asText())));
        return KeyFactory.getInstance("EC")
                .generatePublic(new ECPublicKeySpec(point, curve.getParameterSpec(ECParameterSpec.class)));
    }

    @Test
    void whoReadsThePagesCanVerifyATokenByTheKeyThatItNames() throws Exception {
        JsonNode configuration = Json.read(get("admin", CONFIGURATION).body());
        assertThat(configuration.path("issuer").asText()).isEqualTo(ISSUER);
        assertThat(configuration.path("jwks_uri").asText())
                .startsWith("https://")
                .endsWith(KEYS);
        assertThat(configuration.path("id_token_signing_alg_values_supported").toString())
                .isEqualTo("[\"ES256\"]");
        JsonNode key = Json.read(get("admin", KEYS).body()).path("keys").path(0);
        String[] parts = token("").split("\\.");
        JsonNode header = Json.read(decoded(parts[0]));
        assertThat(header.path("kid")).isEqualTo(key.path("kid"));
        Signature signature = Signature.getInstance("SHA256withECDSAinP1363Format");
        signature.initVerify(key(key));
        signature.update((parts[0] + "." + parts[1]).getBytes(StandardCharsets.US_ASCII));
        assertThat(signature.verify(decoded(parts[2]))).isTrue();
    }

    @Test
    void thePagesSayWhatTheyAreAndHowLongTheyMayBeKept() throws Exception {
        for (String path : new String[] {CONFIGURATION, KEYS}) {
            HttpResponse<byte[]> page = get("admin", path);
            assertThat(page.statusCode()).as(path).isEqualTo(200);
            assertThat(page.headers().firstValue("Cache-Control")).contains("public, max-age=3600");
            assertThat(get("alice", path).statusCode()).as(path).isEqualTo(403);
            assertThat(get("", path).statusCode()).as(path).isEqualTo(403);
            assertThat(calls.send("admin", "POST", path, Map.of(), new byte[0]).statusCode())
                    .as(path)
                    .isEqualTo(405);
        }
        assertThat(get("admin", KEYS).headers().firstValue("Content-Type")).contains("application/jwk-set+json");
        assertThat(HttpCalls.text(get("admin", "/")))
                .contains("\"" + CONFIGURATION + "\"", "\"" + KEYS + "\"", "\"/readyz/etcd\"");
    }

    @Test
    void aServiceAccountMayReadThem() throws Exception {
        // the role for that is bound to all accounts by upstream's bootstrap policy
        assertThat(get(token(""), KEYS).statusCode()).isEqualTo(200);
    }

    @Test
    void aTokenHasOneWayToBeWritten() throws Exception {
        String token = token("");
        for (String other : new String[] {token + "=", token + "==", token + ".", token + ".x", token + "x"}) {
            assertThat(get(other, KEYS).statusCode()).as(other).isEqualTo(401);
        }
    }

    private String reviewed(String token, String audiences) throws IOException, InterruptedException {
        JsonNode status = post(
                        "/apis/authentication.k8s.io/v1/tokenreviews",
                        "{'spec': {'token': '" + token + "'" + audiences + "}}")
                .path("status");
        return status.path("authenticated").asBoolean(false)
                ? status.path("audiences").toString()
                : status.path("error").asText();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    ''                                                       | ["https://kubernetes.default.svc"]
                    , 'audiences': []                                        | ["https://kubernetes.default.svc"]
                    , 'audiences': ['https://kubernetes.default.svc']          | ["https://kubernetes.default.svc"]
                    , 'audiences': ['other', 'https://kubernetes.default.svc'] | ["https://kubernetes.default.svc"]
                    , 'audiences': ['other']                                 | invalid bearer token
                    """, quoteCharacter = '^')
    void aTokenOfTheTokenFileIsMeantForThisServerAlone(String audiences, String answer) throws Exception {
        assertThat(reviewed("alice", audiences.equals("''") ? "" : audiences)).isEqualTo(answer);
    }

    @Test
    void ofAnAccountsTokenThoseAudiencesAreToldThatItIsMeantFor() throws Exception {
        String both = token("'audiences': ['a', 'b']");
        assertThat(reviewed(both, ", 'audiences': ['b', 'c']")).isEqualTo("[\"b\"]");
        assertThat(reviewed(both, ", 'audiences': ['b', 'a']")).isEqualTo("[\"b\",\"a\"]");
        assertThat(reviewed(both, ", 'audiences': ['c']"))
                .isEqualTo("[invalid bearer token, token audiences [\"a\" \"b\"] is invalid for the target audiences"
                        + " [\"c\"]]");
        assertThat(reviewed(both, ""))
                .isEqualTo("[invalid bearer token, token audiences [\"a\" \"b\"] is invalid for the target audiences"
                        + " [\"https://kubernetes.default.svc\"]]");
    }

    /// Makes an account with a Secret that holds a token of it.
    ///
    /// @param lists what the account says of its Secrets
    /// @return the token
    private String kept(String name, String lists) throws IOException, InterruptedException {
        String uid = post(
                        "/api/v1/namespaces/default/serviceaccounts",
                        "{'metadata': {'name': '%s'}%s}".formatted(name, lists))
                .path("metadata")
                .path("uid")
                .asText();
        String token = calls.server().accounts().issueKept("default", name, uid, name);
        post("/api/v1/namespaces/default/secrets", """
            {'metadata': {'name': '%1$s', 'annotations': {'kubernetes.io/service-account.name': '%1$s'}},
             'type': 'kubernetes.io/service-account-token', 'data': {'token': '%2$s'}}\
            """.formatted(
                        name, Base64.getEncoder().encodeToString(token.getBytes(StandardCharsets.UTF_8))));
        return token;
    }

    private JsonNode metadata(String secret) throws IOException, InterruptedException {
        return Json.read(get("admin", "/api/v1/namespaces/default/secrets/" + secret)
                        .body())
                .path("metadata");
    }

    @Test
    void theDayOnWhichATokenOfASecretIsUsedIsNotedThere() throws Exception {
        String token = kept("robot", "");
        assertThat(metadata("robot").has("labels")).isFalse();

        HttpResponse<byte[]> answer = get(token, KEYS);
        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.headers().firstValue("Warning")).isEmpty();
        JsonNode noted = metadata("robot");
        assertThat(noted.at("/labels/kubernetes.io~1legacy-token-last-used").asText())
                .hasSize(10);
        assertThat(noted.path("managedFields").toString()).contains("\"manager\":\"kube-apiserver\"");

        assertThat(get(token, KEYS).statusCode()).isEqualTo(200);
        assertThat(metadata("robot").path("resourceVersion")).isEqualTo(noted.path("resourceVersion"));
    }

    @Test
    void whoUsesATokenThatItsAccountListsIsWarned() throws Exception {
        String token = kept("listed", ", 'secrets': [{'name': 'listed'}]");
        String warning =
                "299 - \"Use tokens from the TokenRequest API or manually created secret-based tokens instead of"
                        + " auto-generated secret-based tokens.\"";
        assertThat(get(token, KEYS).headers().allValues("Warning")).containsExactly(warning);
        byte[] review = "{\"spec\": {\"token\": \"%s\"}}".formatted(token).getBytes(StandardCharsets.UTF_8);
        HttpResponse<byte[]> reviewed = calls.send(
                "admin",
                "POST",
                "/apis/authentication.k8s.io/v1/tokenreviews",
                Map.of("Content-Type", "application/json"),
                review);
        assertThat(reviewed.headers().allValues("Warning"))
                .as("who reviews does not use it")
                .isEmpty();
    }

    @Test
    void aTokenThatIsMarkedAsInvalidIsRefusedAndItsUseNoted() throws Exception {
        String token = kept("invalid", "");
        byte[] mark = "{\"metadata\": {\"labels\": {\"kubernetes.io/legacy-token-invalid-since\": \"2026-01-01\"}}}"
                .getBytes(StandardCharsets.UTF_8);
        calls.send(
                "admin",
                "PATCH",
                "/api/v1/namespaces/default/secrets/invalid",
                Map.of("Content-Type", "application/merge-patch+json"),
                mark);
        assertThat(get(token, KEYS).statusCode()).isEqualTo(401);
        assertThat(metadata("invalid").path("labels").has("kubernetes.io/legacy-token-last-used"))
                .isTrue();
    }
}
