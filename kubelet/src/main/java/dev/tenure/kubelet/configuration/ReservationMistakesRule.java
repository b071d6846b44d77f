package dev.tenure.kubelet.configuration;

import dev.tenure.model.quantity.Quantity;
import dev.tenure.model.quantity.QuantityFormatException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// What the kubelet refuses of `systemReserved`, `kubeReserved` and `enforceNodeAllocatable`. Upstream:
/// cmd/kubelet/app/server.go, apis/config/validation.
final class ReservationMistakesRule {
    private static final Set<String> RESERVABLE = Set.of("cpu", "memory", "ephemeral-storage", "pid");
    private static final String NONE = "none";
    private static final List<String> ENFORCED = List.of(
            "pods",
            "system-reserved",
            "system-reserved-compressible",
            "kube-reserved",
            "kube-reserved-compressible",
            NONE);

    private ReservationMistakesRule() {}

    static List<Mistake> check(KubeletConfiguration configuration) {
        var mistakes = new ArrayList<Mistake>();
        reserved("systemReserved", configuration.systemReserved(), mistakes);
        reserved("kubeReserved", configuration.kubeReserved(), mistakes);
        enforced(configuration.thresholds().enforceNodeAllocatable(), mistakes);
        return mistakes;
    }

    private static void reserved(String map, Map<String, String> amounts, List<Mistake> mistakes) {
        amounts.forEach((name, text) -> {
            String problem = "";
            if (!RESERVABLE.contains(name)) {
                problem = "cannot reserve \"%s\" resource".formatted(name);
            } else {
                try {
                    if (Quantity.parse(text).sign() < 0) {
                        problem = "resource quantity for \"%s\" cannot be negative: %s".formatted(name, text);
                    }
                } catch (QuantityFormatException e) {
                    problem = "\"%s\" is no amount (%s)".formatted(text, e.getMessage());
                }
            }
            if (!problem.isEmpty()) {
                mistakes.add(
                        new Mistake("invalid-reservation", map + "." + name, "the kubelet does not start: " + problem));
            }
        });
    }

    private static void enforced(List<String> words, List<Mistake> mistakes) {
        var seen = new HashSet<String>();
        for (String word : words) {
            String problem = "";
            if (!ENFORCED.contains(word)) {
                problem = "\"%s\" is none of %s".formatted(word, String.join(", ", ENFORCED));
            } else if (!seen.add(word)) {
                problem = "\"%s\" stands twice".formatted(word);
            } else if (word.equals(NONE) && words.size() > 1) {
                problem = "\"none\" must stand alone";
            }
            if (!problem.isEmpty()) {
                mistakes.add(new Mistake(
                        "invalid-value", "enforceNodeAllocatable", "the kubelet does not start: " + problem));
            }
        }
    }
}
