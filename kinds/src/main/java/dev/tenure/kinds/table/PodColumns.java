package dev.tenure.kinds.table;

import dev.tenure.apiserver.table.CellText;
import dev.tenure.apiserver.table.Cells;
import dev.tenure.apiserver.table.Column;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.ObjectNode;
import dev.tenure.wire.json.TextNode;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// The table of pods. Upstream: printers/internalversion (printPod).
final class PodColumns {
    static final List<Column> ALL = List.of(
            CellText.name(),
            CellText.text("Ready", pod -> new Summary(pod).ready()),
            CellText.text("Status", pod -> new Summary(pod).reason()),
            new Column("Restarts", "string", "", 0, (pod, now) -> TextNode.valueOf(new Summary(pod).restarts(now))),
            CellText.age(),
            CellText.wide("IP", pod -> CellText.or(address(pod), CellText.NONE)),
            CellText.wide(
                    "Node", pod -> CellText.or(Cells.at(pod, "spec", "nodeName").asText(""), CellText.NONE)),
            CellText.wide(
                    "Nominated Node",
                    pod -> CellText.or(
                            Cells.at(pod, "status", "nominatedNodeName").asText(""), CellText.NONE)),
            CellText.wide("Readiness Gates", PodColumns::gates));

    private PodColumns() {}

    private static String address(ObjectNode pod) {
        return pod.path("status").path("podIPs").path(0).path("ip").asText("");
    }

    private static String gates(ObjectNode pod) {
        JsonNode gates = Cells.at(pod, "spec", "readinessGates");
        if (gates.isEmpty()) {
            return CellText.NONE;
        }
        Map<String, Boolean> conditions = new HashMap<>();
        for (JsonNode condition : Cells.at(pod, "status", "conditions")) {
            boolean holds = condition.path("status").asText().equals("True");
            conditions.putIfAbsent(condition.path("type").asText(), holds);
        }
        int met = 0;
        for (JsonNode gate : gates) {
            met += conditions.getOrDefault(gate.path("conditionType").asText(), false) ? 1 : 0;
        }
        return met + "/" + gates.size();
    }

    private static boolean conditionIsTrue(ObjectNode pod, String type) {
        for (JsonNode condition : Cells.at(pod, "status", "conditions")) {
            if (condition.path("type").asText().equals(type)) {
                return condition.path("status").asText().equals("True");
            }
        }
        return false;
    }

    /// What a pod's containers come to.
    private static final class Summary {
        private static final String COMPLETED = "Completed";

        private final ObjectNode pod;
        private final Set<String> sidecars = new HashSet<>();
        private String reason;
        private int ready;
        private long restarts;
        private long sidecarRestarts;
        private String lastEnd = "";
        private String lastSidecarEnd = "";

        private Summary(ObjectNode pod) {
            this.pod = pod;
            JsonNode status = pod.path("status");
            this.reason = CellText.or(
                    status.path("reason").asText(""), status.path("phase").asText(""));
            for (JsonNode init : Cells.at(pod, "spec", "initContainers")) {
                if (init.path("restartPolicy").asText("").equals("Always")) {
                    sidecars.add(init.path("name").asText());
                }
            }
            if (gated()) {
                reason = "SchedulingGated";
            }
            boolean initializing = initContainers();
            if (!initializing || conditionIsTrue(pod, "Initialized")) {
                containers();
            }
            leaving();
        }

        private boolean gated() {
            for (JsonNode condition : Cells.at(pod, "status", "conditions")) {
                if (condition.path("type").asText().equals("PodScheduled")
                        && condition.path("reason").asText().equals("SchedulingGated")) {
                    return true;
                }
            }
            return false;
        }

        /// Whether an init container is still under way.
        private boolean initContainers() {
            int number = 0;
            int all = Cells.at(pod, "spec", "initContainers").size();
            for (JsonNode status : Cells.at(pod, "status", "initContainerStatuses")) {
                restarts += status.path("restartCount").asInt();
                lastEnd = later(lastEnd, ended(status));
                boolean sidecar = sidecars.contains(status.path("name").asText());
                if (sidecar) {
                    sidecarRestarts += status.path("restartCount").asInt();
                    lastSidecarEnd = later(lastSidecarEnd, ended(status));
                }
                boolean runs = sidecar && status.path("started").asBoolean();
                if (runs && status.path("ready").asBoolean()) {
                    ready++;
                }
                JsonNode terminated = Cells.at(status, "state", "terminated");
                boolean done =
                        terminated.isObject() && terminated.path("exitCode").asInt() == 0;
                if (!done && !runs) {
                    reason = "Init:" + underWay(status, terminated, number + "/" + all);
                    return true;
                }
                number++;
            }
            return false;
        }

        private static String underWay(JsonNode status, JsonNode terminated, String progress) {
            if (terminated.isObject()) {
                return end(terminated);
            }
            String waiting = Cells.at(status, "state", "waiting", "reason").asText("");
            return waiting.isEmpty() || waiting.equals("PodInitializing") ? progress : waiting;
        }

        private static String end(JsonNode terminated) {
            String why = terminated.path("reason").asText("");
            if (!why.isEmpty()) {
                return why;
            }
            int signal = terminated.path("signal").asInt();
            return signal != 0
                    ? "Signal:" + signal
                    : "ExitCode:" + terminated.path("exitCode").asInt();
        }

        private void containers() {
            restarts = sidecarRestarts;
            lastEnd = lastSidecarEnd;
            boolean anyRuns = false;
            JsonNode statuses = Cells.at(pod, "status", "containerStatuses");
            for (int i = statuses.size() - 1; i >= 0; i--) {
                JsonNode status = statuses.get(i);
                restarts += status.path("restartCount").asInt();
                lastEnd = later(lastEnd, ended(status));
                JsonNode state = status.path("state");
                String waiting = Cells.at(state, "waiting", "reason").asText("");
                if (!waiting.isEmpty()) {
                    reason = waiting;
                } else if (state.path("terminated").isObject()) {
                    reason = end(state.path("terminated"));
                } else if (status.path("ready").asBoolean()
                        && state.path("running").isObject()) {
                    anyRuns = true;
                    ready++;
                }
            }
            if (reason.equals(COMPLETED) && anyRuns) {
                reason = conditionIsTrue(pod, "Ready") ? "Running" : "NotReady";
            }
        }

        private void leaving() {
            if (!pod.path("metadata").has("deletionTimestamp")) {
                return;
            }
            String phase = Cells.at(pod, "status", "phase").asText("");
            if (Cells.at(pod, "status", "reason").asText("").equals("NodeLost")) {
                reason = "Unknown";
            } else if (!phase.equals("Succeeded") && !phase.equals("Failed")) {
                reason = "Terminating";
            }
        }

        private static String ended(JsonNode status) {
            return Cells.at(status, "lastState", "terminated", "finishedAt").asText("");
        }

        /// Moments of one form compare as texts.
        private static String later(String a, String b) {
            return a.compareTo(b) >= 0 ? a : b;
        }

        String ready() {
            return ready + "/" + (Cells.at(pod, "spec", "containers").size() + sidecars.size());
        }

        String reason() {
            return reason;
        }

        String restarts(Instant now) {
            return restarts == 0 || lastEnd.isEmpty()
                    ? String.valueOf(restarts)
                    : restarts + " (" + Cells.age(lastEnd, now) + " ago)";
        }
    }
}
