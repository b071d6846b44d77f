package dev.tenure.apiserver.audit;

import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.yaml.Yaml;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// YAML or JSON → a policy of audit.k8s.io/v1. Fields that do not exist are refused: a rule that was mistyped
/// would leave out what somebody relies on. Upstream: apiserver/pkg/audit/policy/reader.go,
/// apis/audit/validation.
public final class AuditPolicyParser {
    private static final Set<String> POLICY =
            Set.of("apiVersion", "kind", "metadata", "rules", "omitStages", "omitManagedFields");
    private static final Set<String> RULE = Set.of(
            "level",
            "users",
            "userGroups",
            "verbs",
            "resources",
            "namespaces",
            "nonResourceURLs",
            "omitStages",
            "omitManagedFields");
    private static final Set<String> RESOURCES = Set.of("group", "resources", "resourceNames");

    private AuditPolicyParser() {}

    /// @throws IllegalArgumentException when it is no valid policy; the message names the field
    public static AuditPolicy parse(byte[] text) {
        List<Yaml.Document> documents = Yaml.readAll(text);
        if (documents.size() != 1) {
            throw wrong("expected one document of kind Policy, there are " + documents.size());
        }
        JsonNode policy = documents.getFirst().value();
        if (!policy.isObject()
                || !policy.path("apiVersion").asText().equals("audit.k8s.io/v1")
                || !policy.path("kind").asText().equals("Policy")) {
            throw wrong("expected apiVersion audit.k8s.io/v1 and kind Policy, got \"%s\" and \"%s\""
                    .formatted(
                            policy.path("apiVersion").asText(),
                            policy.path("kind").asText()));
        }
        documents.getFirst().duplicates().stream().findFirst().ifPresent(twice -> {
            throw wrong("%s is there twice".formatted(twice));
        });
        check(policy, POLICY, "");
        List<AuditPolicy.Rule> rules = new ArrayList<>();
        for (JsonNode rule : list(policy, "rules", "rules")) {
            rules.add(rule(rule, "rules[" + rules.size() + "]"));
        }
        if (rules.isEmpty()) {
            throw wrong("rules: a policy without rules would write nothing down");
        }
        return new AuditPolicy(
                rules,
                stages(policy, "omitStages"),
                flag(policy, "omitManagedFields", "omitManagedFields").orElse(false));
    }

    private static AuditPolicy.Rule rule(JsonNode rule, String at) {
        if (!rule.isObject()) {
            throw wrong(at + ": expected an object");
        }
        check(rule, RULE, at + ".");
        String word = rule.path("level").asText("");
        AuditLevel level = AuditLevel.of(word)
                .orElseThrow(() -> wrong(
                        "%s.level: \"%s\" is none of None, Metadata, Request, RequestResponse".formatted(at, word)));
        List<AuditPolicy.Resources> resources = new ArrayList<>();
        for (JsonNode one : list(rule, "resources", at + ".resources")) {
            resources.add(resources(one, at + ".resources[" + resources.size() + "]"));
        }
        List<String> paths = texts(rule, "nonResourceURLs", at);
        paths.forEach(path -> checkPath(path, at));
        List<String> namespaces = texts(rule, "namespaces", at);
        if (!paths.isEmpty() && !(resources.isEmpty() && namespaces.isEmpty())) {
            throw wrong(at + ".nonResourceURLs: rules cannot apply to both regular resources and non-resource URLs");
        }
        var scope = new AuditPolicy.Scope(
                texts(rule, "users", at),
                texts(rule, "userGroups", at),
                texts(rule, "verbs", at),
                resources,
                namespaces,
                paths);
        return new AuditPolicy.Rule(
                level,
                scope,
                stages(rule, at + ".omitStages"),
                flag(rule, "omitManagedFields", at + ".omitManagedFields"));
    }

    private static AuditPolicy.Resources resources(JsonNode one, String at) {
        check(one, RESOURCES, at + ".");
        List<String> resources = texts(one, "resources", at);
        List<String> names = texts(one, "resourceNames", at);
        if (!names.isEmpty() && resources.isEmpty()) {
            throw wrong(at + ".resourceNames: using resourceNames requires at least one resource");
        }
        String group = one.path("group").asText("");
        if (group.contains("/")) {
            throw wrong("%s.group: \"%s\" is no name of a group, which has no version".formatted(at, group));
        }
        return new AuditPolicy.Resources(group, resources, names);
    }

    private static void checkPath(String path, String at) {
        int star = path.indexOf('*');
        boolean valid = path.equals("*") || (path.startsWith("/") && (star < 0 || star == path.length() - 1));
        if (!valid) {
            throw wrong("%s.nonResourceURLs: \"%s\" has to be * or begin with /, with a * only at its end"
                    .formatted(at, path));
        }
    }

    private static Set<AuditStage> stages(JsonNode holder, String at) {
        EnumSet<AuditStage> stages = EnumSet.noneOf(AuditStage.class);
        for (JsonNode word : list(holder, "omitStages", at)) {
            stages.add(AuditStage.of(word.asText())
                    .orElseThrow(() ->
                            wrong("%s: \"%s\" is none of RequestReceived, ResponseStarted, ResponseComplete, Panic"
                                    .formatted(at, word.asText()))));
        }
        return stages;
    }

    private static Optional<Boolean> flag(JsonNode holder, String field, String at) {
        JsonNode value = holder.path(field);
        if (value.isMissingNode() || value.isNull()) {
            return Optional.empty();
        }
        if (!value.isBoolean()) {
            throw wrong(at + ": expected true or false");
        }
        return Optional.of(value.booleanValue());
    }

    private static List<String> texts(JsonNode holder, String field, String at) {
        List<String> texts = new ArrayList<>();
        for (JsonNode text : list(holder, field, at + "." + field)) {
            if (!text.isTextual()) {
                throw wrong("%s.%s: expected texts".formatted(at, field));
            }
            texts.add(text.textValue());
        }
        return texts;
    }

    private static JsonNode list(JsonNode holder, String field, String at) {
        JsonNode list = holder.path(field);
        if (!(list.isArray() || list.isMissingNode() || list.isNull())) {
            throw wrong(at + ": expected a list");
        }
        return list;
    }

    private static void check(JsonNode object, Set<String> fields, String at) {
        object.fieldNames().forEachRemaining(name -> {
            if (!fields.contains(name)) {
                throw wrong("unknown field \"%s%s\"".formatted(at, name));
            }
        });
    }

    private static IllegalArgumentException wrong(String message) {
        return new IllegalArgumentException(message);
    }
}
