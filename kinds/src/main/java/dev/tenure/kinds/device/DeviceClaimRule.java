package dev.tenure.kinds.device;

import dev.tenure.apiserver.registry.field.Field;
import dev.tenure.apiserver.registry.field.Names;

/// What is valid as the spec of a claim to devices. Pure. Upstream: pkg/apis/resource/validation/validation.go.
final class DeviceClaimRule {
    private static final int CHOICES_MAX = 8;
    private static final String ONE_OF_BOTH = "exactly one of `exactly` or `firstAvailable` is required";
    private static final String ATTRIBUTE_MISSING =
            "exactly one of \"matchAttribute\" or \"distinctAttribute\" is required, but multiple fields are set";

    private DeviceClaimRule() {}

    static void spec(Field spec) {
        Field devices = spec.at("devices");
        var names = new RequestNames(devices.node());
        DeviceListRule.set(
                devices.at("requests"),
                DeviceConfigRule.COUNT_MAX,
                DeviceClaimRule::request,
                request -> request.at("name").text());
        DeviceListRule.list(
                devices.at("constraints"), DeviceConfigRule.COUNT_MAX, constraint -> constraint(constraint, names));
        DeviceListRule.list(devices.at("config"), DeviceConfigRule.COUNT_MAX, config -> {
            references(config.at("requests"), names);
            DeviceConfigRule.configuration(config, false);
        });
    }

    static void references(Field requests, RequestNames names) {
        DeviceListRule.set(requests, DeviceConfigRule.COUNT_MAX, names::check, Field::text);
    }

    private static void request(Field request) {
        request.at("name").mustBe(Names::dnsLabel);
        boolean exactly = request.at("exactly").isSet();
        Field choices = request.at("firstAvailable");
        if (exactly && !choices.isEmpty()) {
            request.absent().invalid(ONE_OF_BOTH + ", but multiple fields are set");
        } else if (exactly) {
            amount(request.at("exactly"));
        } else if (choices.isEmpty()) {
            request.required(ONE_OF_BOTH);
        } else {
            DeviceListRule.set(
                    choices,
                    CHOICES_MAX,
                    choice -> {
                        choice.at("name").mustBe(Names::dnsLabel);
                        amount(choice);
                    },
                    choice -> choice.at("name").text());
        }
    }

    private static void amount(Field request) {
        DeviceNames.deviceClass(request.at("deviceClassName"));
        DeviceConfigRule.selectors(request.at("selectors"));
        Field mode = request.at("allocationMode");
        Field count = request.at("count");
        switch (mode.text()) {
            case "All" -> {
                if (count.number() != 0) {
                    count.invalidNumber("must not be specified when allocationMode is 'All'");
                }
            }
            case "ExactCount" -> count.mustBePositive();
            default -> mode.unsupported("All", "ExactCount");
        }
        request.at("tolerations").items().forEach(DeviceConfigRule::toleration);
    }

    private static void constraint(Field constraint, RequestNames names) {
        references(constraint.at("requests"), names);
        if (constraint.at("matchAttribute").isSet()) {
            DeviceNames.fullyQualified(constraint.at("matchAttribute"));
        } else if (constraint.at("distinctAttribute").isSet()) {
            DeviceNames.fullyQualified(constraint.at("distinctAttribute"));
        } else {
            constraint.required(ATTRIBUTE_MISSING);
        }
    }
}
