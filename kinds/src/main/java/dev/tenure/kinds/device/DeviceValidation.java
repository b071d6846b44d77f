package dev.tenure.kinds.device;

import com.google.re2j.Pattern;
import dev.tenure.apiserver.registry.FieldError;
import dev.tenure.apiserver.registry.field.Field;
import dev.tenure.apiserver.registry.field.InternalTypes;
import dev.tenure.apiserver.registry.field.Names;
import dev.tenure.apiserver.registry.field.Path;
import dev.tenure.kinds.podspec.AffinityValidation;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// What is valid as one device of a slice. Pure. Upstream: pkg/apis/resource/validation/validation.go.
final class DeviceValidation {
    private static final String NUMBER = "(0|[1-9]\\d*)";
    private static final String BEFORE_RELEASE = "(0|[1-9]\\d*|\\d*[a-zA-Z-][0-9a-zA-Z-]*)";
    private static final String BUILD = "[0-9a-zA-Z-]+";
    private static final Pattern VERSION = Pattern.compile(NUMBER + "\\." + NUMBER + "\\." + NUMBER + "(-"
            + BEFORE_RELEASE + "(\\." + BEFORE_RELEASE + ")*)?(\\+" + BUILD + "(\\." + BUILD + ")*)?");
    private static final List<String> ATTRIBUTE_TYPES = List.of("bool", "int", "string", "version");
    private static final List<String> LIST_TYPES = List.of("bools", "ints", "strings", "versions");
    private static final int VALUE_BYTES_MAX = 64;
    private static final int ENTRIES_MAX = 32;
    private static final int VALUES_MAX = 48;
    private static final int TAINTS_MAX = 16;
    private static final int COUNTERS_MAX = 32;
    private static final int COUNTER_SETS_MAX = 2;
    private static final int KEY_BYTES_SHOWN = 96;
    private static final String WHERE = "exactly one of `nodeName`, `nodeSelector`, or `allNodes` is required when"
            + " `perDeviceNodeSelection` is set to true in the ResourceSlice spec";
    private static final String NOT_HERE = "`nodeName`, `nodeSelector` and `allNodes` can only be set if"
            + " `perDeviceNodeSelection` is set to true in the ResourceSlice spec";

    private DeviceValidation() {}

    /// @param taints whether they are judged, for they are not if they are as they were
    static void check(Field device, boolean placed, boolean taints) {
        device.at("name").mustBe(Names::dnsLabel);
        int entries = device.at("attributes").size() + device.at("capacity").size();
        if (entries > ENTRIES_MAX) {
            device.invalid(entries, "the total number of attributes and capacities must not exceed 32");
        }
        int values = device.at("attributes").entries().values().stream()
                .mapToInt(DeviceValidation::values)
                .sum();
        if (values > VALUES_MAX) {
            device.invalid(values, "the total number of attribute values must not exceed 48");
        }
        for (Map.Entry<String, Field> attribute :
                device.at("attributes").entries().entrySet()) {
            DeviceNames.qualified(attribute.getKey(), device.at("attributes"));
            attribute(attribute.getValue().under(keyed(device.at("attributes"), attribute.getKey())));
        }
        boolean shared = device.at("allowMultipleAllocations").flag();
        for (Map.Entry<String, Field> capacity : device.at("capacity").entries().entrySet()) {
            DeviceNames.qualified(capacity.getKey(), device.at("capacity"));
            CapacityValidation.check(
                    capacity.getValue().under(keyed(device.at("capacity"), capacity.getKey())), shared);
        }
        if (taints) {
            DeviceListValidation.list(device.at("taints"), TAINTS_MAX, DeviceConfigValidation::taint);
        }
        DeviceListValidation.set(
                device.at("consumesCounters"),
                COUNTER_SETS_MAX,
                counters -> counters(counters, "counterSet"),
                counters -> counters.at("counterSet").text());
        place(device, placed);
        DeviceConfigValidation.bindingConditions(device);
    }

    private static Path keyed(Field map, String key) {
        if (FieldError.byteLength(key) <= KEY_BYTES_SHOWN) {
            return map.path().key(key);
        }
        int shown = KEY_BYTES_SHOWN - 3;
        return map.path().key(key.substring(0, (shown + 1) / 2) + "..." + key.substring(key.length() - shown / 2));
    }

    private static int values(Field attribute) {
        int values =
                LIST_TYPES.stream().mapToInt(type -> attribute.at(type).size()).sum();
        return Math.max(1, values);
    }

    /// Counters of a slice, or what a device takes of them.
    ///
    /// @param name the field that names them
    static void counters(Field counters, String name) {
        if (counters.at(name).isEmpty()) {
            counters.at(name).required();
        } else {
            counters.at(name).mustBe(Names::dnsLabel);
        }
        Field all = counters.at("counters");
        if (all.isEmpty()) {
            all.required();
        } else if (all.size() > COUNTERS_MAX) {
            all.tooMany(COUNTERS_MAX);
        } else {
            for (String key : all.entries().keySet()) {
                Names.dnsLabel(key).forEach(complaint -> all.invalid(key, complaint));
            }
        }
    }

    private static void attribute(Field attribute) {
        int given = 0;
        for (String type : ATTRIBUTE_TYPES) {
            given += attribute.at(type).isSet() ? 1 : 0;
        }
        if (attribute.at("string").isSet()) {
            text(attribute.at("string"));
        }
        if (attribute.at("version").isSet()) {
            version(attribute.at("version"));
        }
        for (String type : LIST_TYPES) {
            Field list = attribute.at(type);
            given += list.isSet() ? 1 : 0;
            if (list.isSet() && list.isEmpty()) {
                list.invalid("must not be empty if specified");
            }
        }
        attribute.at("strings").items().forEach(DeviceValidation::text);
        attribute.at("versions").items().forEach(DeviceValidation::version);
        if (given == 0) {
            attribute.invalid("", "exactly one value must be specified");
        } else if (given > 1) {
            attribute.invalid(
                    InternalTypes.of("DeviceAttribute", attribute.given()), "exactly one value must be specified");
        }
    }

    private static void text(Field value) {
        if (FieldError.byteLength(value.text()) > VALUE_BYTES_MAX) {
            value.tooLong(VALUE_BYTES_MAX);
        }
    }

    private static void version(Field value) {
        if (!VERSION.matcher(value.text()).matches()) {
            value.invalidText("must be a string compatible with semver.org spec 2.0.0");
        }
        text(value);
    }

    private static void place(Field device, boolean placed) {
        Field node = device.at("nodeName");
        Field selector = device.at("nodeSelector");
        Field all = device.at("allNodes");
        if (!placed) {
            if (node.isSet() || selector.isSet() || all.isSet()) {
                device.absent().invalid(NOT_HERE);
            }
            return;
        }
        List<String> given = new ArrayList<>();
        if (node.isSet()) {
            if (node.isEmpty()) {
                node.invalidText("must not be empty");
            } else {
                given.add("`nodeName`");
                node.mustBe(Names::dnsSubdomain);
            }
        }
        if (selector.isSet()) {
            given.add("`nodeSelector`");
            AffinityValidation.nodeSelector(selector, true);
        }
        if (all.isSet()) {
            if (all.flag()) {
                given.add("`allNodes`");
            } else {
                all.invalid("must be either unset or set to true");
            }
        }
        if (given.isEmpty()) {
            device.required(WHERE);
        } else if (given.size() > 1) {
            device.invalid("{" + String.join(", ", given) + "}", WHERE);
        }
    }
}
