package dev.tenure.wire.view;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.model.core.NodeSelectorRequirement;
import dev.tenure.model.core.NodeSelectorRequirement.Operator;
import dev.tenure.model.core.NodeSelectorTerm;
import dev.tenure.model.core.Stay;
import dev.tenure.model.core.TolerationOperator;
import dev.tenure.model.device.Device;
import dev.tenure.model.device.Device.Attribute;
import dev.tenure.model.device.Device.Binding;
import dev.tenure.model.device.Device.Capacity;
import dev.tenure.model.device.Device.CounterSet;
import dev.tenure.model.device.Device.Range;
import dev.tenure.model.device.Device.RequestPolicy;
import dev.tenure.model.device.DeviceClass;
import dev.tenure.model.device.DeviceConfiguration;
import dev.tenure.model.device.DeviceId;
import dev.tenure.model.device.DeviceReach;
import dev.tenure.model.device.DeviceSelector;
import dev.tenure.model.device.DeviceTaint;
import dev.tenure.model.device.DeviceTaintEffect;
import dev.tenure.model.device.DeviceToleration;
import dev.tenure.model.device.ResourceClaim;
import dev.tenure.model.device.ResourceClaim.AllocatedConfiguration;
import dev.tenure.model.device.ResourceClaim.Amount;
import dev.tenure.model.device.ResourceClaim.Constraint;
import dev.tenure.model.device.ResourceClaim.Consumer;
import dev.tenure.model.device.ResourceClaim.Request;
import dev.tenure.model.device.ResourceClaim.RequestConfiguration;
import dev.tenure.model.device.ResourceSlice;
import dev.tenure.model.meta.ResourceType;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.model.quantity.Quantity;
import dev.tenure.wire.json.Json;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class DeviceViewsTest {
    private static final List<NodeSelectorTerm> ZONE_A = List.of(
            new NodeSelectorTerm(List.of(new NodeSelectorRequirement("zone", Operator.IN, List.of("a"))), List.of()));
    private static final DeviceToleration BROKEN_FOR_A_MINUTE = new DeviceToleration(
            "health", TolerationOperator.EXISTS, "", Optional.of(DeviceTaintEffect.NO_EXECUTE), new Stay.AtMost(60));

    @Test
    void aSliceHasDevicesWithEverythingThatIsSaidOfThem() {
        var slice = (ResourceSlice) view(ResourceTypes.RESOURCE_SLICES, """
                {"metadata": {"name": "s"}, "spec": {"driver": "gpu.example.com",
                 "pool": {"name": "p", "generation": 3, "resourceSliceCount": 2},
                 "nodeSelector": {"nodeSelectorTerms": [{"matchExpressions":
                   [{"key": "zone", "operator": "In", "values": ["a"]}]}]},
                 "sharedCounters": [{"name": "c", "counters": {"memory": {"value": "4Gi"}}}],
                 "devices": [{"name": "gpu-0", "nodeName": "n", "bindsToNode": true, "bindingConditions": ["Ready"],
                   "bindingFailureConditions": ["Lost"], "allowMultipleAllocations": true,
                   "attributes": {"i": {"int": 7}, "b": {"bool": true}, "s": {"string": "x"},
                     "v": {"version": "1.2.3"}, "later": {"ints": [1]}},
                   "capacity": {"memory": {"value": "2Gi", "requestPolicy": {"default": "1Gi", "validValues": ["1Gi"],
                     "validRange": {"min": "1Gi", "max": "2Gi", "step": "1Gi"}}}, "cores": {"value": "8"}},
                   "consumesCounters": [{"counterSet": "c", "counters": {"memory": {"value": "1Gi"}}}],
                   "taints": [{"key": "health", "value": "broken", "effect": "NoExecute",
                     "timeAdded": "2026-01-02T03:04:05Z"}, {"key": "k", "effect": "Later"}]}]}}
                """);

        Quantity one = Quantity.parse("1Gi");
        Quantity two = Quantity.parse("2Gi");
        assertThat(slice.driver()).isEqualTo("gpu.example.com");
        assertThat(slice.pool()).isEqualTo(new ResourceSlice.Pool("p", 3, 2));
        assertThat(slice.reach()).isEqualTo(new DeviceReach.Matching(ZONE_A));
        assertThat(slice.counters()).containsExactly(new CounterSet("c", Map.of("memory", Quantity.parse("4Gi"))));
        assertThat(slice.devices())
                .containsExactly(new Device(
                        "gpu-0",
                        Map.of(
                                "i", new Attribute.Whole(7),
                                "b", new Attribute.Flag(true),
                                "s", new Attribute.Text("x"),
                                "v", new Attribute.Version("1.2.3"),
                                "later", new Attribute.Unknown()),
                        Map.of(
                                "memory",
                                new Capacity(
                                        two,
                                        Optional.of(new RequestPolicy(
                                                Optional.of(one),
                                                List.of(one),
                                                Optional.of(new Range(
                                                        Optional.of(one), Optional.of(two), Optional.of(one)))))),
                                "cores",
                                Capacity.of(Quantity.parse("8"))),
                        List.of(new CounterSet("c", Map.of("memory", one))),
                        new DeviceReach.OneNode("n"),
                        List.of(new DeviceTaint(
                                "health",
                                "broken",
                                DeviceTaintEffect.NO_EXECUTE,
                                Optional.of(Instant.parse("2026-01-02T03:04:05Z")))),
                        new Binding(true, List.of("Ready"), List.of("Lost")),
                        true));
    }

    @Test
    void aSliceSaysFromWhereItsDevicesAreReached() {
        assertThat(reach("\"nodeName\": \"n\"")).isEqualTo(new DeviceReach.OneNode("n"));
        assertThat(reach("\"allNodes\": true")).isEqualTo(new DeviceReach.AllNodes());
        assertThat(reach("\"perDeviceNodeSelection\": true")).isEqualTo(new DeviceReach.PerDevice());
        assertThat(reach("\"allNodes\": false")).isEqualTo(new DeviceReach.Unsaid());
    }

    private static DeviceReach reach(String said) {
        var slice = (ResourceSlice) view(ResourceTypes.RESOURCE_SLICES, "{\"spec\": {" + said + "}}");
        return slice.reach();
    }

    @Test
    void aClassHasSelectorsConfigurationAndAName() {
        var gpus = (DeviceClass) view(ResourceTypes.DEVICE_CLASSES, """
                {"spec": {"selectors": [{"cel": {"expression": "true"}}, {"later": {}}],
                 "config": [{"opaque": {"driver": "d", "parameters": {"a": [1, "b"]}}}],
                 "extendedResourceName": "example.com/gpu"}}
                """);

        assertThat(gpus.selectors()).containsExactly(new DeviceSelector.Cel("true"), new DeviceSelector.Unknown());
        assertThat(gpus.configuration()).containsExactly(new DeviceConfiguration("d", "{\"a\":[1,\"b\"]}"));
        assertThat(gpus.extendedResourceName()).isEqualTo("example.com/gpu");
    }

    @Test
    void aClaimHasRequestsConstraintsAndConfiguration() {
        var claim = (ResourceClaim) view(ResourceTypes.RESOURCE_CLAIMS, """
                {"spec": {"devices": {"requests": [
                   {"name": "one", "exactly": {"deviceClassName": "gpus", "allocationMode": "All", "adminAccess": true,
                     "selectors": [{"cel": {"expression": "true"}}], "capacity": {"requests": {"memory": "1Gi"}},
                     "tolerations": [{"key": "health", "operator": "Exists", "effect": "NoExecute",
                       "tolerationSeconds": 60}, {"operator": "Exists", "effect": "Later"}]}},
                   {"name": "either", "firstAvailable": [{"name": "big", "deviceClassName": "big", "count": 2},
                     {"name": "small", "deviceClassName": "small"}]}, {"name": "later"}],
                 "constraints": [{"requests": ["one"], "matchAttribute": "a/b"}, {"distinctAttribute": "a/c"}, {}],
                 "config": [{"requests": ["one"], "opaque": {"driver": "d", "parameters": {}}}]}}}
                """);

        assertThat(claim.requests())
                .containsExactly(
                        new Request(
                                "one",
                                List.of(new ResourceClaim.Devices(
                                        "",
                                        "gpus",
                                        new Amount.All(),
                                        List.of(new DeviceSelector.Cel("true")),
                                        Optional.of(true),
                                        List.of(BROKEN_FOR_A_MINUTE),
                                        Map.of("memory", Quantity.parse("1Gi"))))),
                        new Request(
                                "either",
                                List.of(
                                        new ResourceClaim.Devices("big", "big", new Amount.Exactly(2)),
                                        new ResourceClaim.Devices("small", "small", new Amount.Exactly(1)))),
                        new Request("later", List.of()));
        assertThat(claim.requests()).extracting(Request::choice).containsExactly(false, true, false);
        assertThat(claim.constraints())
                .containsExactly(
                        new Constraint.Same(List.of("one"), "a/b"),
                        new Constraint.Distinct(List.of(), "a/c"),
                        new Constraint.Unknown(List.of()));
        assertThat(claim.configuration())
                .containsExactly(new RequestConfiguration(List.of("one"), new DeviceConfiguration("d", "{}")));
        assertThat(claim.use()).isEqualTo(ResourceClaim.Use.NONE);
    }

    @Test
    void whatAClaimHasGotStandsInItsStatus() {
        var claim = (ResourceClaim) view(ResourceTypes.RESOURCE_CLAIMS, """
                {"status": {"allocation": {"devices": {
                   "results": [{"request": "one", "driver": "d", "pool": "p", "device": "x", "adminAccess": true,
                     "tolerations": [{"key": "health", "operator": "Exists", "effect": "NoExecute",
                       "tolerationSeconds": 60}], "bindingConditions": ["Ready"], "bindingFailureConditions": ["Lost"],
                     "shareID": "u", "consumedCapacity": {"memory": "1Gi"}}],
                   "config": [{"source": "FromClass", "requests": ["one"], "opaque": {"driver": "d"}}]},
                   "nodeSelector": {"nodeSelectorTerms": [{"matchExpressions":
                     [{"key": "zone", "operator": "In", "values": ["a"]}]}]},
                   "allocationTimestamp": "2026-01-02T03:04:05Z"},
                 "reservedFor": [{"resource": "pods", "name": "web-0", "uid": "u-1"}],
                 "devices": [{"driver": "d", "pool": "p", "device": "x", "conditions":
                   [{"type": "Ready", "status": "True"}]}]}}
                """);

        var id = new DeviceId("d", "p", "x");
        assertThat(claim.allocation())
                .contains(new ResourceClaim.Allocation(
                        List.of(new ResourceClaim.Result(
                                "one",
                                id,
                                Optional.of(true),
                                List.of(BROKEN_FOR_A_MINUTE),
                                List.of("Ready"),
                                List.of("Lost"),
                                Optional.of("u"),
                                Map.of("memory", Quantity.parse("1Gi")))),
                        List.of(new AllocatedConfiguration(true, List.of("one"), new DeviceConfiguration("d", ""))),
                        Optional.of(ZONE_A),
                        Optional.of(Instant.parse("2026-01-02T03:04:05Z"))));
        assertThat(claim.use().reservedFor()).containsExactly(new Consumer("", "pods", "web-0", "u-1"));
        assertThat(claim.use().isReservedFor("u-1")).isTrue();
        assertThat(claim.use().isReservedFor("u-2")).isFalse();
        assertThat(claim.use().devices()).hasSize(1);
        assertThat(claim.use().devices().getFirst().id()).isEqualTo(id);
        assertThat(claim.use().devices().getFirst().conditions().getFirst().isTrue())
                .isTrue();
    }

    private static Object view(ResourceType type, String json) {
        return Views.view(type, Json.readObject(json.getBytes(StandardCharsets.UTF_8)));
    }
}
