package dev.tenure.scheduler.plugin.dynamicresources;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.model.core.Pod;
import dev.tenure.model.device.DeviceClass;
import dev.tenure.model.device.ResourceClaim.Amount;
import dev.tenure.model.meta.ResourceType;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.view.Views;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/// Expected is what upstream's createRequestsAndMappings gives.
final class ExtendedRequestsRuleTest {
    private static String container(String name, String requests) {
        return "{'name': '%s', 'image': 'i', 'resources': {'requests': {%s}}}".formatted(name, requests);
    }

    private static String sidecar(String name, String requests) {
        return container(name, requests).replaceFirst("\\{", "{'restartPolicy': 'Always', ");
    }

    private static Object view(ResourceType type, String json) {
        return Views.view(type, Json.readObject(json.replace('\'', '"').getBytes(StandardCharsets.UTF_8)));
    }

    private static Pod pod(List<String> initContainers, List<String> containers) {
        return (Pod) view(
                ResourceTypes.PODS,
                "{'metadata': {'name': 'p'}, 'spec': {'initContainers': [%s], 'containers': [%s]}}"
                        .formatted(String.join(", ", initContainers), String.join(", ", containers)));
    }

    private static ExtendedRequestsRule.Wanted wanted(List<String> initContainers, List<String> containers) {
        Pod pod = pod(initContainers, containers);
        var classes = new TreeMap<String, DeviceClass>();
        for (String name : List.of("a", "b")) {
            classes.put("x.io/" + name, (DeviceClass) view(
                    ResourceTypes.DEVICE_CLASSES, "{'metadata': {'name': 'class-%s'}, 'spec': {}}".formatted(name)));
        }
        return ExtendedRequestsRule.of(pod, classes);
    }

    private static List<String> requests(ExtendedRequestsRule.Wanted wanted) {
        return wanted.requests().stream()
                .map(request -> {
                    var devices = request.alternatives().getFirst();
                    return request.name() + " " + devices.className() + " "
                            + ((Amount.Exactly) devices.amount()).count();
                })
                .toList();
    }

    private static List<String> mappings(ExtendedRequestsRule.Wanted wanted) {
        return wanted.mappings().stream()
                .map(each -> each.container() + " " + each.resource() + " " + each.request())
                .toList();
    }

    @Test
    void eachContainerHasItsOwnRequestPerResourceNamedByItsPlaces() {
        var wanted = wanted(
                List.of(),
                List.of(
                        container("c", "'cpu': 1, 'x.io/b': 2, 'x.io/a': 1"),
                        container("d", "'x.io/a': 3, 'x.io/b': 0"),
                        container("e", "'cpu': 1")));

        assertThat(requests(wanted))
                .containsExactly(
                        "container-0-request-1 class-a 1",
                        "container-0-request-2 class-b 2",
                        "container-1-request-0 class-a 3");
        assertThat(mappings(wanted))
                .containsExactly(
                        "c x.io/a container-0-request-1",
                        "d x.io/a container-1-request-0",
                        "c x.io/b container-0-request-2");
    }

    @Test
    void initContainersUseWhatComesAfterThemAndShareWhatTheyWantBeyond() {
        var wanted = wanted(
                List.of(
                        container("small", "'x.io/a': 1"),
                        sidecar("side", "'x.io/a': 1"),
                        container("mid", "'x.io/a': 3"),
                        container("large", "'x.io/a': 6")),
                List.of(container("c", "'x.io/a': 2")));

        assertThat(requests(wanted))
                .containsExactly(
                        "container-1-request-0 class-a 1",
                        "container-3-request-0 class-a 4",
                        "container-4-request-0 class-a 2");
        assertThat(mappings(wanted))
                .containsExactly(
                        "side x.io/a container-1-request-0",
                        "c x.io/a container-4-request-0",
                        "small x.io/a container-1-request-0",
                        "mid x.io/a container-4-request-0",
                        "mid x.io/a container-3-request-0",
                        "large x.io/a container-4-request-0",
                        "large x.io/a container-3-request-0");
    }

    @Test
    void ofEquallyLargeWishesTheFirstNamesTheRequest() {
        var wanted = wanted(
                List.of(container("one", "'x.io/a': 2"), container("two", "'x.io/a': 2")), List.of(container("c", "")));

        assertThat(requests(wanted)).containsExactly("container-0-request-0 class-a 2");
        assertThat(mappings(wanted))
                .containsExactly("one x.io/a container-0-request-0", "two x.io/a container-0-request-0");
    }

    @Test
    void aClaimHasNoMoreThan32Requests() {
        List<String> sixteen = Collections.nCopies(16, container("c", "'x.io/a': 1, 'x.io/b': 1"));
        assertThat(ExtendedRequestsRule.areTooMany(pod(List.of(), sixteen), Set.of("x.io/a", "x.io/b")))
                .isFalse();
        assertThat(ExtendedRequestsRule.areTooMany(
                        pod(List.of(container("i", "'x.io/a': 1")), sixteen), Set.of("x.io/a", "x.io/b")))
                .isFalse();
        assertThat(ExtendedRequestsRule.areTooMany(
                        pod(List.of(sidecar("s", "'x.io/a': 1")), sixteen), Set.of("x.io/a", "x.io/b")))
                .isTrue();
    }

    /// Had each looked at all others, these would keep a processor for long.
    @Test
    void veryManyInitContainersBorrowFromThoseThatLast() {
        List<String> brief = Collections.nCopies(20_000, container("i", "'x.io/a': 9"));
        List<String> lasting = Collections.nCopies(2, container("c", "'x.io/a': 4"));
        assertThat(mappings(wanted(brief, lasting))).hasSize(3 * 20_000 + 2);
    }
}
