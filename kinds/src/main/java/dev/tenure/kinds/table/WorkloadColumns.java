package dev.tenure.kinds.table;

import dev.tenure.apiserver.table.CellText;
import dev.tenure.apiserver.table.Cells;
import dev.tenure.apiserver.table.Column;
import dev.tenure.wire.json.BooleanNode;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.NumberNode;
import dev.tenure.wire.json.ObjectNode;
import dev.tenure.wire.json.TextNode;
import dev.tenure.wire.view.Views;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/// The tables of workloads. Upstream: printers/internalversion (printDeployment, printReplicaSet, …).
final class WorkloadColumns {
    static final List<Column> DEPLOYMENTS = withSelector(
            List.of(
                    CellText.name(),
                    CellText.text("Ready", WorkloadColumns::readyOfWanted),
                    labelled("Up-to-date", "status", "updatedReplicas"),
                    labelled("Available", "status", "availableReplicas"),
                    CellText.age()),
            WorkloadColumns::deploymentSelector);

    static final List<Column> REPLICA_SETS = with(
            List.of(
                    CellText.name(),
                    CellText.number("Desired", "spec", "replicas"),
                    CellText.number("Current", "status", "replicas"),
                    CellText.number("Ready", "status", "readyReplicas"),
                    CellText.age()),
            true);

    static final List<Column> DAEMON_SETS = with(
            List.of(
                    CellText.name(),
                    CellText.number("Desired", "status", "desiredNumberScheduled"),
                    CellText.number("Current", "status", "currentNumberScheduled"),
                    CellText.number("Ready", "status", "numberReady"),
                    CellText.number("Up-to-date", "status", "updatedNumberScheduled"),
                    CellText.number("Available", "status", "numberAvailable"),
                    CellText.text(
                            "Node Selector",
                            set -> CellText.labels(Cells.at(set, "spec", "template", "spec", "nodeSelector"))),
                    CellText.age()),
            true);

    static final List<Column> STATEFUL_SETS = with(
            List.of(CellText.name(), CellText.text("Ready", WorkloadColumns::readyOfWanted), CellText.age()), false);

    static final List<Column> JOBS = with(
            List.of(
                    CellText.name(),
                    CellText.text("Status", WorkloadColumns::jobStatus),
                    CellText.text("Completions", WorkloadColumns::completions),
                    new Column("Duration", "string", "", 0, (job, now) -> TextNode.valueOf(duration(job, now))),
                    CellText.age()),
            true);

    static final List<Column> CRON_JOBS = cronJobs();

    static final List<Column> POD_TEMPLATES = List.of(
            CellText.name(),
            CellText.text("Containers", template -> CellText.containers(Cells.at(template, "template", "spec"))),
            CellText.text("Images", template -> CellText.images(Cells.at(template, "template", "spec"))),
            CellText.text(
                    "Pod Labels", template -> CellText.labels(Cells.at(template, "template", "metadata", "labels"))));

    private WorkloadColumns() {}

    private static List<Column> cronJobs() {
        var columns = new ArrayList<>(List.of(
                CellText.name(),
                CellText.text(
                        "Schedule", job -> Cells.at(job, "spec", "schedule").asText()),
                CellText.text(
                        "Timezone",
                        job -> CellText.or(Cells.at(job, "spec", "timeZone").asText(""), CellText.NONE)),
                new Column("Suspend", "boolean", "", 0, (job, _) -> TextNode.valueOf(suspended(job))),
                new Column(
                        "Active",
                        "integer",
                        "",
                        0,
                        (job, _) -> NumberNode.valueOf(
                                Cells.at(job, "status", "active").size())),
                new Column("Last Schedule", "string", "", 0, (job, now) -> {
                    String last = Cells.at(job, "status", "lastScheduleTime").asText("");
                    return TextNode.valueOf(last.isEmpty() ? CellText.NONE : Cells.age(last, now));
                }),
                CellText.age()));
        columns.add(CellText.wide("Containers", job -> CellText.containers(jobPod(job))));
        columns.add(CellText.wide("Images", job -> CellText.images(jobPod(job))));
        columns.add(CellText.wide("Selector", job -> {
            JsonNode selector = Cells.at(job, "spec", "jobTemplate", "spec", "selector");
            return selector.isMissingNode() ? CellText.NONE : CellText.selector(selector);
        }));
        return List.copyOf(columns);
    }

    private static String suspended(ObjectNode job) {
        JsonNode suspend = Cells.at(job, "spec", "suspend");
        return suspend.isMissingNode() ? CellText.UNSET : suspend.asBoolean() ? "True" : "False";
    }

    private static JsonNode jobPod(ObjectNode job) {
        return Cells.at(job, "spec", "jobTemplate", "spec", "template", "spec");
    }

    /// Columns of the wide form that all workloads have.
    private static List<Column> with(List<Column> own, boolean selector) {
        if (selector) {
            return withSelector(own, WorkloadColumns::selector);
        }
        var columns = new ArrayList<>(own);
        columns.add(CellText.wide("Containers", set -> CellText.containers(Cells.at(set, "spec", "template", "spec"))));
        columns.add(CellText.wide("Images", set -> CellText.images(Cells.at(set, "spec", "template", "spec"))));
        return List.copyOf(columns);
    }

    private static List<Column> withSelector(List<Column> own, Function<ObjectNode, String> selector) {
        var columns = new ArrayList<>(with(own, false));
        columns.add(CellText.wide("Selector", selector));
        return List.copyOf(columns);
    }

    /// A selector that selects everything or nothing is an empty text here, and `<none>` in the tables of
    /// other workloads.
    private static String deploymentSelector(ObjectNode deployment) {
        return Views.selector(Cells.at(deployment, "spec", "selector")).toString();
    }

    private static String selector(ObjectNode set) {
        JsonNode selector = Cells.at(set, "spec", "selector");
        boolean plain = !selector.has("matchLabels") && !selector.has("matchExpressions");
        return plain ? CellText.labels(selector) : CellText.selector(selector);
    }

    /// A number whose column counts as text, as upstream has it.
    private static Column labelled(String title, String... path) {
        return new Column(
                title,
                "string",
                "",
                0,
                (o, _) -> NumberNode.valueOf(Cells.at(o, path).asInt(0)));
    }

    private static String readyOfWanted(ObjectNode set) {
        return Cells.at(set, "status", "readyReplicas").asInt(0) + "/"
                + Cells.at(set, "spec", "replicas").asInt(0);
    }

    private static String jobStatus(ObjectNode job) {
        if (conditionIsTrue(job, "Complete")) {
            return "Complete";
        }
        if (conditionIsTrue(job, "Failed")) {
            return "Failed";
        }
        if (job.path("metadata").has("deletionTimestamp")) {
            return "Terminating";
        }
        if (conditionIsTrue(job, "Suspended")) {
            return "Suspended";
        }
        if (conditionIsTrue(job, "FailureTarget")) {
            return "FailureTarget";
        }
        return conditionIsTrue(job, "SuccessCriteriaMet") ? "SuccessCriteriaMet" : "Running";
    }

    private static boolean conditionIsTrue(ObjectNode object, String type) {
        for (JsonNode condition : Cells.at(object, "status", "conditions")) {
            if (condition.path("type").asText().equals(type)) {
                return condition.path("status").asText().equals("True");
            }
        }
        return false;
    }

    private static String completions(ObjectNode job) {
        int succeeded = Cells.at(job, "status", "succeeded").asInt(0);
        JsonNode wanted = Cells.at(job, "spec", "completions");
        if (!wanted.isMissingNode()) {
            return succeeded + "/" + wanted.asInt();
        }
        int parallel = Cells.at(job, "spec", "parallelism").asInt(0);
        return parallel > 1 ? succeeded + "/1 of " + parallel : succeeded + "/1";
    }

    private static String duration(ObjectNode job, Instant now) {
        String start = Cells.at(job, "status", "startTime").asText("");
        if (start.isEmpty()) {
            return "";
        }
        String end = Cells.at(job, "status", "completionTime").asText("");
        Instant until = end.isEmpty() ? now : Instant.parse(end);
        return Cells.age(Duration.between(Instant.parse(start), until));
    }

    static Column flag(String title, String... path) {
        return new Column(
                title,
                "boolean",
                "",
                0,
                (o, _) -> BooleanNode.valueOf(Cells.at(o, path).asBoolean()));
    }
}
