package dev.tenure.kinds.device;

import dev.tenure.apiserver.registry.field.Field;
import dev.tenure.model.quantity.Quantity;
import java.util.ArrayList;
import java.util.List;

/// What is valid as the policy by which parts of a device's capacity are asked for. Pure. Upstream:
/// pkg/apis/resource/validation/validation.go.
final class CapacityValidation {
    private static final int VALUES_MAX = 10;

    private CapacityValidation() {}

    /// @param shared whether several claims can have parts of the device
    static void check(Field capacity, boolean shared) {
        Field policy = capacity.at("requestPolicy");
        if (!policy.isSet()) {
            return;
        }
        if (!shared) {
            policy.forbidden("allowMultipleAllocations must be true");
            return;
        }
        Field values = policy.at("validValues");
        Field range = policy.at("validRange");
        Quantity whole = amount(capacity.at("value"));
        if (!values.isEmpty() && range.isSet()) {
            policy.forbidden(
                    "exactly one policy can be specified, cannot specify \"validValues\" and \"validRange\" at the same"
                            + " time");
        } else if (!values.isEmpty() || range.isSet()) {
            Field standard = policy.at("default");
            if (!standard.isSet()) {
                standard.required(
                        "required when %s is defined".formatted(range.isSet() ? "validRange" : "validValues"));
            } else if (range.isSet()) {
                range(range, amount(standard), whole);
            } else {
                values(values, amount(standard), whole);
            }
        }
    }

    private static Quantity amount(Field quantity) {
        return quantity.isEmpty() ? Quantity.ZERO : Quantity.parse(quantity.text());
    }

    private static void values(Field values, Quantity standard, Quantity whole) {
        List<Field> items = values.items();
        List<Quantity> amounts = new ArrayList<>();
        items.forEach(item -> amounts.add(amount(item)));
        for (int i = 1; i < items.size(); i++) {
            if (amounts.get(i - 1).compareTo(amounts.get(i)) > 0) {
                items.get(i).invalidText("values must be sorted in ascending order");
            }
        }
        DeviceListValidation.set(
                values,
                VALUES_MAX,
                value -> {
                    if (amount(value).compareTo(whole) > 0) {
                        value.invalidText("option is larger than capacity value: " + whole);
                    }
                },
                value -> Long.toString(amount(value).value()));
        boolean known = items.size() <= VALUES_MAX && amounts.stream().anyMatch(a -> a.compareTo(standard) == 0);
        if (!known) {
            values.invalid(standard.toString(), "default value is not valid according to the requestPolicy");
        }
    }

    private static void range(Field range, Quantity standard, Quantity whole) {
        Field min = range.at("min");
        Field max = range.at("max");
        Field step = range.at("step");
        if (!min.isSet()) {
            min.required("required when validRange is defined");
            return;
        }
        Quantity least = amount(min);
        if (least.compareTo(whole) > 0) {
            min.invalidText("min is larger than capacity value: " + whole);
        }
        if (standard.compareTo(least) < 0) {
            min.invalid(standard.toString(), "default is less than min: " + least);
        }
        if (max.isSet()) {
            most(max, least, standard, whole);
        }
        if (step.isSet()) {
            Quantity one = least.plus(amount(step));
            if (one.compareTo(whole) > 0) {
                step.invalidText("one step %s is larger than capacity value: %s".formatted(one, whole));
            }
            multiple(step, standard, least);
            if (max.isSet()) {
                multiple(step, amount(max), least);
            }
        }
    }

    private static void most(Field max, Quantity least, Quantity standard, Quantity whole) {
        Quantity most = amount(max);
        if (least.compareTo(most) > 0) {
            max.invalid(least.toString(), "min is larger than max: " + most);
        }
        if (most.compareTo(whole) > 0) {
            max.invalidText("max is larger than capacity value: " + whole);
        }
        if (standard.compareTo(most) > 0) {
            max.invalid(standard.toString(), "default is more than max: " + most);
        }
    }

    private static void multiple(Field step, Quantity value, Quantity least) {
        Quantity one = amount(step);
        // Upstream divides by it and panics when it is zero; here nothing is a multiple of nothing.
        if (one.value() == 0 || (value.value() - least.value()) % one.value() != 0) {
            step.invalid(
                    value.toString(), "value is not a multiple of a given step (%s) from (%s)".formatted(one, least));
        }
    }
}
