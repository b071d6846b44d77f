package dev.tenure.controllers.podautoscaler;

import dev.tenure.model.meta.ApiRequest.Target;
import dev.tenure.model.meta.ResourceType;
import dev.tenure.model.quantity.DurationFormatException;
import dev.tenure.model.quantity.GoDurationParser;
import dev.tenure.model.quantity.Quantity;
import dev.tenure.wire.json.JsonNode;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/// Asks servers of metrics, through the API. Every method blocks. Upstream: podautoscaler/metrics/client.go
/// and k8s.io/metrics/pkg/client.
final class MetricsCalls {
    private static final String CUSTOM = "custom.metrics.k8s.io";
    private static final List<String> CUSTOM_VERSIONS = List.of("v1beta1", "v1beta2");
    private static final Duration WINDOW = Duration.ofMinutes(1);
    private static final String CUSTOM_FAULT = "unable to fetch metrics from custom metrics API: ";
    private static final String EXTERNAL_FAULT = "unable to fetch metrics from external metrics API: ";

    private final Answers answers;
    private final KnownKinds kinds;

    MetricsCalls(Answers answers, KnownKinds kinds) {
        this.answers = answers;
        this.kinds = kinds;
    }

    /// What pods use of a resource.
    ///
    /// @param container the one that counts; empty for all of a pod together
    Measured resource(String namespace, String selector, String resource, String container) {
        Answers.Answer answer = answers.list(
                new Target("metrics.k8s.io", "v1beta1", "pods", namespace, "", ""),
                query("labelSelector", selector, "", ""));
        return switch (answer) {
            case Answers.Answer.Refused(String why, var _) ->
                new Measured.Nothing("unable to fetch metrics from resource metrics API: " + why);
            case Answers.Answer.Tree(var tree)
            when tree.path("items").isEmpty() -> new Measured.Nothing("no metrics returned from resource metrics API");
            case Answers.Answer.Tree(var tree) -> {
                Map<String, PodMetric> metrics = new HashMap<>();
                for (JsonNode pod : tree.path("items")) {
                    used(pod, resource, container)
                            .ifPresent(milli -> metrics.put(
                                    pod.path("metadata").path("name").asText(""),
                                    new PodMetric(
                                            time(pod), window(pod.path("window").asText("")), milli)));
                }
                yield new Measured.OfPods(metrics);
            }
        };
    }

    /// What a pod uses, where that is known of all that count.
    private static OptionalLong used(JsonNode pod, String resource, String container) {
        JsonNode containers = pod.path("containers");
        long sum = 0;
        boolean any = false;
        for (JsonNode one : containers) {
            if (!container.isEmpty() && !one.path("name").asText("").equals(container)) {
                continue;
            }
            Optional<Quantity> amount = MetricSpec.quantity(one.path("usage").path(resource));
            if (amount.isEmpty()) {
                return OptionalLong.empty();
            }
            sum += amount.get().milliValue();
            any = true;
            if (!container.isEmpty()) {
                break;
            }
        }
        return any ? OptionalLong.of(sum) : OptionalLong.empty();
    }

    /// What is measured of each pod.
    Measured pods(String namespace, String selector, MetricSpec.Metric metric) {
        return custom(
                version -> new Target(CUSTOM, version, "pods", namespace, "*", encoded(metric.name())),
                query("labelSelector", selector, "metricLabelSelector", metric.selector()),
                MetricsCalls::ofPods);
    }

    private static Measured ofPods(JsonNode list) {
        if (list.path("items").isEmpty()) {
            return new Measured.Nothing("no metrics returned from custom metrics API");
        }
        Map<String, PodMetric> metrics = new HashMap<>();
        for (JsonNode item : list.path("items")) {
            JsonNode seconds = item.path("windowSeconds");
            metrics.put(
                    item.path("describedObject").path("name").asText(""),
                    new PodMetric(
                            time(item),
                            seconds.isNumber() ? Duration.ofSeconds(seconds.asLong()) : WINDOW,
                            milli(item)));
        }
        return new Measured.OfPods(metrics);
    }

    /// What is measured of an object.
    Measured object(String namespace, Autoscaler.Target object, MetricSpec.Metric metric) {
        Map<String, String> query = query("metricLabelSelector", metric.selector(), "", "");
        String group = object.group().orElse("");
        if (object.kind().equals("Namespace") && group.isEmpty()) {
            return custom(
                    version -> new Target(CUSTOM, version, "metrics", namespace, metric.name(), ""),
                    query,
                    MetricsCalls::ofOne);
        }
        Optional<ResourceType> type = kinds.find(group, object.kind());
        if (type.isEmpty() && customVersion().isPresent()) {
            String kind = group.isEmpty() ? object.kind() : object.kind() + "." + group;
            return new Measured.Nothing(CUSTOM_FAULT
                    + "unable to map kind %s to resource: %s"
                            .formatted(kind, KnownKinds.noMatch(group, object.kind())));
        }
        String resource = type.map(ResourceType::qualifiedResource).orElse("");
        return custom(
                version -> new Target(CUSTOM, version, resource, namespace, object.name(), encoded(metric.name())),
                query,
                MetricsCalls::ofOne);
    }

    private static Measured ofOne(JsonNode list) {
        int items = list.path("items").size();
        return items == 1
                ? new Measured.Values(List.of(milli(list.path("items").path(0))))
                : new Measured.Nothing(CUSTOM_FAULT
                        + "the custom metrics API server returned %d results when we asked for exactly one"
                                .formatted(items));
    }

    private interface Place {
        Target in(String version);
    }

    private interface Reading {
        Measured of(JsonNode list);
    }

    private Measured custom(Place place, Map<String, String> query, Reading reading) {
        Optional<String> version = customVersion();
        if (version.isEmpty()) {
            return new Measured.Nothing(CUSTOM_FAULT
                    + (kinds.isRegistered(CUSTOM)
                            ? "no known available metric versions found"
                            : "no custom metrics API (custom.metrics.k8s.io) registered"));
        }
        return switch (answers.get(place.in(version.get()), query)) {
            case Answers.Answer.Refused(String why, var _) -> new Measured.Nothing(CUSTOM_FAULT + why);
            case Answers.Answer.Tree(var tree) -> reading.of(tree);
        };
    }

    private Optional<String> customVersion() {
        return kinds.versions(CUSTOM).stream().filter(CUSTOM_VERSIONS::contains).findFirst();
    }

    /// What is measured outside.
    Measured external(String namespace, MetricSpec.Metric metric) {
        Answers.Answer answer = answers.get(
                new Target("external.metrics.k8s.io", "v1beta1", encoded(metric.name()), namespace, "", ""),
                query("labelSelector", metric.selector(), "", ""));
        return switch (answer) {
            case Answers.Answer.Refused(String why, var _) -> new Measured.Nothing(EXTERNAL_FAULT + why);
            case Answers.Answer.Tree(var tree)
            when tree.path("items").isEmpty() -> new Measured.Nothing("no metrics returned from external metrics API");
            case Answers.Answer.Tree(var tree) -> {
                List<Long> values = new ArrayList<>();
                tree.path("items").forEach(item -> values.add(milli(item)));
                yield new Measured.Values(values);
            }
        };
    }

    private static Map<String, String> query(String name, String value, String other, String otherValue) {
        Map<String, String> query = new HashMap<>();
        if (!value.isEmpty()) {
            query.put(name, value);
        }
        if (!otherValue.isEmpty()) {
            query.put(other, otherValue);
        }
        return query;
    }

    /// Names of metrics stand in paths as they are, whatever signs they have.
    private static String encoded(String name) {
        return URLEncoder.encode(name, StandardCharsets.UTF_8).replace("+", "%20");
    }

    private static long milli(JsonNode item) {
        return MetricSpec.quantity(item.path("value")).map(Quantity::milliValue).orElse(0L);
    }

    private static Instant time(JsonNode item) {
        try {
            return OffsetDateTime.parse(item.path("timestamp").asText("")).toInstant();
        } catch (DateTimeException _) {
            return Instant.EPOCH;
        }
    }

    private static Duration window(String text) {
        try {
            return GoDurationParser.parse(text);
        } catch (DurationFormatException _) {
            return Duration.ZERO;
        }
    }
}
