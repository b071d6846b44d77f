package dev.tenure.sim.controllers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.client.informer.ControllerContext;
import dev.tenure.controllers.serviceaccounttoken.AccountTokenLoop;
import dev.tenure.controllers.tainteviction.stay.Semantics;
import dev.tenure.model.meta.ApiReply;
import dev.tenure.model.meta.ResourceType;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.sim.stage.Stage;
import dev.tenure.wire.json.Document;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.ObjectNode;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Secrets of accounts are filled when they come, and go with their account.
final class AccountTokenTest {
    private static final String NAMESPACE = "default";

    private final Stage stage = Stage.of(Semantics.DOCUMENTED);

    @BeforeEach
    void start() {
        var loop = stage.cluster().world().loop(AccountTokenLoop.NAME);
        var keeper = new AccountTokenLoop(
                ControllerContext.alone(loop, stage.client()),
                (namespace, account, uid, secret) -> String.join("/", namespace, account, uid, secret),
                "CERTIFICATES");
        loop.post("start", keeper::start);
        stage.begin().at(1);
    }

    private void create(ResourceType type, String json) {
        assertThat(stage.client()
                        .create(type, NAMESPACE, Document.of(Json.readObject(json.getBytes(StandardCharsets.UTF_8)))))
                .isNotInstanceOf(ApiReply.Failure.class);
    }

    private void createAccount(String name) {
        create(
                ResourceTypes.SERVICE_ACCOUNTS,
                "{\"apiVersion\":\"v1\",\"kind\":\"ServiceAccount\",\"metadata\":{\"name\":\"%s\"},\"secrets\":[{\"name\":\"kept\"},{\"name\":\"other\"}]}"
                        .formatted(name));
    }

    private void createSecret(String account, String more) {
        create(
                ResourceTypes.SECRETS,
                "{\"apiVersion\":\"v1\",\"kind\":\"Secret\",\"metadata\":{\"name\":\"kept\",\"annotations\":{\"kubernetes.io/service-account.name\":\"%s\"}},\"type\":\"kubernetes.io/service-account-token\"%s}"
                        .formatted(account, more));
    }

    private Optional<StoredObject> found(ResourceType type, String name) {
        return stage.client().get(type, NAMESPACE, name) instanceof ApiReply.One(var _, StoredObject object, var _)
                ? Optional.of(object)
                : Optional.empty();
    }

    private Optional<ObjectNode> tree(ResourceType type, String name) {
        return found(type, name).map(object -> Document.of(object.content()).tree());
    }

    private String held(String field) {
        String text = tree(ResourceTypes.SECRETS, "kept")
                .orElseThrow()
                .path("data")
                .path(field)
                .asText("");
        return new String(Base64.getDecoder().decode(text), StandardCharsets.UTF_8);
    }

    @Test
    void aSecretIsFilled() {
        createAccount("robot");
        createSecret("robot", "");
        stage.at(2);

        String uid =
                found(ResourceTypes.SERVICE_ACCOUNTS, "robot").orElseThrow().uid();
        assertThat(held("token")).isEqualTo("default/robot/" + uid + "/kept");
        assertThat(held("ca.crt")).isEqualTo("CERTIFICATES");
        assertThat(held("namespace")).isEqualTo(NAMESPACE);
        assertThat(tree(ResourceTypes.SECRETS, "kept")
                        .orElseThrow()
                        .path("metadata")
                        .path("annotations")
                        .path("kubernetes.io/service-account.uid")
                        .asText())
                .isEqualTo(uid);
    }

    @Test
    void whatItHoldsStays() {
        createAccount("robot");
        createSecret("robot", ",\"stringData\":{\"token\":\"\",\"ca.crt\":\"old\",\"namespace\":\"elsewhere\"}");
        stage.at(2);

        assertThat(held("token")).isNotEmpty();
        assertThat(held("ca.crt")).isEqualTo("old");
        assertThat(held("namespace")).isEqualTo("elsewhere");
    }

    @Test
    void aSecretGoesWithItsAccount() {
        createAccount("robot");
        createSecret("robot", "");
        stage.at(2);
        stage.client().delete(ResourceTypes.SERVICE_ACCOUNTS, NAMESPACE, "robot", Document.of(Json.object()));
        stage.at(3);

        assertThat(found(ResourceTypes.SECRETS, "kept")).isEmpty();
    }

    @Test
    void aSecretOfAnAccountThatIsNotThereGoes() {
        createSecret("nobody", "");
        stage.at(2);

        assertThat(found(ResourceTypes.SECRETS, "kept")).isEmpty();
    }

    @Test
    void anAccountForgetsASecretThatIsGone() {
        createAccount("robot");
        createSecret("robot", "");
        stage.at(2);
        stage.client().delete(ResourceTypes.SECRETS, NAMESPACE, "kept", Document.of(Json.object()));
        stage.at(3);

        assertThat(tree(ResourceTypes.SERVICE_ACCOUNTS, "robot")
                        .orElseThrow()
                        .path("secrets")
                        .toString())
                .isEqualTo("[{\"name\":\"other\"}]");
    }
}
