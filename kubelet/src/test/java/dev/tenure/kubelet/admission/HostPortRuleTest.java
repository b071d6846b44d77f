package dev.tenure.kubelet.admission;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.model.core.Pod;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.view.Views;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class HostPortRuleTest {
    /// @param ports a port of each container as in JSON with single quotes
    private static Pod pod(String... ports) {
        String containers = String.join(
                ", ",
                List.of(ports).stream()
                        .map("{'name': 'c', 'ports': [{%s}]}"::formatted)
                        .toList());
        String json = "{'metadata': {'name': 'p', 'namespace': 'd', 'uid': 'u'}, 'spec': {'containers': [%s]}}"
                .formatted(containers);
        return (Pod) Views.view(
                ResourceTypes.PODS, Json.readObject(json.replace('\'', '"').getBytes(StandardCharsets.UTF_8)));
    }

    private static boolean conflict(String one, String other) {
        return HostPortRule.taken(pod(one), List.of(pod(other)));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
        'hostPort': 80                                              | 'hostPort': 80                                              | true
        'hostPort': 80                                              | 'hostPort': 81                                              | false
        'hostPort': 80, 'containerPort': 80                         | 'containerPort': 80                                         | false
        'containerPort': 80                                         | 'containerPort': 80                                         | false
        'hostPort': 80                                              | 'hostPort': 80, 'protocol': 'TCP'                           | true
        'hostPort': 80, 'protocol': 'UDP'                           | 'hostPort': 80                                              | false
        'hostPort': 80, 'protocol': 'UDP'                           | 'hostPort': 80, 'protocol': 'UDP'                           | true
        'hostPort': 80, 'hostIP': '10.0.0.1'                        | 'hostPort': 80, 'hostIP': '10.0.0.1'                        | true
        'hostPort': 80, 'hostIP': '10.0.0.1'                        | 'hostPort': 80, 'hostIP': '10.0.0.2'                        | false
        'hostPort': 80, 'hostIP': '10.0.0.1'                        | 'hostPort': 80                                              | true
        'hostPort': 80, 'hostIP': '10.0.0.1'                        | 'hostPort': 80, 'hostIP': '0.0.0.0'                         | true
        'hostPort': 80, 'hostIP': '10.0.0.1', 'protocol': 'UDP'     | 'hostPort': 80, 'hostIP': '0.0.0.0'                         | false
        """)
    void onePortIsForOnePodWhicheverOfThemComesFirst(String one, String other, boolean conflict) {
        assertThat(conflict(one, other)).isEqualTo(conflict);
        assertThat(conflict(other, one)).isEqualTo(conflict);
    }

    @Test
    void anyContainerOfAnyPodMayHaveThePort() {
        Pod wanted = pod("'hostPort': 1", "'hostPort': 2");
        Pod free = pod("'hostPort': 3");
        Pod taken = pod("'hostPort': 4", "'hostPort': 2");
        assertThat(HostPortRule.taken(wanted, List.of())).isFalse();
        assertThat(HostPortRule.taken(wanted, List.of(free))).isFalse();
        assertThat(HostPortRule.taken(wanted, List.of(free, taken))).isTrue();
    }
}
