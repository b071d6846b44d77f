package dev.tenure.kinds.admission.limitranger;

import dev.tenure.kinds.podspec.QuantityValidation;
import dev.tenure.model.quantity.Quantity;
import dev.tenure.wire.json.JsonNode;
import java.util.Collection;
import java.util.Locale;
import java.util.Map;

/// Holds amounts against one entry of a limit range.
final class LimitCheck {
    private final JsonNode limit;
    private final String type;
    private final Collection<String> complaints;

    LimitCheck(JsonNode limit, Collection<String> complaints) {
        this.limit = limit;
        this.type = limit.path("type").asText("");
        this.complaints = complaints;
    }

    boolean isFor(String wanted) {
        return type.equals(wanted);
    }

    /// Claims: there are only requests.
    void requests(Map<String, Quantity> requests) {
        each("min", (name, least) -> minimum(name, least, requests, Map.of()));
        each("max", (name, most) -> {
            String rule = "maximum %s usage per %s is %s".formatted(name, type, most);
            Quantity request = requests.get(name);
            if (request == null) {
                complaints.add(rule + ".  No request is specified");
            } else if (request.compareTo(most) > 0) {
                complaints.add(rule + ", but request is " + request);
            }
        });
    }

    void all(Map<String, Quantity> requests, Map<String, Quantity> limits) {
        each("min", (name, least) -> minimum(name, least, requests, limits));
        each("max", (name, most) -> maximum(name, most, requests, limits));
        each("maxLimitRequestRatio", (name, most) -> ratio(name, most, requests, limits));
    }

    private interface Rule {
        void check(String name, Quantity bound);
    }

    private void each(String field, Rule rule) {
        limit.path(field).properties().forEach(e -> rule.check(e.getKey(), QuantityValidation.amount(e.getValue())));
    }

    private void minimum(String name, Quantity least, Map<String, Quantity> requests, Map<String, Quantity> limits) {
        String rule = "minimum %s usage per %s is %s".formatted(name, type, least);
        Quantity request = requests.get(name);
        Quantity most = limits.get(name);
        if (request == null) {
            complaints.add(rule + ".  No request is specified");
        } else if (request.compareTo(least) < 0) {
            complaints.add(rule + ", but request is " + request);
        } else if (most != null && most.compareTo(least) < 0) {
            complaints.add(rule + ", but limit is " + most);
        }
    }

    private void maximum(String name, Quantity bound, Map<String, Quantity> requests, Map<String, Quantity> limits) {
        String rule = "maximum %s usage per %s is %s".formatted(name, type, bound);
        Quantity request = requests.get(name);
        Quantity most = limits.get(name);
        if (most == null) {
            complaints.add(rule + ".  No limit is specified");
        } else if (most.compareTo(bound) > 0) {
            complaints.add(rule + ", but limit is " + most);
        } else if (request != null && request.compareTo(bound) > 0) {
            complaints.add(rule + ", but request is " + request);
        }
    }

    private void ratio(String name, Quantity bound, Map<String, Quantity> requests, Map<String, Quantity> limits) {
        String rule = "%s max limit to request ratio per %s is %s".formatted(name, type, bound);
        Quantity request = requests.getOrDefault(name, Quantity.ZERO);
        Quantity most = limits.getOrDefault(name, Quantity.ZERO);
        if (request.isZero()) {
            complaints.add(rule + ", but no request is specified or request is 0");
        } else if (most.isZero()) {
            complaints.add(rule + ", but no limit is specified or limit is 0");
        } else {
            double ratio = most.toDouble() / request.toDouble();
            if (ratio > bound.toDouble()) {
                complaints.add(rule + String.format(Locale.ROOT, ", but provided ratio is %f", ratio));
            }
        }
    }
}
