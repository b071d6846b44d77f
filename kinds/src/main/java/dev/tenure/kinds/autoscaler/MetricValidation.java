package dev.tenure.kinds.autoscaler;

import dev.tenure.apiserver.registry.field.Field;
import dev.tenure.apiserver.registry.field.Names;
import dev.tenure.kinds.podspec.QuantityValidation;
import dev.tenure.kinds.podspec.ResourceNames;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// What is valid as a metric that an autoscaler follows. Pure.
final class MetricValidation {
    private static final String NEEDED = "must populate information for the given metric source";

    /// The members of a metric in the order in which upstream looks at them.
    private static final List<String> SOURCES = List.of("object", "external", "pods", "resource", "containerResource");

    private static final Map<String, String> SOURCE_OF_TYPE = Map.of(
            "Object",
            "object",
            "Pods",
            "pods",
            "Resource",
            "resource",
            "External",
            "external",
            "ContainerResource",
            "containerResource");

    private MetricValidation() {}

    /// @param toZero whether all pods may be taken away, for which metrics of pods tell nothing
    static void metrics(Field metrics, boolean toZero) {
        boolean outside = false;
        for (Field metric : metrics.items()) {
            metric(metric);
            outside |= Set.of("Object", "External").contains(metric.at("type").text());
        }
        if (toZero && !outside) {
            metrics.forbidden(
                    "must specify at least one Object or External metric to support scaling to zero replicas");
        }
    }

    private static void metric(Field metric) {
        Field type = metric.at("type");
        if (type.isEmpty()) {
            type.required("must specify a metric source type");
        }
        Optional<String> expected = Optional.ofNullable(SOURCE_OF_TYPE.get(type.text()));
        if (expected.isEmpty()) {
            unknown(type);
        }
        List<String> present = new ArrayList<>();
        for (String source : SOURCES) {
            if (metric.at(source).isSet()) {
                present.add(source);
                if (present.size() == 1) {
                    source(source, metric.at(source));
                }
            }
        }
        if (expected.isEmpty()) {
            unknown(type);
        } else if (!metric.at(expected.get()).isSet()) {
            metric.at(expected.get()).required(NEEDED);
        }
        if (present.size() != 1) {
            expected.ifPresent(present::remove);
            present.forEach(source -> metric.at(source).forbidden("must populate the given metric source only"));
        }
    }

    private static void unknown(Field type) {
        type.unsupported("ContainerResource", "External", "Object", "Pods", "Resource");
    }

    private static void source(String name, Field source) {
        Field target = source.at("target");
        switch (name) {
            case "object" -> {
                AutoscalerValidation.anyObject(source.at("describedObject"));
                identifier(source);
                target(target);
                if (!target.at("value").isSet() && !target.at("averageValue").isSet()) {
                    target.at("averageValue").required("must set either a target value or averageValue");
                }
            }
            case "external" -> external(source, target);
            case "pods" -> {
                identifier(source);
                target(target);
                if (!target.at("averageValue").isSet()) {
                    target.at("averageValue").required("must specify a positive target averageValue");
                }
            }
            case "resource" -> {
                if (source.at("name").isEmpty()) {
                    source.at("name").required("must specify a resource name");
                }
                utilization(target);
            }
            default -> container(source, target);
        }
    }

    private static void external(Field source, Field target) {
        identifier(source);
        target(target);
        boolean whole = target.at("value").isSet();
        boolean average = target.at("averageValue").isSet();
        if (!whole && !average) {
            target.at("averageValue").required("must set either a target value for metric or a per-pod target");
        }
        if (whole && average) {
            target.at("value").forbidden("may not set both a target value for metric and a per-pod target");
        }
    }

    private static void container(Field source, Field target) {
        Field name = source.at("name");
        if (name.isEmpty()) {
            name.required("must specify a resource name");
        } else {
            QuantityValidation.name(name.text(), name);
            if (!name.text().contains("/")) {
                if (!ResourceNames.isOfContainers(name.text())) {
                    name.invalidText("must be a standard resource for containers");
                }
            } else if (!ResourceNames.isNative(name.text()) && !ResourceNames.isExtended(name.text())) {
                name.invalidText("doesn't follow extended resource name standard");
            }
        }
        if (source.at("container").isEmpty()) {
            source.at("container").required("must specify a container");
        } else {
            source.at("container").mustBe(Names::dnsLabel);
        }
        utilization(target);
    }

    private static void utilization(Field target) {
        target(target);
        Field percent = target.at("averageUtilization");
        Field raw = target.at("averageValue");
        if (!percent.isSet() && !raw.isSet()) {
            percent.required("must set either a target raw value or a target utilization");
        }
        if (percent.isSet() && raw.isSet()) {
            raw.forbidden("may not set both a target raw value and a target utilization");
        }
    }

    private static void identifier(Field source) {
        AutoscalerValidation.segment(source.at("metric", "name"), "must specify a metric name");
    }

    private static void target(Field target) {
        Field type = target.at("type");
        if (type.isEmpty()) {
            type.required("must specify a metric target type");
        }
        if (!Set.of("Utilization", "Value", "AverageValue").contains(type.text())) {
            type.invalidText("must be either Utilization, Value, or AverageValue");
        }
        positive(target.at("value"));
        positive(target.at("averageValue"));
        Field percent = target.at("averageUtilization");
        if (percent.isSet() && percent.number() < 1) {
            percent.invalidNumber("must be greater than 0");
        }
    }

    private static void positive(Field quantity) {
        if (quantity.isSet() && QuantityValidation.amount(quantity.node()).sign() <= 0) {
            quantity.invalidText("must be positive");
        }
    }
}
