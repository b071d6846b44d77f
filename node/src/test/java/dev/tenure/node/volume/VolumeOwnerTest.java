package dev.tenure.node.volume;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.wire.json.Json;
import java.nio.charset.StandardCharsets;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

/// As whom a pod's containers read its volumes.
final class VolumeOwnerTest {
    private static VolumeOwner of(String spec) {
        String pod = "{'spec': {%s}}".formatted(spec).replace('\'', '"');
        return VolumeOwner.of(Json.readObject(pod.getBytes(StandardCharsets.UTF_8)));
    }

    private static OptionalLong user(String spec) {
        return of(spec).user();
    }

    @Test
    void theUserIsTheOneAsWhomAllContainersRun() {
        String two = "'securityContext': {'runAsUser': 2}, ";
        String seven = "{'securityContext': {'runAsUser': 7}}";
        assertThat(user(two + "'containers': [{}, {}]")).hasValue(2);
        assertThat(user(two + "'containers': [{}, %s]".formatted(seven))).isEmpty();
        assertThat(user(two + "'containers': [%s], 'initContainers': [%s]".formatted(seven, seven)))
                .hasValue(7);
        assertThat(user(two + "'containers': [%s], 'ephemeralContainers': [{}]".formatted(seven)))
                .isEmpty();
        assertThat(user("'containers': [{}]")).isEmpty();
        assertThat(user("'containers': [%s, {}]".formatted(seven))).isEmpty();
    }

    @Test
    void whatIsForThePodAloneIsForNobodyElseOnceSomebodyIsNamed() {
        assertThat(of("'containers': [{}]").secretMode(0644)).isEqualTo(0644);
        assertThat(of("'securityContext': {'runAsUser': 2}, 'containers': [{}]").secretMode(0644))
                .isEqualTo(0600);
        assertThat(of("'securityContext': {'fsGroup': 2}, 'containers': [{}]").secretMode(0644))
                .isEqualTo(0600);
    }
}
