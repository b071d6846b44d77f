package dev.tenure.controllers.namespace;

import static dev.tenure.model.meta.ResourceTypes.CONFIG_MAPS;
import static dev.tenure.model.meta.ResourceTypes.NAMESPACES;
import static dev.tenure.model.meta.ResourceTypes.PODS;
import static dev.tenure.model.meta.ResourceTypes.SECRETS;
import static dev.tenure.model.meta.ResourceTypes.SERVICE_ACCOUNTS;
import static dev.tenure.testkit.cluster.MemoryApi.status;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.client.informer.DefinedTypes;
import dev.tenure.controllers.stage.LoopStage;
import dev.tenure.model.meta.ApiRequest.Verb;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class NamespaceLoopTest {
    private static final String ACCOUNT = "create serviceaccounts team";
    private static final String PUBLISH = "create configmaps team";

    private final LoopStage stage =
            new LoopStage(NAMESPACES, SERVICE_ACCOUNTS, CONFIG_MAPS, PODS, SECRETS, DefinedTypes.DEFINITIONS);
    private final NamespaceLoop loop =
            new NamespaceLoop(stage.context(), List.of(SECRETS, PODS, NAMESPACES), "the authority", Optional.empty());

    private void namespace(String meta) {
        stage.put(NAMESPACES, """
                kind: Namespace
                metadata: {name: team, uid: of-team%s}
                spec: {finalizers: [kubernetes]}
                """.formatted(meta));
    }

    private void object(String kind, String name) {
        stage.put(
                kind.equals("Pod") ? PODS : SECRETS,
                "{kind: %s, metadata: {name: %s, namespace: team}}".formatted(kind, name));
    }

    /// From now on a namespace goes once nothing holds it, as a server has it.
    private void letNamespacesGo() {
        stage.api().refuse(request -> {
            if (!request.target().subresource().equals("finalize")) {
                return Optional.empty();
            }
            stage.api().remove(NAMESPACES, "", request.target().name());
            return Optional.of(status(404, "NotFound"));
        });
    }

    private void goes() {
        namespace(", deletionTimestamp: \"2026-01-01T00:00:00Z\"");
    }

    @Test
    void eachNamespaceGetsAnAccountAndTheAuthority() {
        namespace("");
        stage.begin(loop::start);
        assertThat(stage.writes()).containsExactly(ACCOUNT, PUBLISH);
        assertThat(stage.the(CONFIG_MAPS, "team", "kube-root-ca.crt")
                        .at("/data")
                        .path("ca.crt")
                        .asText())
                .isEqualTo("the authority");
        namespace(", labels: {a: b}");
        assertThat(stage.writes()).isEmpty();
    }

    @Test
    void whatSomebodyDeletesIsMadeAgain() {
        namespace("");
        stage.begin(loop::start);
        stage.writes();
        stage.remove(SERVICE_ACCOUNTS, "team", "default");
        assertThat(stage.writes()).containsExactly(ACCOUNT);
        stage.remove(CONFIG_MAPS, "team", "kube-root-ca.crt");
        assertThat(stage.writes()).containsExactly(PUBLISH);
    }

    @Test
    void anotherAuthorityIsReplaced() {
        namespace("");
        stage.begin(loop::start);
        stage.writes();
        stage.put(CONFIG_MAPS, """
                kind: ConfigMap
                metadata: {name: kube-root-ca.crt, namespace: team}
                data: {ca.crt: other}
                """);
        assertThat(stage.writes()).containsExactly("update configmaps team/kube-root-ca.crt");
    }

    @Test
    void otherAccountsAndMapsAreNotItsConcern() {
        namespace("");
        stage.begin(loop::start);
        stage.writes();
        stage.put(SERVICE_ACCOUNTS, "{kind: ServiceAccount, metadata: {name: builder, namespace: team}}");
        stage.remove(SERVICE_ACCOUNTS, "team", "builder");
        assertThat(stage.writes()).isEmpty();
    }

    @Test
    void aDeletedNamespaceIsEmptiedPodsFirst() {
        letNamespacesGo();
        namespace("");
        object("Pod", "p");
        object("Secret", "s");
        stage.begin(loop::start);
        stage.writes();
        goes();
        assertThat(stage.writes())
                .containsExactly(
                        "delete_collection pods team",
                        "delete_collection secrets team",
                        "update namespaces team/finalize");
        assertThat(stage.api().all(NAMESPACES)).isEmpty();
        assertThat(stage.api().all(PODS)).isEmpty();
        assertThat(stage.api().all(SECRETS)).isEmpty();
    }

    @Test
    void nothingElseGoesWhilePodsAreThere() {
        namespace("");
        stage.begin(loop::start);
        stage.api()
                .refuse(request -> request.verb() == Verb.DELETE_COLLECTION
                                && request.target().resource().equals("pods")
                        ? Optional.of(status(500, "InternalError"))
                        : Optional.empty());
        object("Secret", "s");
        goes();
        assertThat(stage.api().all(SECRETS)).hasSize(1);
        assertThat(stage.the(NAMESPACES, "", "team").at("/status/conditions").toString())
                .contains("NamespaceDeletionContentFailure", "InternalError for a test");
        letNamespacesGo();
        stage.advance(Duration.ofMinutes(5));
        assertThat(stage.api().all(SECRETS)).isEmpty();
        assertThat(stage.api().all(NAMESPACES)).isEmpty();
    }

    @Test
    void aNamespaceThatGoesIsNotFilled() {
        letNamespacesGo();
        goes();
        stage.begin(loop::start);
        assertThat(stage.writes()).doesNotContain(ACCOUNT, PUBLISH);
    }

    @Test
    void aRefusedAccountIsTriedAgain() {
        namespace("");
        stage.refuseWrites(SERVICE_ACCOUNTS, status(500, "InternalError"));
        stage.begin(loop::start);
        assertThat(stage.writes()).contains(ACCOUNT, PUBLISH);
        stage.refuseNothing();
        stage.advance(Duration.ofSeconds(1));
        assertThat(stage.api().all(SERVICE_ACCOUNTS)).hasSize(1);
    }

    @Test
    void whereNothingMayBeMadeItIsNotTriedAgain() {
        namespace("");
        stage.refuseWrites(SERVICE_ACCOUNTS, status(403, "Forbidden"));
        stage.begin(loop::start);
        stage.writes();
        stage.advance(Duration.ofMinutes(1));
        assertThat(stage.writes()).isEmpty();
    }
}
