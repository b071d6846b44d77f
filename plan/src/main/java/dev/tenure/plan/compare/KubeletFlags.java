package dev.tenure.plan.compare;

import dev.tenure.kubelet.configuration.KubeletFile;
import dev.tenure.kubelet.configuration.Mistake;
import dev.tenure.kubelet.eviction.threshold.FlagParser;
import dev.tenure.kubelet.eviction.threshold.ThresholdException;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.ObjectNode;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

/// The kubelet's flags of eviction, written over a KubeletConfiguration as the kubelet does it.
final class KubeletFlags {
    static final String KIND = "KubeletConfiguration";
    static final String NOTE =
            "nodes offer their capacity less hard thresholds and reservations of the KubeletConfiguration;"
                    + " what they use is what annotations usage.simulation.tenure.dev/ declare";
    private static final String HARD = "eviction-hard";
    private static final String SOFT = "eviction-soft";
    private static final String GRACE = "eviction-soft-grace-period";
    private static final String RECLAIM = "eviction-minimum-reclaim";
    private static final String POD_GRACE = "eviction-max-pod-grace-period";
    private static final String TRANSITION = "eviction-pressure-transition-period";

    static final List<String> NAMES = List.of(HARD, SOFT, GRACE, RECLAIM, POD_GRACE, TRANSITION);

    private KubeletFlags() {}

    /// The configuration with the flag; empty when the kubelet has no such flag here.
    ///
    /// @throws IllegalArgumentException when the value is not one of it
    static Optional<JsonNode> over(Optional<JsonNode> before, String name, String value) {
        if (!NAMES.contains(name)) {
            return Optional.empty();
        }
        ObjectNode fields = before.map(given -> (ObjectNode) given.deepCopy()).orElseGet(KubeletFlags::empty);
        try {
            switch (name) {
                case HARD -> set(fields, "evictionHard", FlagParser.thresholds(List.of(value)));
                case SOFT -> set(fields, "evictionSoft", FlagParser.thresholds(List.of(value)));
                case GRACE -> set(fields, "evictionSoftGracePeriod", FlagParser.assignments(List.of(value)));
                case RECLAIM -> set(fields, "evictionMinimumReclaim", FlagParser.assignments(List.of(value)));
                case POD_GRACE -> fields.put("evictionMaxPodGracePeriod", Integer.parseInt(value));
                default -> fields.put("evictionPressureTransitionPeriod", value);
            }
        } catch (ThresholdException e) {
            throw new IllegalArgumentException(
                    "%s: \"%s\" is not valid: %s, for example %s"
                            .formatted(
                                    name,
                                    value,
                                    e.getMessage(),
                                    name.equals(HARD) || name.equals(SOFT)
                                            ? "memory.available<1Gi"
                                            : "memory.available=" + (name.equals(GRACE) ? "30s" : "500Mi")),
                    e);
        }
        return Optional.of(fields);
    }

    private static ObjectNode empty() {
        return Json.object().put("apiVersion", "kubelet.config.k8s.io/v1beta1").put("kind", KIND);
    }

    private static void set(ObjectNode fields, String name, Map<String, String> values) {
        ObjectNode map = fields.putObject(name);
        new TreeMap<>(values).forEach(map::put);
    }

    /// @throws IllegalArgumentException when a kubelet would not start with it, or would pass a field over
    static void requireValid(JsonNode fields) {
        List<Mistake> mistakes = KubeletFile.find(fields);
        if (!mistakes.isEmpty()) {
            throw new IllegalArgumentException(KIND + ": "
                    + mistakes.stream()
                            .map(each -> each.field().isEmpty() ? each.message() : each.field() + ": " + each.message())
                            .collect(Collectors.joining("; ")));
        }
    }
}
