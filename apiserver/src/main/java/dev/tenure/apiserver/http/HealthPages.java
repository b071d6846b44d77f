package dev.tenure.apiserver.http;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/// `/healthz`, `/livez` and `/readyz` with their sub-paths.
final class HealthPages {
    static final int ROOT_CHARS_MAX = "/healthz".length();
    private static final List<String> ROOTS = List.of("healthz", "livez", "readyz");

    private static final String READY = "readyz";

    private final Map<String, BooleanSupplier> checks;
    private final Map<String, BooleanSupplier> readiness;

    /// @param code 200 or 500
    record Answer(int code, String text) {}

    /// @param checks by name, in the order in which they are shown; none may block, for the threads of the socket ask
    /// @param readiness further ones of `/readyz` alone: a server that cannot take new objects lives all the same
    HealthPages(Map<String, BooleanSupplier> checks, Map<String, BooleanSupplier> readiness) {
        this.checks = new LinkedHashMap<>(checks);
        this.readiness = new LinkedHashMap<>(checks);
        this.readiness.putAll(readiness);
    }

    /// Whether the path is one of the three that probes ask for.
    static boolean isRoot(String path) {
        return path.length() > 1 && ROOTS.contains(path.substring(1));
    }

    /// @return empty when the path is not one of health
    Optional<Answer> answer(String path, boolean verbose, List<String> excluded) {
        String[] parts = path.split("/");
        if (parts.length < 2 || parts.length > 3 || !ROOTS.contains(parts[1])) {
            return Optional.empty();
        }
        if (parts.length == 2) {
            return Optional.of(all(parts[1], verbose, excluded));
        }
        BooleanSupplier check = of(parts[1]).get(parts[2]);
        return Optional.ofNullable(check)
                .map(c -> c.getAsBoolean()
                        ? new Answer(200, "ok")
                        : new Answer(500, "internal server error: " + parts[2] + " failed\n"));
    }

    private Map<String, BooleanSupplier> of(String root) {
        return root.equals(READY) ? readiness : checks;
    }

    private Answer all(String root, boolean verbose, List<String> excluded) {
        var lines = new StringBuilder();
        boolean good = true;
        for (var check : of(root).entrySet()) {
            if (excluded.contains(check.getKey())) {
                lines.append("[+]").append(check.getKey()).append(" excluded: ok\n");
                continue;
            }
            boolean ok = check.getValue().getAsBoolean();
            good &= ok;
            lines.append(ok ? "[+]" : "[-]").append(check.getKey()).append(ok ? " ok\n" : " failed: reason withheld\n");
        }
        if (!good) {
            return new Answer(500, lines.append(root).append(" check failed\n").toString());
        }
        return new Answer(
                200, verbose ? lines.append(root).append(" check passed\n").toString() : "ok");
    }
}
