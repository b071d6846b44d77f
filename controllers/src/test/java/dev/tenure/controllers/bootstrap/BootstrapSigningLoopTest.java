package dev.tenure.controllers.bootstrap;

import static dev.tenure.model.meta.ResourceTypes.CONFIG_MAPS;
import static dev.tenure.model.meta.ResourceTypes.SECRETS;
import static dev.tenure.testkit.cluster.MemoryApi.status;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.controllers.stage.LoopStage;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

final class BootstrapSigningLoopTest {
    private static final String WRITE = "update configmaps kube-public/cluster-info";

    private final LoopStage stage = new LoopStage(SECRETS, CONFIG_MAPS);
    private final BootstrapSigningLoop loop =
            new BootstrapSigningLoop(stage.context().loop(), stage.context().client());

    private static String base64(String text) {
        return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
    }

    private void token(String id, String expires) {
        stage.put(SECRETS, """
                kind: Secret
                metadata: {name: bootstrap-token-%s, namespace: kube-system}
                type: bootstrap.kubernetes.io/token
                data: {token-id: %s, token-secret: %s, usage-bootstrap-signing: %s, expiration: "%s"}
                """.formatted(id, base64(id), base64("secret"), base64("true"), base64(expires)));
    }

    private void info(String kubeconfig) {
        stage.put(CONFIG_MAPS, """
                kind: ConfigMap
                metadata: {name: cluster-info, namespace: kube-public}
                data: {kubeconfig: %s}
                """.formatted(kubeconfig));
    }

    private Set<String> keys() {
        Set<String> keys = new TreeSet<>();
        stage.the(CONFIG_MAPS, "kube-public", "cluster-info")
                .path("data")
                .properties()
                .forEach(each -> keys.add(each.getKey()));
        return keys;
    }

    @Test
    void eachTokenSignsWhatIsThere() {
        token("aaaaaa", "");
        info("one");
        stage.begin(loop::start);
        assertThat(stage.writes()).containsExactly(WRITE);
        assertThat(keys()).containsExactly("jws-kubeconfig-aaaaaa", "kubeconfig");
        token("bbbbbb", "");
        assertThat(keys()).containsExactly("jws-kubeconfig-aaaaaa", "jws-kubeconfig-bbbbbb", "kubeconfig");
        stage.remove(SECRETS, "kube-system", "bootstrap-token-aaaaaa");
        assertThat(keys()).containsExactly("jws-kubeconfig-bbbbbb", "kubeconfig");
        stage.writes();
        info("another");
        assertThat(stage.writes()).containsExactly(WRITE);
    }

    @Test
    void aTokenThatIsOverSignsNoLongerAtTheNextLook() {
        token("aaaaaa", "2026-01-01T00:00:30Z");
        info("one");
        stage.begin(loop::start);
        assertThat(stage.writes()).hasSize(1);
        stage.advance(Duration.ofSeconds(59));
        assertThat(stage.writes()).isEmpty();
        stage.advance(Duration.ofSeconds(1));
        assertThat(keys()).containsExactly("kubeconfig");
        stage.advance(Duration.ofHours(1));
        assertThat(stage.writes()).containsExactly(WRITE);
    }

    @Test
    void withoutTheMapNothingIsWritten() {
        token("aaaaaa", "");
        stage.begin(loop::start);
        assertThat(stage.writes()).isEmpty();
        info("one");
        assertThat(stage.writes()).containsExactly(WRITE);
    }

    @Test
    void aRefusedWriteIsTriedAgain() {
        token("aaaaaa", "");
        info("one");
        stage.refuseWrites(CONFIG_MAPS, status(500, "InternalError"));
        stage.begin(loop::start);
        stage.refuseNothing();
        stage.advance(Duration.ofSeconds(1));
        assertThat(keys()).contains("jws-kubeconfig-aaaaaa");
    }
}
