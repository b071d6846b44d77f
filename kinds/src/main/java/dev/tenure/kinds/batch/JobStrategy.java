package dev.tenure.kinds.batch;

import dev.tenure.apiserver.registry.FieldErrors;
import dev.tenure.apiserver.registry.NameFormat;
import dev.tenure.apiserver.registry.field.Field;
import dev.tenure.apiserver.registry.field.InternalTypes;
import dev.tenure.apiserver.registry.field.Names;
import dev.tenure.apiserver.registry.field.Path;
import dev.tenure.apiserver.registry.field.SameValue;
import dev.tenure.apiserver.registry.field.Trees;
import dev.tenure.apiserver.registry.meta.ObjectMetaValidation;
import dev.tenure.apiserver.registry.meta.PlainKind;
import dev.tenure.kinds.podspec.DisabledFields;
import dev.tenure.kinds.podspec.PodOptions;
import dev.tenure.kinds.podspec.PodSpecDefaults;
import dev.tenure.kinds.podspec.warning.PodWarnings;
import dev.tenure.kinds.workload.WorkloadValidation;
import dev.tenure.model.meta.Quoted;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.MissingNode;
import dev.tenure.wire.json.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// Jobs.
public final class JobStrategy implements PlainKind {
    private static final Set<String> GENERATED =
            Set.of("job-name", "controller-uid", "batch.kubernetes.io/job-name", "batch.kubernetes.io/controller-uid");
    private static final String TEMPLATE = "template";
    private static final String PODS_STAY =
            "child pods are preserved by default when jobs are deleted; set propagationPolicy=Background to remove them"
                    + " or set propagationPolicy=Orphan to suppress this warning";

    private final boolean comparisonOperators;

    /// @param comparisonOperators whether tolerations may use Lt and Gt
    public JobStrategy(boolean comparisonOperators) {
        this.comparisonOperators = comparisonOperators;
    }

    @Override
    public String unknownField(String field) {
        return "field label %s not supported for Job".formatted(Quoted.of(field));
    }

    @Override
    public List<String> warningsOnDelete(boolean undecided) {
        return undecided ? List.of(PODS_STAY) : List.of();
    }

    @Override
    public void setDefaults(ObjectNode job) {
        ObjectNode spec = Trees.object(job, "spec");
        JsonNode labels = spec.path(TEMPLATE).path("metadata").path("labels");
        if (!spec.hasNonNull("completions") && !spec.hasNonNull("parallelism")) {
            spec.put("completions", 1);
        }
        Trees.fill(spec, "parallelism", 1);
        Trees.fill(spec, "backoffLimit", spec.hasNonNull("backoffLimitPerIndex") ? Integer.MAX_VALUE : 6);
        ObjectNode metadata = Trees.object(job, "metadata");
        if (!labels.isEmpty() && metadata.path("labels").isEmpty()) {
            // One map, as upstream: labels that are generated later show in both places.
            metadata.set("labels", labels);
        }
        if (!spec.hasNonNull("completionMode")) {
            spec.put("completionMode", "NonIndexed");
        }
        Trees.fill(spec, "suspend", false);
        boolean failurePolicy = spec.hasNonNull("podFailurePolicy");
        Trees.fillAbsent(spec, "podReplacementPolicy", failurePolicy ? "Failed" : "TerminatingOrFailed");
        Trees.fill(spec, "manualSelector", false);
        template(spec);
    }

    /// Fills in what a job has within a template of jobs, too.
    public static void template(ObjectNode spec) {
        for (ObjectNode rule : Trees.objects(spec.path("podFailurePolicy").path("rules"))) {
            Trees.objects(rule.path("onPodConditions")).forEach(one -> Trees.fill(one, "status", "True"));
        }
        Trees.object(Trees.object(spec, TEMPLATE), "spec");
        PodSpecDefaults.template(spec.path(TEMPLATE));
    }

    @Override
    public void prepareForCreate(ObjectNode job) {
        ObjectNode spec = Trees.object(job, "spec");
        if (!spec.path("manualSelector").asBoolean()) {
            generateSelector(job, spec);
        }
        job.putObject("status");
        DisabledFields.dropInTemplate(job);
    }

    @Override
    public void prepareForUpdate(ObjectNode next, ObjectNode old, String subresource) {
        PlainKind.super.prepareForUpdate(next, old, subresource);
        DisabledFields.dropInTemplate(next, old);
        if (subresource.equals("status")) {
            WorkloadValidation.labelLikeTemplate(next);
        }
    }

    private static void generateSelector(ObjectNode job, ObjectNode spec) {
        String name = job.path("metadata").path("name").asText("");
        String uid = job.path("metadata").path("uid").asText("");
        ObjectNode own = Trees.object(job, "metadata");
        ObjectNode labels = Trees.object(Trees.object(Trees.object(spec, TEMPLATE), "metadata"), "labels");
        for (String prefix : List.of("", "batch.kubernetes.io/")) {
            Trees.fill(labels, prefix + "job-name", name);
            Trees.fill(labels, prefix + "controller-uid", uid);
        }
        Trees.fill(
                Trees.object(Trees.object(spec, "selector"), "matchLabels"), "batch.kubernetes.io/controller-uid", uid);
        if (own.path("labels").isEmpty()) {
            own.set("labels", labels.deepCopy());
        }
    }

    @Override
    public void validate(ObjectNode job, FieldErrors errors) {
        Field root = Field.root(job, errors);
        Field metadata = root.at("metadata");
        ObjectMetaValidation.object(
                generatedLabels(metadata) ? withoutLabels(metadata) : metadata, NameFormat.DNS_SUBDOMAIN);
        check(root, PodOptions.fresh(comparisonOperators), true);
    }

    /// Whether all labels of a new job are generated: the template's are checked, and upstream lets these
    /// follow later.
    private static boolean generatedLabels(Field metadata) {
        Set<String> names = metadata.at("labels").entries().keySet();
        return !names.isEmpty() && names.stream().allMatch(GENERATED::contains);
    }

    private static Field withoutLabels(Field metadata) {
        ObjectNode bare = (ObjectNode) metadata.node().deepCopy();
        bare.remove("labels");
        return Field.of(metadata.path(), bare, metadata.errors());
    }

    private static void check(Field job, PodOptions options, boolean prefixed) {
        JobValidation.generatedSelector(job, prefixed);
        Field spec = job.at("spec");
        JobValidation.withSelector(spec, options);
        long completions = spec.at("completions").number();
        if (spec.at("completionMode").is("Indexed") && completions > 0) {
            Field name = job.at("metadata", "name");
            String last = name.text() + "-" + (completions - 1);
            if (!Names.dnsLabel(last).isEmpty()) {
                name.invalidText("will not able to create pod with invalid DNS label: " + last);
            }
        }
    }

    @Override
    public void validateUpdate(ObjectNode next, ObjectNode old, String subresource, FieldErrors errors) {
        Field job = Field.root(next, errors);
        if (subresource.equals("status")) {
            ObjectMetaValidation.update(next, old, errors);
            JobStatusValidation.check(job, old);
            return;
        }
        PodOptions options = WorkloadValidation.options(comparisonOperators, old);
        JsonNode labels = old.path("spec").path(TEMPLATE).path("metadata").path("labels");
        boolean prefixed =
                labels.has("batch.kubernetes.io/job-name") && labels.has("batch.kubernetes.io/controller-uid");
        ObjectMetaValidation.object(job.at("metadata"), NameFormat.DNS_SUBDOMAIN);
        check(job, options, prefixed);
        ObjectMetaValidation.update(next, old, errors);
        JobValidation.withSelector(job.at("spec"), options);
        step(job.at("spec"), old);
    }

    private static void step(Field spec, ObjectNode oldJob) {
        JsonNode old = oldJob.path("spec");
        completions(spec, old);
        WorkloadValidation.sameSelector(spec.at("selector"), old.path("selector"));
        templateStep(spec.at(TEMPLATE), oldJob);
        ObjectMetaValidation.immutable(spec.at("completionMode"), old.path("completionMode"));
        policy("PodFailurePolicy", spec.at("podFailurePolicy"), old.path("podFailurePolicy"));
        ObjectMetaValidation.immutable(spec.at("backoffLimitPerIndex"), old.path("backoffLimitPerIndex"));
        ObjectMetaValidation.immutable(spec.at("managedBy"), old.path("managedBy"));
        policy("SuccessPolicy", spec.at("successPolicy"), old.path("successPolicy"));
    }

    private static void policy(String type, Field policy, JsonNode old) {
        if (!SameValue.same(policy.node(), old)) {
            policy.invalid(
                    policy.isSet() ? InternalTypes.of(type, policy.given()) : policy.node(),
                    ObjectMetaValidation.IMMUTABLE);
        }
    }

    private static void completions(Field spec, JsonNode old) {
        Field completions = spec.at("completions");
        if (!spec.at("completionMode").is("Indexed")) {
            ObjectMetaValidation.immutable(completions, old.path("completions"));
        } else if (!SameValue.same(completions.node(), old.path("completions"))
                && completions.isSet()
                && completions.number() != spec.at("parallelism").number()) {
            completions.invalid("can only be modified in tandem with spec.parallelism");
        }
    }

    /// While a job is suspended and has no pods, where its pods may run and what they ask for may change.
    private static void templateStep(Field template, ObjectNode oldJob) {
        JsonNode status = oldJob.path("status");
        boolean suspended = oldJob.path("spec").path("suspend").asBoolean();
        boolean idle = suspended
                && (!status.hasNonNull("startTime") || isSuspended(status))
                && status.path("active").asLong() == 0;
        JsonNode before = oldJob.path("spec").path(TEMPLATE);
        if (!idle) {
            if (!SameValue.same(template.node(), before)) {
                template.invalid(InternalTypes.podTemplate(template.given()), ObjectMetaValidation.IMMUTABLE);
            }
            return;
        }
        ObjectNode allowed = (ObjectNode) before.deepCopy();
        ObjectNode spec = Trees.object(allowed, "spec");
        JsonNode next = template.node().path("spec");
        for (String name : List.of("nodeSelector", "tolerations", "schedulingGates")) {
            copy(spec, next, name);
        }
        nodeAffinity(spec, next);
        for (String list : List.of("containers", "initContainers")) {
            amounts(Trees.objects(spec.path(list)), next.path(list));
        }
        if (next instanceof ObjectNode changed && !SameValue.same(changed, spec)) {
            JsonNode shown = template.at("spec").given(changed);
            template.at("spec").invalid(InternalTypes.podSpec((ObjectNode) shown), ObjectMetaValidation.IMMUTABLE);
        }
    }

    private static boolean isSuspended(JsonNode status) {
        for (JsonNode condition : status.path("conditions")) {
            if (condition.path("type").asText().equals("Suspended")
                    && condition.path("status").asText().equals("True")) {
                return true;
            }
        }
        return false;
    }

    private static void nodeAffinity(ObjectNode spec, JsonNode next) {
        JsonNode wanted = next.path("affinity").path("nodeAffinity");
        if (!spec.has("affinity") && !next.has("affinity")) {
            return;
        }
        ObjectNode affinity = Trees.object(spec, "affinity");
        if (wanted.isMissingNode()) {
            affinity.remove("nodeAffinity");
            if (affinity.isEmpty() && !next.has("affinity")) {
                spec.remove("affinity");
            }
        } else {
            affinity.set("nodeAffinity", wanted);
        }
    }

    private static void amounts(List<ObjectNode> containers, JsonNode next) {
        for (int i = 0; containers.size() == next.size() && i < containers.size(); i++) {
            if (containers.get(i).path("name").equals(next.get(i).path("name"))) {
                copy(containers.get(i), next.get(i), "resources");
            }
        }
    }

    private static void copy(ObjectNode to, JsonNode from, String name) {
        if (from.has(name)) {
            to.set(name, from.path(name));
        } else {
            to.remove(name);
        }
    }

    @Override
    public List<String> warnings(ObjectNode job, Optional<ObjectNode> old) {
        List<String> warnings = new ArrayList<>();
        JsonNode metadata = job.path("metadata");
        if (old.isEmpty()) {
            List<String> complaints = Names.dnsLabel(metadata.path("name").asText());
            if (!complaints.isEmpty()) {
                warnings.add(nameWarning(complaints));
            }
        }
        long before = old.map(one -> one.path("metadata"))
                .orElse(MissingNode.INSTANCE)
                .path("generation")
                .asLong();
        if (old.isEmpty() || before != metadata.path("generation").asLong()) {
            warnings.addAll(specWarnings(Path.ROOT.child("spec"), job.path("spec")));
        }
        return warnings;
    }

    /// What to say about a name that makes no good host names.
    public static String nameWarning(List<String> complaints) {
        return "metadata.name: this is used in Pod names and hostnames, which can result in surprising behavior; a DNS"
                + " label is recommended: [" + String.join(" ", complaints) + "]";
    }

    /// Warnings about the spec of a job.
    public static List<String> specWarnings(Path path, JsonNode spec) {
        List<String> warnings = new ArrayList<>();
        boolean many = spec.path("completionMode").asText().equals("Indexed")
                && spec.path("completions").asLong() > 100_000
                && spec.path("parallelism").asLong() > 10_000;
        if (many) {
            warnings.add(path + ": In Indexed Jobs with a number of completions higher than 10^5 and a parallelism"
                    + " higher than 10^4, Kubernetes might not be able to track completedIndexes when a big number of"
                    + " indexes fail");
        }
        warnings.addAll(PodWarnings.ofTemplate(path.child(TEMPLATE), spec.path(TEMPLATE)));
        return warnings;
    }
}
