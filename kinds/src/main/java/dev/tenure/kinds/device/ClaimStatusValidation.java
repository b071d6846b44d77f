package dev.tenure.kinds.device;

import dev.tenure.apiserver.registry.FieldError;
import dev.tenure.apiserver.registry.field.Addresses;
import dev.tenure.apiserver.registry.field.Field;
import dev.tenure.apiserver.registry.field.InternalTypes;
import dev.tenure.apiserver.registry.field.Names;
import dev.tenure.apiserver.registry.field.SameValue;
import dev.tenure.apiserver.registry.meta.ConditionValidation;
import dev.tenure.apiserver.registry.meta.ObjectMetaValidation;
import dev.tenure.kinds.podspec.AffinityValidation;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.ObjectNode;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;

/// What is valid as the status of a claim to devices. Pure. Upstream:
/// pkg/apis/resource/validation/validation.go.
final class ClaimStatusValidation {
    private static final int CONSUMERS_MAX = 256;
    private static final int CONFIGS_MAX = 64;
    private static final int CONDITIONS_MAX = 8;
    private static final int ADDRESSES_MAX = 16;
    private static final int INTERFACE_BYTES_MAX = 256;
    private static final int HARDWARE_BYTES_MAX = 128;

    private ClaimStatusValidation() {}

    /// @param claim in its new state
    static void check(Field claim, ObjectNode old) {
        Field status = claim.at("status");
        Field consumers = status.at("reservedFor");
        Field allocation = status.at("allocation");
        DeviceListValidation.set(
                consumers,
                CONSUMERS_MAX,
                ClaimStatusValidation::consumer,
                consumer -> consumer.at("uid").text());
        Set<String> allocated = identities(allocation.at("devices", "results").node());
        DeviceListValidation.structures(
                status.at("devices"),
                Integer.MAX_VALUE,
                device -> device(device, allocated),
                device -> printed(device.node()));
        if (!consumers.isEmpty()) {
            if (!allocation.isSet()) {
                consumers.forbidden("may not be specified when `allocated` is not set");
            } else if (claim.at("metadata", "deletionTimestamp").isSet()
                    && isAdded(consumers.node(), old.at("/status/reservedFor"))) {
                consumers.forbidden(
                        "new entries may not be added while `deallocationRequested` or `deletionTimestamp` are set");
            }
        }
        JsonNode before = old.at("/status/allocation");
        if (allocation.isSet() && before.isObject()) {
            if (!SameValue.same(allocation.node(), before)) {
                allocation.invalid(
                        InternalTypes.of("AllocationResult", allocation.given()), ObjectMetaValidation.IMMUTABLE);
            }
        } else if (allocation.isSet()) {
            allocation(allocation, new RequestNames(claim.at("spec", "devices").node()));
        }
    }

    private static boolean isAdded(JsonNode consumers, JsonNode before) {
        for (JsonNode consumer : consumers) {
            boolean known = false;
            for (JsonNode old : before) {
                known |= SameValue.same(consumer, old);
            }
            if (!known) {
                return true;
            }
        }
        return false;
    }

    private static void consumer(Field consumer) {
        for (String name : new String[] {"resource", "name", "uid"}) {
            if (consumer.at(name).isEmpty()) {
                consumer.at(name).required();
            }
        }
    }

    static Set<String> identities(JsonNode results) {
        Set<String> identities = new HashSet<>();
        results.forEach(result -> identities.add(identity(result)));
        return identities;
    }

    /// What tells a device from others: driver, pool, name, and the share of it.
    static String identity(JsonNode device) {
        String share = device.path("shareID").asText("");
        String name = "%s/%s/%s"
                .formatted(
                        device.path("driver").asText(""),
                        device.path("pool").asText(""),
                        device.path("device").asText(""));
        return share.isEmpty() ? name : name + "/" + share;
    }

    private static void allocation(Field allocation, RequestNames names) {
        Field devices = allocation.at("devices");
        DeviceListValidation.list(devices.at("results"), DeviceConfigValidation.COUNT_MAX, result -> {
            names.check(result.at("request"));
            DeviceNames.driver(result.at("driver"));
            DeviceNames.pool(result.at("pool"));
            result.at("device").mustBe(Names::dnsLabel);
            DeviceConfigValidation.bindingConditions(result);
            DeviceNames.share(result.at("shareID"));
        });
        DeviceListValidation.list(devices.at("config"), CONFIGS_MAX, config -> {
            config.at("source").mustBeGivenAndOneOf("FromClaim", "FromClass");
            DeviceClaimValidation.references(config.at("requests"), names);
            DeviceConfigValidation.configuration(config, false);
        });
        if (allocation.at("nodeSelector").isSet()) {
            AffinityValidation.nodeSelector(allocation.at("nodeSelector"), true);
        }
    }

    private static void device(Field device, Set<String> allocated) {
        DeviceNames.driver(device.at("driver"));
        DeviceNames.pool(device.at("pool"));
        device.at("device").mustBe(Names::dnsLabel);
        DeviceNames.share(device.at("shareID"));
        if (!allocated.contains(identity(device.node()))) {
            device.invalid(printed(device.node()), "must be an allocated device in the claim");
        }
        if (device.at("conditions").size() > CONDITIONS_MAX) {
            device.at("conditions").tooMany(CONDITIONS_MAX);
        }
        ConditionValidation.conditions(device.at("conditions"));
        if (device.at("data").isSet()) {
            DeviceConfigValidation.raw(device.at("data"), false);
        }
        network(device.at("networkData"));
    }

    private static ObjectNode printed(JsonNode device) {
        ObjectNode printed = Json.object();
        printed.put("Driver", device.path("driver").asText(""));
        printed.put("Pool", device.path("pool").asText(""));
        printed.put("Device", device.path("device").asText(""));
        printed.put("ShareID", device.path("shareID").asText(""));
        return printed;
    }

    private static void network(Field data) {
        if (FieldError.byteLength(data.at("interfaceName").text()) > INTERFACE_BYTES_MAX) {
            data.at("interfaceName").tooLong(INTERFACE_BYTES_MAX);
        }
        if (FieldError.byteLength(data.at("hardwareAddress").text()) > HARDWARE_BYTES_MAX) {
            data.at("hardwareAddress").tooLong(HARDWARE_BYTES_MAX);
        }
        DeviceListValidation.set(data.at("ips"), ADDRESSES_MAX, ClaimStatusValidation::address, Field::text);
    }

    /// An address of an interface: with the length of its network, and written in its shortest form.
    private static void address(Field address) {
        Optional<Addresses.Range> range = Addresses.parseRange(address.text());
        if (range.isEmpty()) {
            address.invalidText("must be a valid address in CIDR form, (e.g. 10.9.8.7/24 or 2001:db8::1/64)");
            return;
        }
        String canonical = range.get().ip().canonical() + "/" + range.get().bits();
        if (!canonical.equals(address.text())) {
            address.invalidText("must be in canonical form (\"%s\")".formatted(canonical));
        }
    }
}
