package dev.tenure.controllers.podautoscaler;

import dev.tenure.controllers.podautoscaler.ReplicaCountRule.View;
import dev.tenure.model.core.ResourceList;
import dev.tenure.model.quantity.Quantity;
import dev.tenure.model.quantity.Quantity.Format;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.ObjectNode;
import java.util.Optional;
import java.util.function.Function;

/// What one metric asks for: has it measured and works it out. Blocks. Upstream: horizontal.go
/// (computeReplicasForMetric, computeStatusFor…).
final class MetricRound {
    /// What came of a metric.
    sealed interface Finding {
        /// @param name as conditions and Events call it
        /// @param status as the autoscaler's status tells it
        record Asked(int replicas, String name, ObjectNode status) implements Finding {}

        /// @param reason of the condition and the Event
        /// @param why as these tell it
        /// @param whole the same with what was tried
        record Failed(String reason, String why, String whole) implements Finding {}
    }

    private final MetricsCalls calls;
    private final View view;
    private final String namespace;
    private final String selector;
    private final int present;

    /// @param present how many replicas there are
    MetricRound(MetricsCalls calls, View view, String namespace, String selector, int present) {
        this.calls = calls;
        this.view = view;
        this.namespace = namespace;
        this.selector = selector;
        this.present = present;
    }

    Finding find(MetricSpec spec) {
        return switch (spec) {
            case MetricSpec.Resource(String resource, MetricSpec.Aim aim) -> {
                ObjectNode told = Json.object().put("name", resource);
                yield resource(
                        new Source("Resource", "resource", "FailedGetResourceMetric", told),
                        resource,
                        "",
                        aim,
                        "failed to get %s resource metric value: ".formatted(resource));
            }
            case MetricSpec.ContainerResource(String resource, String container, MetricSpec.Aim aim) -> {
                ObjectNode told = Json.object().put("name", resource).put("container", container);
                yield resource(
                        new Source("ContainerResource", "containerResource", "FailedGetContainerResourceMetric", told),
                        resource,
                        container,
                        aim,
                        "failed to get %s container metric value: ".formatted(container));
            }
            case MetricSpec.Pods pods -> pods(pods);
            case MetricSpec.Described object -> object(object);
            case MetricSpec.External external -> external(external);
            case MetricSpec.Unknown(String type) -> {
                String why = "unknown metric source type \"%s\"".formatted(type);
                yield new Finding.Failed("InvalidMetricSourceType", why, why);
            }
        };
    }

    /// How a kind of metrics is told.
    ///
    /// @param field of the status
    /// @param reason where it fails
    /// @param told what the status says besides the present value
    private record Source(String type, String field, String reason, ObjectNode told) {
        private ObjectNode status(ObjectNode current) {
            ObjectNode status = Json.object().put("type", type);
            ObjectNode source = told.deepCopy();
            source.set("current", current);
            status.set(field, source);
            return status;
        }
    }

    private Finding resource(Source source, String resource, String container, MetricSpec.Aim aim, String whole) {
        Function<String, Finding> failed = why -> new Finding.Failed(source.reason(), why, whole + why);
        boolean average = aim.averageValue().isPresent();
        if (!average && aim.averageUtilization().isEmpty()) {
            return failed.apply("invalid resource metric source: neither an average utilization target nor an average"
                    + " value (usage) target was set");
        }
        String lead = "failed to get %s %s: ".formatted(resource, average ? "usage" : "utilization");
        Count count = ofResource(resource, container, aim);
        return switch (count) {
            case Count.Unknown(String why) -> failed.apply(lead + why);
            case Count.Replicas(int replicas, int percent, long milli) -> {
                ObjectNode current = Json.object();
                Format format = resource.equals(ResourceList.MEMORY) ? Format.BINARY_SI : Format.DECIMAL_SI;
                current.put("averageValue", Quantity.ofMilli(milli, format).toString());
                String name = resource + " resource";
                if (!average) {
                    current.put("averageUtilization", percent);
                    name = "%s %sresource utilization (percentage of request)"
                            .formatted(resource, container.isEmpty() ? "" : "container ");
                }
                yield new Finding.Asked(replicas, name, source.status(current));
            }
        };
    }

    private Count ofResource(String resource, String container, MetricSpec.Aim aim) {
        return switch (calls.resource(namespace, selector, resource, container)) {
            case Measured.Nothing(String why) ->
                new Count.Unknown("unable to get metrics for resource %s: %s".formatted(resource, why));
            case Measured.Values _ -> new Count.Unknown("something else than pods was measured");
            case Measured.OfPods(var metrics) ->
                aim.averageValue().isPresent()
                        ? ReplicaCountRule.byAverage(
                                view, metrics, aim.averageValue().get().milliValue(), resource)
                        : ReplicaCountRule.byUtilization(
                                view, metrics, aim.averageUtilization().orElse(0), resource, container);
        };
    }

    private Finding pods(MetricSpec.Pods spec) {
        ObjectNode told = Json.object();
        told.set("metric", spec.metric().told());
        var source = new Source("Pods", "pods", "FailedGetPodsMetric", told);
        long target = spec.aim().averageValue().map(Quantity::milliValue).orElse(0L);
        String name = spec.metric().name();
        Count count = switch (calls.pods(namespace, selector, spec.metric())) {
            case Measured.Nothing(String why) -> new Count.Unknown("unable to get metric %s: %s".formatted(name, why));
            case Measured.Values _ -> new Count.Unknown("something else than pods was measured");
            case Measured.OfPods(var metrics) -> ReplicaCountRule.byAverage(view, metrics, target, "");
        };
        return switch (count) {
            case Count.Unknown(String why) ->
                new Finding.Failed(source.reason(), why, "failed to get pods metric value: " + why);
            case Count.Replicas(int replicas, int _, long milli) ->
                new Finding.Asked(replicas, "pods metric " + name, source.status(value("averageValue", milli)));
        };
    }

    private static ObjectNode value(String field, long milli) {
        return Json.object()
                .put(field, Quantity.ofMilli(milli, Format.DECIMAL_SI).toString());
    }

    private Finding object(MetricSpec.Described spec) {
        Autoscaler.Target object = spec.object();
        ObjectNode told = Json.object();
        told.set("metric", spec.metric().told());
        ObjectNode described =
                told.putObject("describedObject").put("kind", object.kind()).put("name", object.name());
        if (!object.apiVersion().isEmpty()) {
            described.put("apiVersion", object.apiVersion());
        }
        var source = new Source("Object", "object", "FailedGetObjectMetric", told);
        String name = spec.metric().name();
        boolean whole = spec.aim().type().equals("Value") && spec.aim().value().isPresent();
        boolean share = spec.aim().type().equals("AverageValue")
                && spec.aim().averageValue().isPresent();
        String lead = "failed to get object metric value: ";
        if (!whole && !share) {
            String why = "invalid object metric source: neither a value target nor an average value target was set";
            return new Finding.Failed(source.reason(), why, lead + why);
        }
        Count count = ofObject(spec, whole);
        return switch (count) {
            case Count.Unknown(String why) ->
                new Finding.Failed(
                        source.reason(),
                        why,
                        lead + (whole ? "" : "failed to get %s object metric: ".formatted(name)) + why);
            case Count.Replicas(int replicas, int _, long milli) ->
                new Finding.Asked(
                        replicas,
                        whole ? "%s metric %s".formatted(object.kind(), name) : externalName(spec.metric()),
                        source.status(value(whole ? "value" : "averageValue", milli)));
        };
    }

    /// @param whole whether its pods share the value
    private Count ofObject(MetricSpec.Described spec, boolean whole) {
        Autoscaler.Target object = spec.object();
        Optional<Quantity> target = whole ? spec.aim().value() : spec.aim().averageValue();
        long milli = target.map(Quantity::milliValue).orElse(0L);
        return switch (calls.object(namespace, object, spec.metric())) {
            case Measured.Nothing(String why) ->
                new Count.Unknown("unable to get metric %s: %s on %s %s/%s"
                        .formatted(spec.metric().name(), object.kind(), namespace, object.name(), why));
            case Measured.OfPods _ -> new Count.Unknown("pods were measured");
            case Measured.Values(var values) ->
                whole
                        ? ReplicaCountRule.byValue(view, values.getFirst(), milli)
                        : ReplicaCountRule.byShare(present, values.getFirst(), milli, view.tolerance(), false);
        };
    }

    /// Upstream calls shares of objects external, too.
    private static String externalName(MetricSpec.Metric metric) {
        return "external metric %s(%s)".formatted(metric.name(), metric.selectorInGo());
    }

    private Finding external(MetricSpec.External spec) {
        ObjectNode told = Json.object();
        told.set("metric", spec.metric().told());
        var source = new Source("External", "external", "FailedGetExternalMetric", told);
        String name = spec.metric().name();
        String lead = "failed to get %s external metric value: ".formatted(name);
        boolean share = spec.aim().averageValue().isPresent();
        if (!share && spec.aim().value().isEmpty()) {
            String why = "invalid external metric source: neither a value target nor an average value target was set";
            return new Finding.Failed(source.reason(), why, lead + why);
        }
        Count count = switch (calls.external(namespace, spec.metric())) {
            case Measured.Nothing(String why) ->
                new Count.Unknown("unable to get external metric %s/%s/%s: %s"
                        .formatted(namespace, name, spec.metric().selectorInGo(), why));
            case Measured.OfPods _ -> new Count.Unknown("pods were measured");
            case Measured.Values(var values) ->
                share
                        ? ReplicaCountRule.byShare(
                                present,
                                ReplicaCountRule.shared(values),
                                spec.aim().averageValue().get().milliValue(),
                                view.tolerance(),
                                true)
                        : ReplicaCountRule.byValue(
                                view,
                                ReplicaCountRule.sum(values),
                                spec.aim().value().get().milliValue());
        };
        return switch (count) {
            case Count.Unknown(String why) ->
                new Finding.Failed(
                        source.reason(),
                        why,
                        lead
                                + (share ? "failed to get %s external metric: " : "failed to get external metric %s: ")
                                        .formatted(name)
                                + why);
            case Count.Replicas(int replicas, int _, long milli) ->
                new Finding.Asked(
                        replicas,
                        externalName(spec.metric()),
                        source.status(value(share ? "averageValue" : "value", milli)));
        };
    }
}
