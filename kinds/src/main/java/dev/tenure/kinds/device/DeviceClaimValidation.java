package dev.tenure.kinds.device;

import dev.tenure.apiserver.registry.field.Field;
import dev.tenure.apiserver.registry.field.Names;

/// What is valid as the spec of a claim to devices. Pure. Upstream:
/// pkg/apis/resource/validation/validation.go.
final class DeviceClaimValidation {
    private static final int CHOICES_MAX = 8;
    private static final String ONE_OF_BOTH = "exactly one of `exactly` or `firstAvailable` is required";
    private static final String ATTRIBUTE_MISSING =
            "exactly one of \"matchAttribute\" or \"distinctAttribute\" is required, but multiple fields are set";

    private DeviceClaimValidation() {}

    static void spec(Field spec) {
        Field devices = spec.at("devices");
        var names = new RequestNames(devices.node());
        DeviceListValidation.set(
                devices.at("requests"),
                DeviceConfigValidation.COUNT_MAX,
                DeviceClaimValidation::request,
                request -> request.at("name").text());
        DeviceListValidation.list(
                devices.at("constraints"),
                DeviceConfigValidation.COUNT_MAX,
                constraint -> constraint(constraint, names));
        DeviceListValidation.list(devices.at("config"), DeviceConfigValidation.COUNT_MAX, config -> {
            references(config.at("requests"), names);
            DeviceConfigValidation.configuration(config, false);
        });
    }

    static void references(Field requests, RequestNames names) {
        DeviceListValidation.set(requests, DeviceConfigValidation.COUNT_MAX, names::check, Field::text);
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
            DeviceListValidation.set(
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
        DeviceConfigValidation.selectors(request.at("selectors"));
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
        request.at("tolerations").items().forEach(DeviceConfigValidation::toleration);
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
