package dev.tenure.scheduler.fast;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.model.core.Node;
import dev.tenure.model.core.Pod;
import dev.tenure.model.device.DeviceClass;
import dev.tenure.model.meta.ResourceType;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.scheduler.cache.SchedulerCache;
import dev.tenure.scheduler.config.SchedulerConfiguration;
import dev.tenure.scheduler.framework.Profile;
import dev.tenure.scheduler.view.PodClasses;
import dev.tenure.scheduler.view.PodInfo;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.view.Views;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.junit.jupiter.api.Test;

/// Pods whose resources may be met by devices are placed the plain way, and only these.
final class ResourcesOfDevicesTest {
    private static Object view(ResourceType type, String json) {
        return Views.view(type, Json.readObject(json.replace('\'', '"').getBytes(StandardCharsets.UTF_8)));
    }

    private static DeviceClass deviceClass(String resource) {
        return (DeviceClass) view(
                ResourceTypes.DEVICE_CLASSES,
                "{'metadata': {'name': 'gold'}, 'spec': {'extendedResourceName': '%s'}}".formatted(resource));
    }

    @Test
    void aClassThatComesOrChangesTakesPodsOffTheShortWay() {
        var cache = new SchedulerCache();
        cache.put((Node) view(ResourceTypes.NODES, """
                {'metadata': {'name': 'n'}, 'status': {'allocatable':
                 {'cpu': '4', 'memory': '4Gi', 'pods': '10', 'x.io/gold': '5'}}}
                """));
        PodInfo pod = new PodClasses().info((Pod) view(ResourceTypes.PODS, """
                {'metadata': {'name': 'p', 'namespace': 'd', 'uid': 'p'}, 'spec': {'containers':
                 [{'name': 'c', 'image': 'i', 'resources': {'requests': {'x.io/gold': '1'}}}]}}
                """));
        Profile profile =
                SchedulerConfiguration.standard(new Random(1)).profiles().getFirst();
        var placer = new ClassPlacer(cache, new Random(1));
        assertThat(placer.choose(pod, profile)).isPresent();

        cache.devices().put(deviceClass("x.io/iron"));
        assertThat(placer.choose(pod, profile)).isPresent();
        cache.devices().put(deviceClass("x.io/gold"));
        assertThat(placer.choose(pod, profile)).isEmpty();
        cache.devices().remove(deviceClass("x.io/gold"));
        assertThat(placer.choose(pod, profile)).isPresent();
    }
}
