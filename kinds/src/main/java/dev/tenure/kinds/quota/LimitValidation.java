package dev.tenure.kinds.quota;

import dev.tenure.apiserver.registry.field.Field;
import dev.tenure.kinds.podspec.QuantityValidation;
import dev.tenure.kinds.podspec.ResourceNames;
import dev.tenure.model.quantity.Quantity;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/// Whether the bounds of one entry of a limit range fit together.
final class LimitValidation {
    private static final String MIN = "min";
    private static final String MAX = "max";
    private static final String DEFAULT = "default";
    private static final String REQUEST = "defaultRequest";
    private static final String RATIO = "maxLimitRequestRatio";

    private static final Quantity ONE = Quantity.parse("1");
    private static final long MILLI_MAX = Long.MAX_VALUE / 1000;

    private final Field limit;

    LimitValidation(Field limit) {
        this.limit = limit;
    }

    void check() {
        boolean pod = limit.at("type").is("Pod");
        List<String> lists = new ArrayList<>(List.of(MAX, MIN));
        if (!pod) {
            lists.addAll(List.of(DEFAULT, REQUEST));
        }
        lists.add(RATIO);
        Set<String> names = new TreeSet<>();
        for (String list : lists) {
            limit.at(list).entries().forEach((name, entry) -> {
                name(name, entry);
                names.add(name);
            });
            if (pod && list.equals(MIN)) {
                withoutDefaults();
            }
            if (list.equals(REQUEST)) {
                storage();
            }
        }
        names.forEach(name -> bounds(name, !pod));
    }

    private void withoutDefaults() {
        for (String list : List.of(DEFAULT, REQUEST)) {
            if (!limit.at(list).isEmpty()) {
                limit.at(list).forbidden("may not be specified when `type` is 'Pod'");
            }
        }
    }

    private void storage() {
        boolean given =
                limit.at(MIN).node().has("storage") || limit.at(MAX).node().has("storage");
        if (limit.at("type").is("PersistentVolumeClaim") && !given) {
            limit.at("limits")
                    .required("either minimum or maximum storage value is required, but neither was provided");
        }
    }

    private void name(String name, Field entry) {
        boolean ofContainers = limit.at("type").is("Pod") || limit.at("type").is("Container");
        QuantityValidation.name(name, entry);
        if (ofContainers && !name.contains("/") && !ResourceNames.isOfContainers(name)) {
            entry.invalid(name, "must be a standard resource for containers");
        }
    }

    private Field entry(String list, String name) {
        Field map = limit.at(list);
        return Field.of(map.path().key(name), map.node().path(name), map.errors());
    }

    private Optional<Quantity> amount(String list, String name) {
        Field entry = entry(list, name);
        return entry.isSet() ? Optional.of(QuantityValidation.amount(entry.node())) : Optional.empty();
    }

    private void bounds(String name, boolean defaults) {
        ordered(name, new Order(MIN, MAX, MIN, MIN), "min value %s is greater than max value %s");
        if (defaults) {
            ordered(
                    name,
                    new Order(MIN, REQUEST, REQUEST, REQUEST),
                    "min value %s is greater than default request value %s");
            ordered(
                    name,
                    new Order(REQUEST, MAX, REQUEST, REQUEST),
                    "default request value %s is greater than max value %s");
            ordered(
                    name,
                    new Order(REQUEST, DEFAULT, REQUEST, REQUEST),
                    "default request value %s is greater than default limit value %s");
            ordered(name, new Order(MIN, DEFAULT, DEFAULT, MIN), "min value %s is greater than default value %s");
            ordered(name, new Order(DEFAULT, MAX, DEFAULT, MAX), "default value %s is greater than max value %s");
        }
        ratio(name);
        if (defaults && !ResourceNames.allowsOvercommit(name)) {
            equal(name);
        }
    }

    /// Two lists of which one may not lie above the other.
    ///
    /// @param where the list whose entry is to blame
    /// @param shown the list whose amount the message shows
    private record Order(String lower, String upper, String where, String shown) {}

    private void ordered(String name, Order order, String text) {
        Optional<Quantity> low = amount(order.lower(), name);
        Optional<Quantity> high = amount(order.upper(), name);
        if (low.isPresent() && high.isPresent() && low.get().compareTo(high.get()) > 0) {
            entry(order.where(), name)
                    .invalid(entry(order.shown(), name).text(), text.formatted(low.get(), high.get()));
        }
    }

    private void ratio(String name) {
        Optional<Quantity> ratio = amount(RATIO, name);
        if (ratio.isEmpty()) {
            return;
        }
        Field entry = entry(RATIO, name);
        if (ratio.get().compareTo(ONE) < 0) {
            entry.invalidText("ratio %s is less than 1".formatted(ratio.get()));
        }
        Optional<Quantity> min = amount(MIN, name);
        Optional<Quantity> max = amount(MAX, name);
        if (min.isPresent() && max.isPresent()) {
            above(entry, ratio.get(), min.get(), max.get());
        }
    }

    /// Upstream counts in whole numbers: in thousandths while all three are small enough, else in ones,
    /// rounded up.
    private static void above(Field entry, Quantity ratio, Quantity min, Quantity max) {
        boolean small = Stream.of(ratio, min, max).allMatch(amount -> amount.value() < MILLI_MAX);
        double asked = small ? ratio.milliValue() / 1000.0 : ratio.value();
        double most = small ? (double) max.milliValue() / min.milliValue() : (double) max.value() / min.value();
        if (asked > most) {
            // no ratio is greater than what is beyond all numbers, unless that is below all numbers
            String shown = Double.isInfinite(most) ? "-Inf" : String.format(Locale.ROOT, "%f", most);
            entry.invalidText("ratio %s is greater than max/min = %s".formatted(ratio, shown));
        }
    }

    private void equal(String name) {
        Optional<Quantity> value = amount(DEFAULT, name);
        Optional<Quantity> request = amount(REQUEST, name);
        if (value.isPresent() && request.isPresent() && value.get().compareTo(request.get()) != 0) {
            entry(REQUEST, name)
                    .invalidText("default value %s must equal to defaultRequest value %s in %s"
                            .formatted(value.get(), request.get(), name));
        }
    }
}
