package dev.tenure.controllers.serviceaccounttoken;

import static dev.tenure.model.meta.ResourceTypes.SECRETS;
import static dev.tenure.model.meta.ResourceTypes.SERVICE_ACCOUNTS;
import static dev.tenure.testkit.cluster.MemoryApi.status;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.controllers.stage.LoopStage;
import dev.tenure.wire.json.JsonNode;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class AccountTokenLoopTest {
    private static final String FILL = "update secrets default/token";
    private static final String DELETE = "delete secrets default/token";
    private static final String FORGET = "update serviceaccounts default/builder";

    private final LoopStage stage = new LoopStage(SECRETS, SERVICE_ACCOUNTS);
    private final AccountTokenLoop loop = new AccountTokenLoop(
            stage.context(),
            (namespace, account, uid, secret) -> String.join(" ", namespace, account, uid, secret),
            "the authority");

    private void secret(String uid, String data) {
        stage.put(SECRETS, """
                kind: Secret
                metadata:
                  name: token
                  namespace: default
                  annotations: {kubernetes.io/service-account.name: builder%s}
                type: kubernetes.io/service-account-token
                data: {%s}
                """.formatted(uid.isEmpty() ? "" : ", kubernetes.io/service-account.uid: " + uid, data));
    }

    private void account(String uid, String secrets) {
        stage.put(SERVICE_ACCOUNTS, """
                kind: ServiceAccount
                metadata: {name: builder, namespace: default, uid: %s}
                secrets: [%s]
                """.formatted(uid, secrets));
    }

    private String held(String key) {
        JsonNode data = stage.the(SECRETS, "default", "token").path("data");
        return new String(Base64.getDecoder().decode(data.path(key).asText()), StandardCharsets.UTF_8);
    }

    @Test
    void aSecretOfAnAccountIsFilled() {
        account("u1", "");
        secret("", "");
        stage.begin(loop::start);
        assertThat(stage.writes()).containsExactly(FILL);
        assertThat(held("token")).isEqualTo("default builder u1 token");
        assertThat(held("ca.crt")).isEqualTo("the authority");
        assertThat(held("namespace")).isEqualTo("default");
        assertThat(stage.the(SECRETS, "default", "token")
                        .at("/metadata/annotations")
                        .toString())
                .contains("u1");
    }

    @Test
    void whatASecretHoldsStays() {
        account("u1", "");
        secret("u1", "token: bWluZQ==");
        stage.begin(loop::start);
        assertThat(held("token")).isEqualTo("mine");
        assertThat(held("ca.crt")).isEqualTo("the authority");
        stage.writes();
        secret("u1", "token: bWluZQ==, ca.crt: bWluZQ==, namespace: bWluZQ==");
        assertThat(stage.writes()).isEmpty();
    }

    @Test
    void aSecretOfNoAccountOrOfAnEarlierOneGoes() {
        secret("", "");
        stage.begin(loop::start);
        assertThat(stage.writes()).containsExactly(DELETE);
        account("u2", "");
        secret("u1", "");
        assertThat(stage.writes()).containsExactly(DELETE);
    }

    @Test
    void aSecretGoesWithItsAccount() {
        account("u1", "");
        secret("u1", "");
        stage.begin(loop::start);
        stage.writes();
        stage.put(SERVICE_ACCOUNTS, "{kind: ServiceAccount, metadata: {name: other, namespace: default}}");
        stage.remove(SERVICE_ACCOUNTS, "default", "other");
        assertThat(stage.writes()).isEmpty();
        stage.remove(SERVICE_ACCOUNTS, "default", "builder");
        assertThat(stage.writes()).containsExactly(DELETE);
    }

    @Test
    void anAccountThatCannotBeReadKeepsItsSecret() {
        secret("", "");
        stage.api()
                .refuse(request -> request.target().name().equals("builder")
                        ? Optional.of(status(500, "InternalError"))
                        : Optional.empty());
        stage.begin(loop::start);
        assertThat(stage.writes()).isEmpty();
        account("u1", "");
        stage.refuseNothing();
        stage.advance(Duration.ofSeconds(1));
        assertThat(stage.writes()).containsExactly(FILL);
    }

    @Test
    void anAccountForgetsASecretThatIsGone() {
        account("u1", "{name: token}, {name: other}");
        secret("u1", "");
        stage.begin(loop::start);
        stage.writes();
        stage.remove(SECRETS, "default", "token");
        assertThat(stage.writes()).containsExactly(FORGET);
        assertThat(stage.the(SERVICE_ACCOUNTS, "default", "builder")
                        .path("secrets")
                        .toString())
                .isEqualTo("[{\"name\":\"other\"}]");
    }

    @Test
    void whoseAccountDoesNotListItIsForgottenWithoutAWrite() {
        account("u1", "{name: other}");
        secret("u1", "");
        stage.begin(loop::start);
        stage.writes();
        stage.remove(SECRETS, "default", "token");
        account("u1", "{name: token}");
        assertThat(stage.writes()).isEmpty();
    }

    @Test
    void aRefusedFillingIsTriedAgain() {
        account("u1", "");
        secret("", "");
        stage.refuseWrites(SECRETS, status(500, "InternalError"));
        stage.begin(loop::start);
        stage.refuseNothing();
        stage.advance(Duration.ofSeconds(1));
        assertThat(held("ca.crt")).isEqualTo("the authority");
    }

    @Test
    void whatCannotBeDeletedOrForgottenIsTriedAgain() {
        account("u1", "{name: token}");
        secret("u1", "");
        stage.begin(loop::start);
        stage.refuseWrites(SERVICE_ACCOUNTS, status(500, "InternalError"));
        stage.remove(SECRETS, "default", "token");
        stage.refuseNothing();
        stage.advance(Duration.ofSeconds(1));
        assertThat(stage.the(SERVICE_ACCOUNTS, "default", "builder").path("secrets"))
                .isEmpty();
        stage.refuseWrites(SECRETS, status(500, "InternalError"));
        secret("u0", "");
        stage.refuseNothing();
        stage.advance(Duration.ofSeconds(1));
        assertThat(stage.api().all(SECRETS)).isEmpty();
    }

    @Test
    void anAccountThatListsASecretThatIsGoneForgetsItLater() {
        account("u1", "");
        secret("u1", "");
        stage.begin(loop::start);
        stage.refuseWrites(SERVICE_ACCOUNTS, status(500, "InternalError"));
        stage.edit(
                SERVICE_ACCOUNTS,
                "default",
                "builder",
                account -> account.putArray("secrets").addObject().put("name", "token"));
        stage.remove(SECRETS, "default", "token");
        stage.writes();
        stage.refuseNothing();
        stage.put(SERVICE_ACCOUNTS, "{kind: ServiceAccount, metadata: {name: builder, namespace: other}}");
        assertThat(stage.writes()).as("an account of another namespace").isEmpty();
        account("u1", "{name: token}, {name: second}");
        assertThat(stage.writes()).containsExactly(FORGET);
    }
}
