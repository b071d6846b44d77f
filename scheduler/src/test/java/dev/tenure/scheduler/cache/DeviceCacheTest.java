package dev.tenure.scheduler.cache;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.model.device.DeviceClass;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.view.Views;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/// Which class meets an extended resource.
final class DeviceCacheTest {
    private final DeviceCache cache = new DeviceCache();

    private static DeviceClass deviceClass(String name, int second, String resource) {
        String json = """
                {'metadata': {'name': '%s', 'creationTimestamp': '2026-01-01T00:00:0%dZ'}, 'spec': {%s}}
                """.formatted(
                        name, second, resource.isEmpty() ? "" : "'extendedResourceName': '%s'".formatted(resource));
        return (DeviceClass) Views.view(
                ResourceTypes.DEVICE_CLASSES,
                Json.readObject(json.replace('\'', '"').getBytes(StandardCharsets.UTF_8)));
    }

    private String of(String resource) {
        return cache.classOf(resource).map(found -> found.meta().name()).orElse("");
    }

    @Test
    void theNewestClassMeetsAResourceAndTheFirstByNameOfEquallyNewOnes() {
        cache.put(deviceClass("old", 1, "x.io/a"));
        assertThat(of("x.io/a")).isEqualTo("old");
        cache.put(deviceClass("c", 2, "x.io/a"));
        cache.put(deviceClass("b", 2, "x.io/a"));
        assertThat(of("x.io/a")).isEqualTo("b");
        assertThat(of("x.io/b")).isEmpty();
    }

    @Test
    void whenOneGoesOrStandsForAnotherResourceTheNextOneMeetsIt() {
        cache.put(deviceClass("old", 1, "x.io/a"));
        cache.put(deviceClass("mid", 2, "x.io/a"));
        cache.put(deviceClass("new", 3, "x.io/a"));
        cache.put(deviceClass("new", 3, "x.io/b"));
        assertThat(of("x.io/a")).isEqualTo("mid");
        assertThat(of("x.io/b")).isEqualTo("new");
        cache.remove(deviceClass("mid", 2, "x.io/a"));
        assertThat(of("x.io/a")).isEqualTo("old");
        cache.put(deviceClass("old", 1, ""));
        assertThat(of("x.io/a")).isEmpty();
    }

    @Test
    void everyClassMeetsTheResourceOfItsOwnName() {
        cache.put(deviceClass("gold", 1, "x.io/a"));
        assertThat(of("deviceclass.resource.kubernetes.io/gold")).isEqualTo("gold");
        assertThat(of("deviceclass.resource.kubernetes.io/other")).isEmpty();
        cache.remove(deviceClass("gold", 1, "x.io/a"));
        assertThat(of("deviceclass.resource.kubernetes.io/gold")).isEmpty();
    }
}
