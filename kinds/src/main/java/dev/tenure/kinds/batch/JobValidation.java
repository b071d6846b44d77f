package dev.tenure.kinds.batch;

import com.google.re2j.Pattern;
import dev.tenure.apiserver.registry.field.Field;
import dev.tenure.apiserver.registry.field.Names;
import dev.tenure.apiserver.registry.field.PrintedSelector;
import dev.tenure.apiserver.registry.meta.SelectorRule;
import dev.tenure.apiserver.registry.meta.SelectorValidation;
import dev.tenure.kinds.podspec.PodOptions;
import dev.tenure.kinds.podspec.PodTemplateValidation;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.ObjectNode;
import java.util.List;

/// What is valid as the spec of a job, alone or as the template of one.
final class JobValidation {
    private static final String INDEXED = "Indexed";
    private static final String NEEDS_INDEXED = "requires indexed completion mode";
    private static final int INDEXED_MAX = 100_000;
    private static final int MANY_COMPLETIONS = 100_000;
    private static final int WITH_MANY_MAX = 10_000;
    private static final int MANAGER_MAX = 63;
    private static final Pattern HTTP_PATH = Pattern.compile("[A-Za-z0-9/\\-._~%!$&'()*+,;=:]+");
    private static final List<String> COUNTS = List.of(
            "parallelism",
            "completions",
            "activeDeadlineSeconds",
            "backoffLimit",
            "ttlSecondsAfterFinished",
            "backoffLimitPerIndex");

    private JobValidation() {}

    /// Checks a whole job's spec: what a template has, and the selector.
    static void withSelector(Field spec, PodOptions options) {
        check(spec, options);
        Field selector = spec.at("selector");
        if (selector.isSet()) {
            SelectorValidation.selector(selector);
        } else {
            selector.required();
        }
        JsonNode labels = spec.node().path("template").path("metadata").path("labels");
        boolean usable = SelectorValidation.usable(selector.node());
        if (usable && !(selector.isSet() && SelectorRule.matches(selector.node(), labels))) {
            spec.at("template", "metadata", "labels")
                    .invalid(PrintedSelector.sorted(labels), "`selector` does not match template `labels`");
        }
    }

    /// Checks the spec of a job without its selector.
    public static void check(Field spec, PodOptions options) {
        for (String name : COUNTS) {
            if (spec.at(name).isSet()) {
                spec.at(name).mustNotBeNegative();
            }
        }
        Field failed = spec.at("maxFailedIndexes");
        if (failed.isSet()) {
            failed.mustNotBeNegative();
            if (!spec.at("backoffLimitPerIndex").isSet()) {
                spec.at("backoffLimitPerIndex").required("when maxFailedIndexes is specified");
            }
        }
        if (spec.at("managedBy").isSet()) {
            manager(spec.at("managedBy"));
        }
        mode(spec);
        PodPoliciesValidation.failure(spec);
        PodPoliciesValidation.success(spec);
        PodPoliciesValidation.replacement(spec);
        PodTemplateValidation.check(spec.at("template"), options);
        restartPolicy(
                spec.at("template", "spec", "restartPolicy"),
                spec.at("podFailurePolicy").isSet());
    }

    private static void manager(Field manager) {
        String text = manager.text();
        int slash = text.indexOf('/');
        if (text.isEmpty()) {
            manager.required();
        } else if (slash <= 0 || slash == text.length() - 1) {
            manager.invalidText("must be a domain-prefixed path (such as \"acme.io/foo\")");
        } else {
            String host = text.substring(0, slash);
            String path = text.substring(slash + 1);
            Names.dnsSubdomain(host).forEach(complaint -> manager.invalid(host, complaint));
            if (!HTTP_PATH.matcher(path).matches()) {
                manager.invalid(path, Names.mismatch("Invalid path", HTTP_PATH.pattern()));
            }
        }
        if (manager.isLongerThan(MANAGER_MAX)) {
            manager.tooLong(MANAGER_MAX);
        }
    }

    private static void mode(Field spec) {
        Field mode = spec.at("completionMode");
        if (mode.node().isTextual()) {
            mode.mustBeOneOf("NonIndexed", INDEXED);
        }
        if (mode.is(INDEXED)) {
            indexed(spec);
        }
        if (!mode.isSet() || mode.is("NonIndexed")) {
            for (String name : List.of("backoffLimitPerIndex", "maxFailedIndexes")) {
                if (spec.at(name).isSet()) {
                    spec.at(name).invalid(NEEDS_INDEXED);
                }
            }
        }
    }

    private static void indexed(Field spec) {
        Field completions = spec.at("completions");
        Field parallelism = spec.at("parallelism");
        Field failed = spec.at("maxFailedIndexes");
        if (!completions.isSet()) {
            completions.required("when completion mode is Indexed");
        }
        if (parallelism.number() > INDEXED_MAX) {
            parallelism.invalidNumber(
                    "must be less than or equal to " + INDEXED_MAX + " when completion mode is Indexed");
        }
        if (completions.isSet() && failed.isSet() && failed.number() > completions.number()) {
            failed.invalidNumber("must be less than or equal to completions");
        }
        if (failed.number() > INDEXED_MAX) {
            failed.invalidNumber("must be less than or equal to " + INDEXED_MAX);
        }
        boolean many = completions.number() > MANY_COMPLETIONS;
        if (many && spec.at("backoffLimitPerIndex").isSet()) {
            manyCompletions(parallelism, failed);
        }
    }

    private static void manyCompletions(Field parallelism, Field failed) {
        if (!failed.isSet()) {
            failed.required("must be specified when completions is above " + MANY_COMPLETIONS);
        }
        for (Field limited : List.of(parallelism, failed)) {
            if (limited.number() > WITH_MANY_MAX) {
                limited.invalidNumber("must be less than or equal to " + WITH_MANY_MAX + " when completions are above "
                        + MANY_COMPLETIONS + " and used with backoff limit per index");
            }
        }
    }

    private static void restartPolicy(Field policy, boolean failurePolicy) {
        if (policy.isEmpty() || policy.is("Always")) {
            policy.required("valid values: \"OnFailure\", \"Never\"");
        } else if (!policy.is("OnFailure") && !policy.is("Never")) {
            policy.unsupported("OnFailure", "Never");
        } else if (failurePolicy && !policy.is("Never")) {
            policy.invalidText("only \"Never\" is supported when podFailurePolicy is specified");
        }
    }

    /// Checks that selector and labels are those that the server generates.
    ///
    /// @param prefixed whether the newer labels must be there too
    static void generatedSelector(Field job, boolean prefixed) {
        Field spec = job.at("spec");
        Field selector = spec.at("selector");
        if (spec.at("manualSelector").flag() || !selector.isSet()) {
            return;
        }
        String uid = job.at("metadata", "uid").text();
        String name = job.at("metadata", "name").text();
        if (uid.isEmpty()) {
            job.at("metadata", "uid").required();
        }
        ObjectNode expected = Json.object();
        Field labels = spec.at("template", "metadata", "labels");
        label(labels, "controller-uid", uid, expected);
        label(labels, "job-name", name, expected);
        if (prefixed) {
            label(labels, "batch.kubernetes.io/controller-uid", uid, expected);
            label(labels, "batch.kubernetes.io/job-name", name, expected);
        }
        if (SelectorValidation.usable(selector.node()) && !SelectorRule.matches(selector.node(), expected)) {
            selector.invalid(PrintedSelector.of(selector.node()), "`selector` not auto-generated");
        }
    }

    private static void label(Field labels, String key, String value, ObjectNode expected) {
        expected.put(key, value);
        Field label = labels.at(key).under(labels.path().key(key));
        if (!label.isSet()) {
            label.required("must be '" + value + "'");
        } else if (!label.is(value)) {
            label.invalid(PrintedSelector.sorted(labels.node()), "must be '" + value + "'");
        }
    }
}
