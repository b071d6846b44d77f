package dev.tenure.simnodes.script;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.wire.view.Views;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PreStopTest {
    private static long seconds(String... containers) {
        String json = "{'metadata': {'name': 'p'}, 'spec': {'containers': [" + String.join(", ", containers) + "]}}";
        var header = new StoredObject.Header(
                ResourceTypes.PODS.key("default", "p"), "u", Map.of(), List.of(), Map.of(), false);
        var pod = new StoredObject(
                header, json.replace('\'', '"').getBytes(StandardCharsets.UTF_8), 1, Views.reader(ResourceTypes.PODS));
        return PreStop.of(pod).toSeconds();
    }

    private static String hook(String hook) {
        return "{'name': 'c', 'lifecycle': {'preStop': " + hook + "}}";
    }

    @Test
    void sleepActionTakesItsTime() {
        assertThat(seconds(hook("{'sleep': {'seconds': 79}}"))).isEqualTo(79);
    }

    @Test
    void commandThatOnlySleepsTakesItsTime() {
        assertThat(seconds(hook("{'exec': {'command': ['sleep', '15']}}"))).isEqualTo(15);
        assertThat(seconds(hook("{'exec': {'command': ['/bin/sh', '-c', 'sleep 15']}}")))
                .isEqualTo(15);
    }

    @Test
    void otherCommandsTakeNone() {
        assertThat(seconds(hook("{'exec': {'command': ['/bin/sh', '-c', 'sleep 15; echo done']}}")))
                .isZero();
        assertThat(seconds(hook("{'httpGet': {'port': 80}}"))).isZero();
        assertThat(seconds("{'name': 'c'}")).isZero();
    }

    @Test
    void hooksOfSeveralContainersRunAtTheSameTime() {
        assertThat(seconds(hook("{'sleep': {'seconds': 5}}"), hook("{'sleep': {'seconds': 9}}")))
                .isEqualTo(9);
    }
}
