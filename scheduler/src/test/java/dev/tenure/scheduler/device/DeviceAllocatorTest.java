package dev.tenure.scheduler.device;

import static dev.tenure.scheduler.device.OfferedWorld.asking;
import static dev.tenure.scheduler.device.OfferedWorld.claim;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.model.core.NodeSelectorRequirement;
import dev.tenure.model.core.NodeSelectorRequirement.Operator;
import dev.tenure.model.core.NodeSelectorTerm;
import dev.tenure.model.device.ResourceClaim;
import dev.tenure.model.device.ResourceClaim.Allocation;
import dev.tenure.model.quantity.Quantity;
import dev.tenure.scheduler.device.DeviceAllocator.Outcome;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/// What claims get, by scenario. Upstream's own answers to random worlds are in RecordedDevicesTest.
class DeviceAllocatorTest {
    private static final String TWO = "[{'name': 'a'}, {'name': 'b'}]";

    private final OfferedWorld world = new OfferedWorld();

    private Allocation allocation(ResourceClaim claim) {
        Outcome outcome = world.allocate(claim);
        assertThat(outcome).isInstanceOf(Outcome.Allocated.class);
        return ((Outcome.Allocated) outcome).allocations().getFirst();
    }

    @Test
    void devicesAreTakenInTheOrderOfPoolsSlicesAndTheirOwn() {
        world.pool("p2", TWO)
                .slice("s2", "p1", "1, 'resourceSliceCount': 2", "'nodeName': 'n', 'devices': [{'name': 'z'}]")
                .slice("s1", "p1", "1, 'resourceSliceCount': 2", "'nodeName': 'n', 'devices': [{'name': 'x'}]");
        assertThat(world.get(asking(", 'count': 3"))).isEqualTo("q=p1/x q=p1/z q=p2/a");
        assertThat(world.get(asking(""), asking(", 'count': 2"))).isEqualTo("q=p1/x | q=p1/z q=p2/a");
        assertThat(world.get(asking(", 'count': 5"))).isEqualTo("not there");
    }

    @Test
    void whatIsInUseIsNotGivenAgainUntilItIsFree() {
        world.pool("p", TWO);
        ResourceClaim taken = world.take(asking(", 'selectors': [{'cel': {'expression': 'a'}}]"));
        assertThat(world.get(asking(""))).isEqualTo("q=p/b");
        assertThat(world.get(asking(", 'count': 2"))).isEqualTo("not there");
        world.free(taken);
        assertThat(world.get(asking(", 'count': 2"))).isEqualTo("q=p/a q=p/b");
    }

    @Test
    void anAdministratorSeesDevicesThatOthersUse() {
        world.pool("p", "[{'name': 'a'}]");
        world.take(asking(""));
        assertThat(allocation(asking(", 'adminAccess': true"))
                        .results()
                        .getFirst()
                        .adminAccess())
                .contains(true);
        assertThat(world.get(asking(", 'adminAccess': true, 'count': 2"))).isEqualTo("not there");
    }

    @Test
    void theSearchGoesBackWhereAConstraintDoesNotHold() {
        world.pool(
                "p",
                "[{'name': 'a', 'attributes': {'numa': {'int': 0}}}, {'name': 'b', 'attributes': {'d/numa': {'int': 1}}},"
                        + " {'name': 'c'}, {'name': 'e', 'attributes': {'numa': {'int': 1}}}]");
        String requests = "'requests': [{'name': 'q', 'exactly': {'deviceClassName': 'any'}},"
                + " {'name': 'r', 'exactly': {'deviceClassName': 'any'}}], 'constraints': [{'%s': 'd/numa'}]";
        assertThat(world.get(claim(requests.formatted("matchAttribute")))).isEqualTo("q=p/b r=p/e");
        assertThat(world.get(claim(requests.formatted("distinctAttribute")))).isEqualTo("q=p/a r=p/b");
        assertThat(world.get(claim(requests.formatted("laterAttribute"))))
                .isEqualTo("claim default/c, constraint #0: empty constraint (unsupported constraint type?)");
    }

    @Test
    void allMeansEveryDeviceThatIsSelected() {
        world.pool("p", TWO);
        assertThat(world.get(asking(", 'allocationMode': 'All'"))).isEqualTo("q=p/a q=p/b");
        assertThat(world.get(
                        asking(", 'allocationMode': 'All', 'selectors': [{'cel': {'expression': 'nothing of it'}}]")))
                .isEqualTo("not there");
        world.take(asking(""));
        assertThat(world.get(asking(", 'allocationMode': 'All'"))).isEqualTo("not there");
    }

    @Test
    void aPoolWhosePartsAreNotAllThereGivesNothing() {
        world.slice("s1", "p", "1, 'resourceSliceCount': 2", "'nodeName': 'n', 'devices': " + TWO);
        assertThat(world.get(asking(""))).isEqualTo("not there");
        assertThat(world.get(asking(", 'allocationMode': 'All'")))
                .isEqualTo("claim default/c, request q: asks for all devices, but resource pool d/p is currently being"
                        + " updated");
        world.slice("s2", "p", "1, 'resourceSliceCount': 2", "'nodeName': 'elsewhere', 'devices': [{'name': 'x'}]");
        assertThat(world.get(asking(", 'allocationMode': 'All'"))).isEqualTo("q=p/a q=p/b");
    }

    @Test
    void onlyTheNewestGenerationCounts() {
        world.pool("p", TWO)
                .slice("new", "p", "2, 'resourceSliceCount': 1", "'nodeName': 'n', 'devices': [{'name': 'x'}]");
        assertThat(world.get(asking(""))).isEqualTo("q=p/x");
        world.pool("r", TWO)
                .slice("later", "r", "2, 'resourceSliceCount': 1", "'nodeName': 'm', 'devices': [{'name': 'x'}]");
        assertThat(world.get(asking(", 'count': 2")))
                .as("a pool that is whole as the node sees it")
                .isEqualTo("q=p/x q=r/a");
        world.slice("s1", "t", "1, 'resourceSliceCount': 2", "'nodeName': 'n', 'devices': [{'name': 'y'}]")
                .slice("s2", "t", "2, 'resourceSliceCount': 1", "'nodeName': 'm', 'devices': [{'name': 'y'}]");
        assertThat(world.get(asking(", 'allocationMode': 'All'")))
                .as("a part of a pool that is being replaced is not waited for")
                .isEqualTo("q=p/x q=r/a q=r/b");
    }

    @Test
    void aPoolThatContradictsItselfIsLeftOut() {
        world.pool("p", "[{'name': 'a'}, {'name': 'a'}]");
        assertThat(world.get(asking(""))).isEqualTo("invalid pools");
        assertThat(world.get(asking(", 'allocationMode': 'All'")))
                .isEqualTo(
                        "claim default/c, request q: asks for all devices, but resource pool d/p is currently invalid");
        world.pool("r", TWO);
        assertThat(world.get(asking(""))).isEqualTo("q=r/a");
    }

    @Test
    void aTaintKeepsADeviceFromThoseWhoDoNotTolerateIt() {
        world.pool(
                "p",
                "[{'name': 'a', 'taints': [{'key': 'k', 'value': 'v', 'effect': 'NoExecute'}]},"
                        + " {'name': 'b', 'taints': [{'key': 'k', 'effect': 'None'}]}]");
        assertThat(world.get(asking(""))).isEqualTo("q=p/b");
        assertThat(world.get(asking(", 'tolerations': [{'key': 'k', 'operator': 'Equal', 'value': 'w'}]")))
                .isEqualTo("q=p/b");
        assertThat(world.get(asking(", 'tolerations': [{'key': 'k', 'operator': 'Equal', 'value': 'v'}]")))
                .isEqualTo("q=p/a");
    }

    @Test
    void theFirstAlternativeThatCanBeMetIs() {
        world.pool("p", TWO).deviceClass("none", "'selectors': [{'cel': {'expression': 'nothing of it'}}]");
        world.deviceClass("told", "'config': [{'opaque': {'driver': 'd', 'parameters': {'x': 1}}}]");
        Allocation allocation = allocation(claim("""
                'requests': [{'name': 'q', 'firstAvailable': [{'name': 'one', 'deviceClassName': 'none'},
                   {'name': 'two', 'deviceClassName': 'told'}, {'name': 'three', 'deviceClassName': 'any'}]},
                  {'name': 'r', 'exactly': {'deviceClassName': 'told'}}],
                'config': [{'opaque': {'driver': 'd', 'parameters': {}}},
                  {'requests': ['q/one'], 'opaque': {'driver': 'd', 'parameters': {}}},
                  {'requests': ['q', 'r'], 'opaque': {'driver': 'd', 'parameters': {}}}]
                """));
        assertThat(allocation.results())
                .extracting(ResourceClaim.Result::request)
                .containsExactly("q/two", "r");
        assertThat(allocation.configuration())
                .extracting(each -> each.ofClass() + " " + each.requests())
                .containsExactly("true [q/two, r]", "false []", "false [q, r]", "false [q, r]");
    }

    @Test
    void moreDevicesThanAClaimCanHoldAreRefusedOrAnotherWayIsFound() {
        String many = IntStream.range(0, 40)
                .mapToObj(i -> "{'name': 'x%02d'}".formatted(i))
                .collect(Collectors.joining(", ", "[", "]"));
        world.pool("p", many);
        assertThat(world.get(asking(", 'count': 33")))
                .isEqualTo("claim default/c: number of requested devices 33 exceeds the claim limit of 32");
        String found = world.get(claim("""
                'requests': [{'name': 'q', 'exactly': {'deviceClassName': 'any', 'count': 31}}, {'name': 'r',
                 'firstAvailable': [{'name': 'two', 'deviceClassName': 'any', 'count': 2},
                   {'name': 'one', 'deviceClassName': 'any'}]}]
                """));
        assertThat(found).endsWith("r/one=p/x31");
    }

    @Test
    void aSearchThatTakesTooLongEnds() {
        String many = IntStream.range(0, 30)
                .mapToObj(i -> "{'name': 'x%02d'}".formatted(i))
                .collect(Collectors.joining(", ", "[", "]"));
        world.pool("p", many);
        ResourceClaim hopeless = asking(", 'selectors': [{'cel': {'expression': 'nothing of it'}}]");
        assertThat(world.get(asking(", 'count': 15"), hopeless)).isEqualTo("too long");
    }

    @Test
    void devicesShareTheCountersOfTheirPool() {
        String taking = "{'name': '%s', 'consumesCounters': [{'counterSet': 'c', 'counters': {'m': {'value': '%s'}}}]}";
        world.slice(
                        "s1",
                        "p",
                        "1, 'resourceSliceCount': 2",
                        "'nodeName': 'n', 'devices': [%s, %s, %s]"
                                .formatted(
                                        taking.formatted("whole", "4"),
                                        taking.formatted("half", "2"),
                                        taking.formatted("third", "2")))
                .slice(
                        "s2",
                        "p",
                        "1, 'resourceSliceCount': 2",
                        "'nodeName': 'n', 'sharedCounters': [{'name': 'c', 'counters': {'m': {'value': '4'}}}]");
        assertThat(world.get(asking(", 'count': 2"))).isEqualTo("q=p/half q=p/third");
        ResourceClaim half = world.take(asking(", 'selectors': [{'cel': {'expression': 'half'}}]"));
        assertThat(world.get(asking(""))).isEqualTo("q=p/third");
        world.free(half);
        world.take(asking(""));
        assertThat(world.get(asking(""))).isEqualTo("not there");
    }

    @Test
    void severalClaimsHavePartsOfADeviceAsFarAsItGoes() {
        world.pool("p", """
                [{'name': 'a', 'allowMultipleAllocations': true, 'capacity': {'m': {'value': '10Gi',
                  'requestPolicy': {'default': '1Gi', 'validRange': {'min': '2Gi', 'max': '8Gi', 'step': '2Gi'}}}}}]
                """);
        ResourceClaim five = asking(", 'capacity': {'requests': {'m': '5Gi'}}");
        ResourceClaim taken = world.take(five);
        ResourceClaim.Result part = taken.allocation().orElseThrow().results().getFirst();
        assertThat(part.shareId()).isPresent();
        assertThat(part.capacity()).isEqualTo(Map.of("m", Quantity.parse("6Gi")));

        assertThat(world.get(five)).isEqualTo("not there");
        assertThat(world.get(asking(", 'capacity': {'requests': {'m': '3Gi'}}")))
                .isEqualTo("q=p/a");
        assertThat(world.get(asking(""), asking(", 'capacity': {'requests': {'m': '1Gi'}}")))
                .isEqualTo("q=p/a | q=p/a");
        assertThat(world.get(asking(", 'capacity': {'requests': {'unheard-of': '1Gi'}}")))
                .isEqualTo("not there");
        world.free(taken);
        assertThat(world.get(asking(", 'capacity': {'requests': {'m': '9Gi'}}")))
                .isEqualTo("not there");
        assertThat(world.get(five)).isEqualTo("q=p/a");
    }

    @Test
    void theAllocationSaysFromWhereItsDevicesCanBeUsed() {
        assertThat(nodes("'nodeName': 'n'", "")).contains(List.of(only("n")));
        assertThat(nodes("'allNodes': true", "")).isEmpty();
        assertThat(nodes("'allNodes': true", ", 'bindsToNode': true")).contains(List.of(only("n")));
        String zone = "'nodeSelector': {'nodeSelectorTerms': [{'matchExpressions':"
                + " [{'key': 'zone', 'operator': 'In', 'values': ['%s']}]}]}";
        var a = new NodeSelectorRequirement("zone", Operator.IN, List.of("a"));
        assertThat(nodes(zone.formatted("a"), "")).contains(List.of(new NodeSelectorTerm(List.of(a), List.of())));
        String each = "'perDeviceNodeSelection': true";
        assertThat(nodes(each, ", " + zone.formatted("a")))
                .contains(List.of(new NodeSelectorTerm(List.of(a), List.of())));
        assertThat(nodes(each, ", 'allNodes': true")).isEmpty();
        assertThat(from(zone.formatted("b"), "").get(asking(""))).isEqualTo("not there");
        assertThat(from(each, ", 'nodeName': 'm'").get(asking(""))).isEqualTo("not there");
        assertThat(from("'allNodes': false", "").get(asking(""))).isEqualTo("not there");
    }

    private static NodeSelectorTerm only(String node) {
        var name = new NodeSelectorRequirement("metadata.name", Operator.IN, List.of(node));
        return new NodeSelectorTerm(List.of(), List.of(name));
    }

    private static OfferedWorld from(String reach, String ofDevice) {
        return new OfferedWorld()
                .slice("s", "p", "1, 'resourceSliceCount': 1", reach + ", 'devices': [{'name': 'a'" + ofDevice + "}]");
    }

    private static Optional<List<NodeSelectorTerm>> nodes(String reach, String ofDevice) {
        Outcome outcome = from(reach, ofDevice).allocate(asking(""));
        assertThat(outcome).isInstanceOf(Outcome.Allocated.class);
        return ((Outcome.Allocated) outcome).allocations().getFirst().nodes();
    }

    @Test
    void aSelectorThatCannotBeRunBreaksTheSearch() {
        world.pool("p", TWO).deviceClass("broken", "'selectors': [{'cel': {'expression': 'broken'}}]");
        assertThat(world.get(
                        asking(", 'selectors': [{'cel': {'expression': 'ab'}}, {'cel': {'expression': 'fails'}}]")))
                .isEqualTo("claim default/c: selector #1: CEL runtime error: it fails");
        assertThat(world.get(claim("'requests': [{'name': 'q', 'exactly': {'deviceClassName': 'broken'}}]")))
                .isEqualTo("class broken: selector #0: CEL compile error: it is broken");
        assertThat(world.get(asking(", 'selectors': [{}]")))
                .isEqualTo(
                        "claim default/c, request q, selector #0: CEL expression empty (unsupported selector type?)");
        assertThat(world.get(claim("'requests': [{'name': 'q', 'exactly': {'deviceClassName': 'gone'}}]")))
                .isEqualTo("claim default/c, request q: could not retrieve device class gone:"
                        + " deviceclass.resource.k8s.io \"gone\" not found");
        assertThat(world.get(asking(", 'allocationMode': 'Later'")))
                .isEqualTo("claim default/c, request q: unsupported count mode");
    }
}
