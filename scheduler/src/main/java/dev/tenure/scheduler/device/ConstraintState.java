package dev.tenure.scheduler.device;

import dev.tenure.model.device.Device;
import dev.tenure.model.device.Device.Attribute;
import dev.tenure.model.device.ResourceClaim.Constraint;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Whether the devices chosen so far keep a constraint. Upstream: constraint.go, matchAttributeConstraint.
abstract sealed class ConstraintState {
    private final List<String> requests;
    private final String attribute;

    private ConstraintState(List<String> requests, String attribute) {
        this.requests = requests;
        this.attribute = attribute;
    }

    /// @return empty for a constraint that nobody knows
    static Optional<ConstraintState> of(Constraint constraint) {
        return switch (constraint) {
            case Constraint.Same(var requests, var attribute) -> Optional.of(new Same(requests, attribute));
            case Constraint.Distinct(var requests, var attribute) -> Optional.of(new Distinct(requests, attribute));
            case Constraint.Unknown _ -> Optional.empty();
        };
    }

    /// @param request its name; of alternatives that of them all
    /// @param alternative empty where there is no choice
    private boolean concerns(String request, String alternative) {
        return requests.isEmpty()
                || requests.contains(request)
                || (!alternative.isEmpty() && requests.contains(request + "/" + alternative));
    }

    /// Adds a device if the constraint is kept with it.
    final boolean add(String request, String alternative, String driver, Device device) {
        if (!concerns(request, alternative)) {
            return true;
        }
        Optional<Attribute> value = value(driver, device);
        return value.isPresent() && add(request, value.get());
    }

    /// Takes back an [#add] that returned true.
    final void remove(String request, String alternative) {
        if (concerns(request, alternative)) {
            remove(request);
        }
    }

    abstract boolean add(String request, Attribute value);

    abstract void remove(String request);

    private Optional<Attribute> value(String driver, Device device) {
        Attribute named = device.attributes().get(attribute);
        if (named != null) {
            return Optional.of(named);
        }
        int domain = attribute.indexOf('/');
        return domain > 0 && attribute.substring(0, domain).equals(driver)
                ? Optional.ofNullable(device.attributes().get(attribute.substring(domain + 1)))
                : Optional.empty();
    }

    private static final class Same extends ConstraintState {
        private Optional<Attribute> first = Optional.empty();
        private int devices;

        Same(List<String> requests, String attribute) {
            super(requests, attribute);
        }

        @Override
        boolean add(String request, Attribute value) {
            if (devices == 0) {
                first = Optional.of(value);
            } else if (value instanceof Attribute.Unknown || !value.equals(first.orElseThrow())) {
                return false;
            }
            devices++;
            return true;
        }

        @Override
        void remove(String request) {
            devices--;
        }
    }

    /// Of several devices of one request upstream remembers only the last; so it is here.
    private static final class Distinct extends ConstraintState {
        private final Map<String, Attribute> values = new HashMap<>();
        private int devices;

        Distinct(List<String> requests, String attribute) {
            super(requests, attribute);
        }

        @Override
        boolean add(String request, Attribute value) {
            if (devices > 0
                    && !values.isEmpty()
                    && (value instanceof Attribute.Unknown || values.containsValue(value))) {
                return false;
            }
            values.put(request, value);
            devices++;
            return true;
        }

        @Override
        void remove(String request) {
            values.remove(request);
            devices--;
        }
    }
}
