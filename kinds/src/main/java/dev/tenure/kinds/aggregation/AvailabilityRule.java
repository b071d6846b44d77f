package dev.tenure.kinds.aggregation;

import dev.tenure.apiserver.aggregation.Backend;
import dev.tenure.kinds.custom.Conditions.Condition;
import dev.tenure.model.meta.Quoted;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.ObjectNode;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.StreamSupport;

/// Whether a backend can be asked, by what is stored of its service. Pure. Upstream:
/// kube-aggregator/pkg/controllers/status/remote/remote_available_controller.go.
final class AvailabilityRule {
    /// What is known.
    sealed interface Finding {
        /// It has to be asked itself.
        record Ask() implements Finding {}

        /// It cannot be.
        record Missing(Condition condition) implements Finding {}
    }

    private AvailabilityRule() {}

    /// @param service as it is stored, if it is
    /// @param slices of its endpoints
    static Finding of(Backend.Service wanted, Optional<ObjectNode> service, List<ObjectNode> slices) {
        String named = "service/%s in %s".formatted(wanted.name(), Quoted.of(wanted.namespace()));
        if (service.isEmpty()) {
            return missing("ServiceNotFound", named + " is not present");
        }
        JsonNode spec = service.get().path("spec");
        if (!spec.path("type").asText("ClusterIP").equals("ClusterIP")) {
            return new Finding.Ask();
        }
        Optional<JsonNode> port = StreamSupport.stream(spec.path("ports").spliterator(), false)
                .filter(one -> one.path("port").asInt() == wanted.port())
                .findFirst();
        if (port.isEmpty()) {
            return missing("ServicePortError", "%s is not listening on port %d".formatted(named, wanted.port()));
        }
        if (slices.isEmpty()) {
            return missing("EndpointsNotFound", "cannot find endpointslices for " + named);
        }
        String name = port.get().path("name").asText("");
        if (slices.stream().noneMatch(slice -> offers(slice, name))) {
            return missing(
                    "MissingEndpoints",
                    "endpointslices for %s have no addresses with port name %s".formatted(named, Quoted.of(name)));
        }
        return new Finding.Ask();
    }

    private static Finding missing(String reason, String message) {
        return new Finding.Missing(new Condition(RegistrationParser.AVAILABLE, "False", reason, message));
    }

    private static boolean offers(ObjectNode slice, String port) {
        return any(
                        slice.path("endpoints"),
                        one -> one.path("conditions").path("ready").asBoolean(true))
                && any(
                        slice.path("ports"),
                        one -> one.hasNonNull("port")
                                && one.path("name").asText("").equals(port));
    }

    private static boolean any(JsonNode list, Predicate<JsonNode> fits) {
        return StreamSupport.stream(list.spliterator(), false).anyMatch(fits);
    }
}
