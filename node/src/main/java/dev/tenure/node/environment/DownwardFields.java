package dev.tenure.node.environment;

import dev.tenure.kubelet.pod.ConfigException;
import dev.tenure.model.core.ResourceList;
import dev.tenure.model.quantity.Quantity;
import dev.tenure.wire.json.JsonNode;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/// Fields of a pod that its containers may read. Upstream: pkg/fieldpath/fieldpath.go, pkg/api/v1/resource.
///
/// @param pod the whole document
/// @param podIps empty while the pod has none
/// @param host what the pod's node is to it
/// @param nowSeconds the moment of reading, since 1970
public record DownwardFields(JsonNode pod, List<String> podIps, Host host, long nowSeconds) {
    /// What a pod as a whole may be limited in, among what its containers may read.
    private static final Set<String> OF_PODS = Set.of("cpu", "memory");

    /// @param allocatable what stands for a limit that is not set
    public record Host(String address, ResourceList allocatable) {}

    public DownwardFields {
        podIps = List.copyOf(podIps);
    }

    /// The value of a `fieldRef`.
    ///
    /// @param path for example `metadata.labels['app']`
    /// @throws ConfigException when there is no such field
    public String field(String path) {
        JsonNode meta = pod.path("metadata");
        Optional<String> subscript = subscript(path);
        if (subscript.isPresent()) {
            String map = path.substring("metadata.".length(), path.indexOf('['));
            return meta.path(map).path(subscript.get()).asText("");
        }
        return switch (path) {
            case "metadata.name", "metadata.namespace", "metadata.uid" ->
                meta.path(path.substring("metadata.".length())).asText("");
            case "metadata.labels", "metadata.annotations" -> lines(meta.path(path.substring("metadata.".length())));
            case "spec.nodeName", "spec.serviceAccountName" ->
                pod.path("spec").path(path.substring("spec.".length())).asText("");
            case "status.hostIP", "status.hostIPs" -> host.address();
            case "status.podIP" -> podIps.isEmpty() ? "" : podIps.getFirst();
            case "status.podIPs" -> String.join(",", podIps);
            default -> throw new ConfigException("unsupported fieldPath: " + path);
        };
    }

    private static Optional<String> subscript(String path) {
        boolean fits = (path.startsWith("metadata.labels['") || path.startsWith("metadata.annotations['"))
                && path.endsWith("']");
        return fits ? Optional.of(path.substring(path.indexOf("['") + 2, path.length() - 2)) : Optional.empty();
    }

    private static String lines(JsonNode map) {
        var sorted = new TreeMap<String, String>();
        map.properties()
                .forEach(entry -> sorted.put(entry.getKey(), entry.getValue().asText()));
        var lines = new ArrayList<String>();
        sorted.forEach((key, value) -> lines.add("%s=\"%s\""
                .formatted(
                        key, value.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n"))));
        return String.join("\n", lines);
    }

    /// The value of a `resourceFieldRef`, rounded up to whole divisors.
    ///
    /// @param container where it is read when the reference names no other
    public String resource(JsonNode reference, String container) {
        String name = reference.path("containerName").asText(container);
        String[] parts = reference.path("resource").asText("").split("\\.", 2);
        if (parts.length != 2) {
            throw new ConfigException("unsupported container resource: "
                    + reference.path("resource").asText(""));
        }
        JsonNode resources = container(name).path("resources");
        JsonNode written = resources.path(parts[0]).path(parts[1]);
        Quantity own = written.isMissingNode() ? Quantity.ZERO : Quantity.parse(written.asText());
        Quantity amount = parts[0].equals("limits") && own.amount().signum() == 0 ? limit(parts[1]) : own;
        String divisor = reference.path("divisor").asText("0");
        Quantity unit = divisor.equals("0") ? Quantity.parse("1") : Quantity.parse(divisor);
        return amount.amount()
                .divide(unit.amount(), 0, RoundingMode.CEILING)
                .toBigInteger()
                .toString();
    }

    /// What a container without a limit may use: as much as its pod, else as its node.
    private Quantity limit(String resource) {
        JsonNode ofPod = pod.path("spec").path("resources").path("limits").path(resource);
        Quantity written =
                OF_PODS.contains(resource) && !ofPod.isMissingNode() ? Quantity.parse(ofPod.asText()) : Quantity.ZERO;
        return written.amount().signum() == 0 ? host.allocatable().get(resource) : written;
    }

    private JsonNode container(String name) {
        for (String list : List.of("containers", "initContainers", "ephemeralContainers")) {
            for (JsonNode container : pod.path("spec").path(list)) {
                if (container.path("name").asText("").equals(name)) {
                    return container;
                }
            }
        }
        throw new ConfigException("container %s not found".formatted(name));
    }
}
