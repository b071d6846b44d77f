package dev.tenure.kinds.metrics;

import dev.tenure.apiserver.handler.SpecialHandler;
import dev.tenure.apiserver.registry.KindEntry;
import dev.tenure.apiserver.registry.RefusedException;
import dev.tenure.apiserver.registry.Statuses;
import dev.tenure.apiserver.request.ListOptions;
import dev.tenure.model.meta.ApiReply;
import dev.tenure.model.meta.ApiRequest;
import dev.tenure.model.meta.ApiRequest.Target;
import dev.tenure.model.metrics.ResourceUsage;
import dev.tenure.model.metrics.ResourceUsage.Amounts;
import dev.tenure.model.quantity.GoDuration;
import dev.tenure.model.quantity.Quantity;
import dev.tenure.model.quantity.Quantity.Format;
import dev.tenure.wire.json.ArrayNode;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.ObjectNode;
import java.time.temporal.ChronoUnit;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.stream.Stream;

/// Answers what pods or nodes use now. Safe for use by several threads.
final class UsageHandler implements SpecialHandler {
    private static final String GROUP = "metrics.k8s.io";
    private static final String CPU = "cpu";
    private static final String MEMORY = "memory";

    /// What it answers for.
    enum Part {
        NODES,
        PODS
    }

    private final Part part;
    private final Supplier<ResourceUsage> usage;

    UsageHandler(Part part, Supplier<ResourceUsage> usage) {
        this.part = part;
        this.usage = usage;
    }

    /// What an object uses of a resource, with all its containers.
    static String total(JsonNode object, String resource) {
        Quantity sum = amount(object.path("usage").path(resource));
        for (JsonNode container : object.path("containers")) {
            sum = sum.plus(amount(container.path("usage").path(resource)));
        }
        return sum.toString();
    }

    private static Quantity amount(JsonNode written) {
        return written.isTextual() ? Quantity.parse(written.asText()) : Quantity.ZERO;
    }

    @Override
    public ApiReply call(KindEntry entry, ApiRequest request, List<String> warnings) {
        return switch (request.verb()) {
            case LIST -> new ApiReply.Document(200, Json.write(list(entry, request)), warnings);
            case GET -> new ApiReply.Document(200, Json.write(one(entry, request.target())), warnings);
            case WATCH, CREATE, UPDATE, PATCH, DELETE, DELETE_COLLECTION ->
                throw new RefusedException(Statuses.methodNotAllowed());
        };
    }

    private ObjectNode list(KindEntry entry, ApiRequest request) {
        ListOptions options = ListOptions.of(request, false);
        ObjectNode list = Json.object()
                .put("kind", entry.type().kind() + "List")
                .put("apiVersion", entry.type().apiVersion());
        list.putObject("metadata");
        ArrayNode items = list.putArray("items");
        found(request.target())
                .filter(one -> options.labels().matches(one.labels())
                        && options.fields().matches(field -> field(field, one.object())))
                .forEach(one -> items.add(one.object()));
        return list;
    }

    private static String field(String name, ObjectNode object) {
        return switch (name) {
            case "metadata.name" -> object.path("metadata").path("name").asText("");
            case "metadata.namespace" ->
                object.path("metadata").path("namespace").asText("");
            default -> "";
        };
    }

    private ObjectNode one(KindEntry entry, Target target) {
        ObjectNode found = found(target)
                .map(Found::object)
                .filter(object ->
                        object.path("metadata").path("name").asText("").equals(target.name()))
                .findFirst()
                .orElseThrow(() -> new RefusedException(
                        Statuses.notFound(GROUP, entry.type().resource(), target.name())));
        return Json.object()
                .put("kind", entry.type().kind())
                .put("apiVersion", entry.type().apiVersion())
                .setAll(found);
    }

    private record Found(ObjectNode object, Map<String, String> labels) {}

    /// In the order of the names.
    private Stream<Found> found(Target target) {
        ResourceUsage now = usage.get();
        return switch (part) {
            case NODES ->
                now.nodes().stream()
                        .sorted(Comparator.comparing(ResourceUsage.OfNode::name))
                        .map(node -> new Found(node(now, node), node.labels()));
            case PODS ->
                now.pods().stream()
                        .filter(pod ->
                                target.namespace().isEmpty() || pod.namespace().equals(target.namespace()))
                        .sorted(Comparator.comparing(ResourceUsage.OfPod::namespace)
                                .thenComparing(ResourceUsage.OfPod::name))
                        .map(pod -> new Found(pod(now, pod), pod.labels()));
        };
    }

    private static ObjectNode node(ResourceUsage now, ResourceUsage.OfNode node) {
        ObjectNode object = head(now, node.name(), "", node.labels());
        object.set("usage", amounts(node.used()));
        return object;
    }

    private static ObjectNode pod(ResourceUsage now, ResourceUsage.OfPod pod) {
        ObjectNode object = head(now, pod.name(), pod.namespace(), pod.labels());
        ArrayNode containers = object.putArray("containers");
        for (ResourceUsage.OfContainer container : pod.containers()) {
            ObjectNode used = Json.object();
            container.cpuMilli().ifPresent(milli -> used.put(CPU, cpu(milli)));
            container.memoryBytes().ifPresent(bytes -> used.put(MEMORY, memory(bytes)));
            containers.addObject().put("name", container.name()).set("usage", used);
        }
        return object;
    }

    private static ObjectNode head(ResourceUsage now, String name, String namespace, Map<String, String> labels) {
        String at = now.at().truncatedTo(ChronoUnit.SECONDS).toString();
        ObjectNode object = Json.object();
        ObjectNode metadata = object.putObject("metadata").put("name", name);
        if (!namespace.isEmpty()) {
            metadata.put("namespace", namespace);
        }
        metadata.put("creationTimestamp", at);
        if (!labels.isEmpty()) {
            ObjectNode told = metadata.putObject("labels");
            new TreeMap<>(labels).forEach(told::put);
        }
        return object.put("timestamp", at).put("window", GoDuration.text(now.window()));
    }

    private static ObjectNode amounts(Amounts used) {
        return Json.object().put(CPU, cpu(used.cpuMilli())).put(MEMORY, memory(used.memoryBytes()));
    }

    private static String cpu(long milli) {
        return Quantity.ofMilli(milli, Format.DECIMAL_SI).toString();
    }

    private static String memory(long bytes) {
        return Quantity.of(bytes, Format.BINARY_SI).toString();
    }
}
