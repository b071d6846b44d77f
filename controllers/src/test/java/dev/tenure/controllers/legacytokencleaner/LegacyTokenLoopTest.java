package dev.tenure.controllers.legacytokencleaner;

import static dev.tenure.model.meta.ResourceTypes.CONFIG_MAPS;
import static dev.tenure.model.meta.ResourceTypes.PODS;
import static dev.tenure.model.meta.ResourceTypes.SECRETS;
import static dev.tenure.model.meta.ResourceTypes.SERVICE_ACCOUNTS;
import static dev.tenure.testkit.cluster.MemoryApi.status;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.controllers.stage.LoopStage;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class LegacyTokenLoopTest {
    private static final String MARK = "patch secrets default/token";
    private static final String DELETE = "delete secrets default/token";

    private final LoopStage stage = new LoopStage(SECRETS, CONFIG_MAPS, SERVICE_ACCOUNTS, PODS);
    private final LegacyTokenLoop loop = new LegacyTokenLoop(stage.context(), Duration.ofDays(30));

    private void tracked(String since) {
        stage.put(CONFIG_MAPS, """
                kind: ConfigMap
                metadata: {name: kube-apiserver-legacy-service-account-token-tracking, namespace: kube-system}
                data: {since: "%s"}
                """.formatted(since));
    }

    private void token(String created, String annotations) {
        stage.put(SECRETS, """
                kind: Secret
                metadata:
                  name: token
                  namespace: default
                  creationTimestamp: "%s"
                  annotations: {%s}
                type: kubernetes.io/service-account-token
                """.formatted(created, annotations));
    }

    private void account(String secrets) {
        stage.put(SERVICE_ACCOUNTS, """
                kind: ServiceAccount
                metadata: {name: builder, namespace: default, uid: of-builder}
                secrets: [%s]
                """.formatted(secrets));
    }

    private List<String> writesAtFirst() {
        stage.begin(loop::start);
        return stage.writes();
    }

    private void unused() {
        tracked("2025-01-01");
        token("2025-01-01T00:00:00Z", "kubernetes.io/service-account.name: builder");
        account("{name: token}");
    }

    @Test
    void anUnusedTokenIsMarkedAndGoesAfterAnotherPeriod() {
        unused();
        assertThat(writesAtFirst()).containsExactly(MARK);
        assertThat(stage.the(SECRETS, "default", "token").at("/metadata/labels").toString())
                .contains("2026-01-01");
        stage.advance(Duration.ofDays(30));
        assertThat(stage.writes()).isEmpty();
        stage.advance(Duration.ofDays(1));
        assertThat(stage.writes()).containsExactly(DELETE);
    }

    @Test
    void nothingIsDoneWhereUsesAreNotNotedForLongEnough() {
        unused();
        tracked("2025-12-20");
        assertThat(writesAtFirst()).isEmpty();
        stage.remove(CONFIG_MAPS, "kube-system", "kube-apiserver-legacy-service-account-token-tracking");
        stage.advance(Duration.ofDays(60));
        assertThat(stage.writes()).isEmpty();
    }

    @Test
    void aTokenThatItsAccountDoesNotListStays() {
        unused();
        account("{name: other}");
        assertThat(writesAtFirst()).isEmpty();
        stage.remove(SERVICE_ACCOUNTS, "default", "builder");
        stage.advance(Duration.ofDays(1));
        assertThat(stage.writes()).isEmpty();
        account("{name: token}");
        token("2025-01-01T00:00:00Z", "");
        stage.advance(Duration.ofDays(1));
        assertThat(stage.writes()).as("of no account").isEmpty();
    }

    @Test
    void aTokenOfAnotherAccountOfTheNameStays() {
        unused();
        token(
                "2025-01-01T00:00:00Z",
                "kubernetes.io/service-account.name: builder, kubernetes.io/service-account.uid: earlier");
        assertThat(writesAtFirst()).isEmpty();
        token(
                "2025-01-01T00:00:00Z",
                "kubernetes.io/service-account.name: builder, kubernetes.io/service-account.uid: of-builder");
        stage.advance(Duration.ofDays(1));
        assertThat(stage.writes()).containsExactly(MARK);
    }

    @Test
    void aTokenThatAPodMountsStays() {
        unused();
        stage.put(PODS, """
                kind: Pod
                metadata: {name: user, namespace: default}
                spec: {volumes: [{name: v, secret: {secretName: token}}]}
                """);
        assertThat(writesAtFirst()).isEmpty();
        stage.remove(PODS, "default", "user");
        stage.advance(Duration.ofDays(1));
        assertThat(stage.writes()).containsExactly(MARK);
    }

    @Test
    void whatCannotBeReadIsNoReason() {
        unused();
        stage.api()
                .refuse(request -> request.target().resource().equals("pods")
                        ? Optional.of(status(500, "InternalError"))
                        : Optional.empty());
        assertThat(writesAtFirst()).isEmpty();
        stage.refuseNothing();
        stage.advance(Duration.ofDays(1));
        assertThat(stage.writes()).containsExactly(MARK);
    }

    @Test
    void aYoungTokenStays() {
        unused();
        token("2025-12-10T00:00:00Z", "kubernetes.io/service-account.name: builder");
        assertThat(writesAtFirst()).isEmpty();
    }
}
