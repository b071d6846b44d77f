package dev.tenure.kinds.batch;

import com.google.re2j.Pattern;
import dev.tenure.apiserver.registry.FieldError;
import dev.tenure.apiserver.registry.FieldErrors;
import dev.tenure.apiserver.registry.NameFormat;
import dev.tenure.apiserver.registry.field.Field;
import dev.tenure.apiserver.registry.field.Names;
import dev.tenure.apiserver.registry.field.Path;
import dev.tenure.apiserver.registry.field.PrintedSelector;
import dev.tenure.apiserver.registry.field.SameValue;
import dev.tenure.apiserver.registry.field.Trees;
import dev.tenure.apiserver.registry.meta.ObjectMetaValidation;
import dev.tenure.apiserver.registry.meta.PlainKind;
import dev.tenure.kinds.podspec.DisabledFields;
import dev.tenure.kinds.podspec.PodOptions;
import dev.tenure.rules.cron.CronSchedule;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.MissingNode;
import dev.tenure.wire.json.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Cron jobs.
public final class CronJobStrategy implements PlainKind {
    /// A job's name is this long at most, less eleven characters for the time in it.
    private static final int NAME_MAX = 52;

    private static final Pattern ZONE_PART = Pattern.compile("[A-Za-z.\\-_0-9+]{1,14}");

    private final boolean comparisonOperators;

    /// @param comparisonOperators whether tolerations may use Lt and Gt
    public CronJobStrategy(boolean comparisonOperators) {
        this.comparisonOperators = comparisonOperators;
    }

    @Override
    public void setDefaults(ObjectNode cron) {
        ObjectNode spec = Trees.object(cron, "spec");
        Trees.fill(spec, "concurrencyPolicy", "Allow");
        Trees.fill(spec, "suspend", false);
        Trees.fill(spec, "successfulJobsHistoryLimit", 3);
        Trees.fill(spec, "failedJobsHistoryLimit", 1);
        JobStrategy.template(Trees.object(Trees.object(spec, "jobTemplate"), "spec"));
    }

    @Override
    public void prepareForCreate(ObjectNode cron) {
        cron.putObject("status");
        DisabledFields.dropInTemplate(cron.path("spec").path("jobTemplate"));
    }

    @Override
    public void prepareForUpdate(ObjectNode next, ObjectNode old, String subresource) {
        PlainKind.super.prepareForUpdate(next, old, subresource);
        DisabledFields.dropInTemplate(
                next.path("spec").path("jobTemplate"), old.path("spec").path("jobTemplate"));
    }

    @Override
    public void validate(ObjectNode cron, FieldErrors errors) {
        Field root = Field.root(cron, errors);
        ObjectMetaValidation.object(root.at("metadata"), NameFormat.DNS_SUBDOMAIN);
        spec(root.at("spec"), MissingNode.INSTANCE, PodOptions.fresh(comparisonOperators));
        if (root.at("metadata", "name").isLongerThan(NAME_MAX)) {
            root.at("metadata", "name").invalidText(Names.tooLong(NAME_MAX));
        }
    }

    @Override
    public void validateUpdate(ObjectNode next, ObjectNode old, String subresource, FieldErrors errors) {
        if (!subresource.isEmpty()) {
            return;
        }
        Field root = Field.root(next, errors);
        JsonNode before = old.path("spec").path("jobTemplate").path("spec").path("template");
        ObjectMetaValidation.update(next, old, errors);
        spec(
                root.at("spec"),
                old.path("spec"),
                PodOptions.of(comparisonOperators, before.path("spec"), before.path("metadata")));
    }

    /// @param old the old spec; absent for a new object
    private static void spec(Field spec, JsonNode old, PodOptions options) {
        Field schedule = spec.at("schedule");
        Field zone = spec.at("timeZone");
        if (schedule.isEmpty()) {
            schedule.required();
        } else {
            format(schedule, zone, old.path("schedule").asText("").contains("TZ"));
        }
        count(spec.at("startingDeadlineSeconds"));
        if (zone.isSet() && !SameValue.same(zone.node(), old.path("timeZone"))) {
            zone(zone);
        }
        spec.at("concurrencyPolicy").mustBeGivenAndOneOf("Allow", "Forbid", "Replace");
        Field job = spec.at("jobTemplate", "spec");
        JobValidation.check(job, options);
        if (job.at("selector").isSet()) {
            job.at("selector")
                    .invalid(PrintedSelector.of(job.at("selector").node()), "`selector` will be auto-generated");
        }
        if (job.at("manualSelector").flag()) {
            job.errors()
                    .add(
                            FieldError.Type.NOT_SUPPORTED,
                            job.at("manualSelector").path().text(),
                            Optional.of(job.at("manualSelector").node()),
                            "supported values: \"nil\", \"false\"");
        }
        count(spec.at("successfulJobsHistoryLimit"));
        count(spec.at("failedJobsHistoryLimit"));
    }

    private static void count(Field count) {
        if (count.isSet()) {
            count.mustNotBeNegative();
        }
    }

    private static void format(Field schedule, Field zone, boolean zoneAllowed) {
        CronSchedule.fault(schedule.text()).ifPresent(schedule::invalidText);
        boolean named = schedule.text().contains("TZ");
        if (named && !zoneAllowed) {
            schedule.invalidText("cannot use TZ or CRON_TZ in schedule, use timeZone field instead");
        } else if (named && zone.isSet()) {
            schedule.invalidText("cannot use both timeZone field and TZ or CRON_TZ in schedule");
        }
    }

    private static void zone(Field zone) {
        if (zone.isEmpty()) {
            zone.invalidText("timeZone must be nil or non-empty string");
            return;
        }
        String unknown = "unknown time zone " + zone.text();
        for (String part : zone.text().split("/", -1)) {
            boolean bad = part.equals(".")
                    || part.equals("..")
                    || part.startsWith("-")
                    || !ZONE_PART.matcher(part).matches();
            if (bad) {
                zone.invalidText(unknown);
                return;
            }
        }
        if (zone.text().equalsIgnoreCase("Local")) {
            zone.invalidText("timeZone must be an explicit time zone as defined in https://www.iana.org/time-zones");
        }
        if (CronSchedule.zone(zone.text()).isEmpty()) {
            zone.invalidText(unknown);
        }
    }

    @Override
    public List<String> warnings(ObjectNode cron, Optional<ObjectNode> old) {
        List<String> warnings = new ArrayList<>();
        JsonNode spec = cron.path("spec");
        if (old.isEmpty()) {
            List<String> complaints =
                    Names.dnsLabel(cron.path("metadata").path("name").asText());
            if (!complaints.isEmpty()) {
                warnings.add(JobStrategy.nameWarning(complaints));
            }
        }
        boolean same = old.isPresent() && SameValue.same(spec, old.get().path("spec"));
        if (!same) {
            Path path = Path.ROOT.child("spec", "jobTemplate", "spec");
            warnings.addAll(
                    JobStrategy.specWarnings(path, spec.path("jobTemplate").path("spec")));
        }
        if (old.isPresent() && spec.path("schedule").asText().contains("TZ")) {
            warnings.add("cannot use TZ or CRON_TZ in spec.spec.schedule, use timeZone instead, see"
                    + " https://kubernetes.io/docs/concepts/workloads/controllers/cron-jobs/ for more details");
        }
        return warnings;
    }
}
